"""How the page of players looks: one column on a phone, several on a television, light or dark as the reader is."""

STYLE = """\
:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --card: #ffffff; --ink: #1c1b19; --faint: #5f5b54; --line: #d8d3c8;
  --good: #2e7d32; --mixed: #b26a00; --bad: #c62828;
  --side0: #00708a; --side1: #9c27b0; --side2: #3949ab; --side3: #8d6e00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --card: #1e2127; --ink: #f1efe9; --faint: #a9a59c; --line: #3a3e46;
    --good: #66bb6a; --mixed: #ffb74d; --bad: #ef5350;
    --side0: #4dd0e1; --side1: #ce93d8; --side2: #9fa8da; --side3: #ffd54f;
  }
}
* { box-sizing: border-box; }
html { font-size: clamp(16px, 0.55rem + 1.1vw, 40px); }
body {
  margin: 0; padding: 0.75rem; background: var(--ground); color: var(--ink);
  font-family: system-ui, sans-serif; line-height: 1.35; overflow-wrap: anywhere;
}
h1 { font-size: 1.25rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.05rem; margin: 0; }
p { margin: 0.2rem 0; }
small { color: var(--faint); font-size: 0.75rem; font-weight: normal; }
.turn, .facts { color: var(--faint); }
.facts { font-size: 0.8rem; }
.sides span { margin-right: 1rem; font-weight: bold; }
.asked { white-space: pre-wrap; border-left: 0.3rem solid var(--mixed); padding-left: 0.5rem; }
.message { font-size: 1.25rem; margin: 2rem 0; text-align: center; }
.people {
  list-style: none; margin: 0.5rem 0; padding: 0; display: grid; gap: 0.5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr));
}
.people > li {
  background: var(--card); border: 1px solid var(--line); border-left: 0.4rem solid var(--line);
  border-radius: 0.4rem; padding: 0.4rem 0.6rem; min-width: 0;
}
.people > .acts { outline: 0.2rem solid var(--mixed); }
.people > .down { opacity: 0.6; }
.side0 { border-left-color: var(--side0) !important; } .sides .side0 { color: var(--side0); }
.side1 { border-left-color: var(--side1) !important; } .sides .side1 { color: var(--side1); }
.side2 { border-left-color: var(--side2) !important; } .sides .side2 { color: var(--side2); }
.side3 { border-left-color: var(--side3) !important; } .sides .side3 { color: var(--side3); }
.health { display: flex; align-items: center; gap: 0.5rem; flex-wrap: wrap; }
.bar { flex: 1 1 5rem; height: 0.7rem; border-radius: 0.35rem; background: var(--line); overflow: hidden; }
.bar i { display: block; height: 100%; background: currentColor; }
.good { color: var(--good); } .mixed { color: var(--mixed); } .bad { color: var(--bad); }
.quiet { color: var(--faint); }
.conditions { list-style: none; margin: 0.2rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.3rem; }
.conditions li { border: 1px solid var(--mixed); border-radius: 1rem; padding: 0 0.5rem; font-size: 0.8rem; }
.ground {
  font-family: ui-monospace, monospace; font-size: min(1rem, calc((100vw - 2.5rem) / 30)); line-height: 1.2;
  overflow-x: auto; max-width: 100%; margin: 0.5rem 0;
}
"""
