"""The components of a graph, in each of which every node is reached from every other."""

from collections.abc import Sequence


def components(following: Sequence[Sequence[int]]) -> list[list[int]]:
    """The components of the nodes 0, 1, 2 …, of each of which is known what follows; those that lead on come first."""
    search = _Search(following)
    for node in range(len(following)):
        if not search.order[node]:
            search.look_from(node)
    return search.found[::-1]


class _Search:
    """Tarjan's search, in depth without recursion: a component is complete before any that leads to it."""

    def __init__(self, following: Sequence[Sequence[int]]) -> None:
        self.order = [0] * len(following)
        self.found: list[list[int]] = []
        self._following = following
        self._lowest = list(self.order)
        self._path: list[int] = []
        self._on_path = [False] * len(following)
        self._count = 0

    def look_from(self, first: int) -> None:
        """Find the components of all that is reached from a node."""
        self._enter(first)
        waiting = [(first, 0)]
        while waiting:
            node, at = waiting.pop()
            new, at = self._next_new(node, at)
            if new is None:
                self._leave(node)
                if waiting:
                    above = waiting[-1][0]
                    self._lowest[above] = min(self._lowest[above], self._lowest[node])
            else:
                self._enter(new)
                waiting += [(node, at + 1), (new, 0)]

    def _next_new(self, node: int, at: int) -> tuple[int | None, int]:
        """The first that follows, from a place on, and was never seen, with its place."""
        for place in range(at, len(self._following[node])):
            other = self._following[node][place]
            if not self.order[other]:
                return other, place
            if self._on_path[other]:
                self._lowest[node] = min(self._lowest[node], self.order[other])
        return None, 0

    def _enter(self, node: int) -> None:
        self._count += 1
        self.order[node] = self._lowest[node] = self._count
        self._path.append(node)
        self._on_path[node] = True

    def _leave(self, node: int) -> None:
        """Take a component off the end of the path, if a node is the first of one."""
        if self._lowest[node] != self.order[node]:
            return
        component: list[int] = []
        while not component or component[-1] != node:
            component.append(self._path.pop())
            self._on_path[component[-1]] = False
        self.found.append(component)
