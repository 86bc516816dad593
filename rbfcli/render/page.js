let acting;
function turn() {
  const found = document.querySelector(".acts"), name = found?.querySelector("h2").textContent;
  if (name !== acting) found?.scrollIntoView({block: "nearest"});
  acting = name;
  document.title = document.querySelector("h1, p").textContent;
}
turn();
const source = new EventSource("events");
source.onmessage = event => { document.body.innerHTML = event.data; turn(); };
source.onopen = () => { document.documentElement.className = ""; };
source.onerror = () => { document.documentElement.className = "lost"; };
