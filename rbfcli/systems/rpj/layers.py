"""Layers of damage saves: what stands on a sheet, and what of it is not crossed out yet (RPJ-DMG-1)."""

from rbfcli.systems.rpj.sheet import Character


def saves_left(one: Character, layer: str) -> tuple[int, ...]:
    """The target numbers of a layer still standing."""
    left = list(one.layers.get(layer, ()))
    for number in one.crossed.get(layer, ()):
        if number in left:
            left.remove(number)
    return tuple(left)


def outermost_layer(one: Character) -> str:
    """The outermost layer that is not broken; the base where all are (RPJ-DMG-2)."""
    return next((layer for layer in one.layers if saves_left(one, layer)), base_layer(one))


def base_layer(one: Character) -> str:
    """The last layer, under which there is nothing."""
    return next(reversed(tuple(one.layers)), "")


def in_words(one: Character) -> str:
    """All layers, the outermost first; of a broken one a dash."""
    return ", ".join(f"{layer} {' '.join(map(str, saves_left(one, layer))) or '-'}" for layer in one.layers)
