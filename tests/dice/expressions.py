"""Random dice expressions that are small enough to be walked die by die, from a seeded generator."""

import random

CONDITIONS = ("=", "<", ">", "<=", ">=")


class Expressions:
    """A stream of expressions; the same seed gives the same stream."""

    def __init__(self, seed):
        self.random = random.Random(seed)  # noqa: S311 - a stream of examples, not of secrets

    def any(self):
        """An expression of one to three terms, sometimes compared or put through a function."""
        choose = self.random.random()
        if choose < 0.55:
            return self.term()
        if choose < 0.8:
            return f"{self.term(2)}{self.pick('+-*')}{self.term(2)}"
        if choose < 0.86:
            return f"{self.term(2)} {self.pick(('>', '<', '>=', '<=', '==', '!='))} {self.term(2)}"
        if choose < 0.92:
            return f"{self.pick(('max', 'min'))}({self.term(2)}, {self.term(2)})"
        if choose < 0.96:
            return f"{self.pick(('floor', 'ceil', 'round', 'abs'))}(({self.term(2)} - 7)/{self.number(2, 4)})"
        return f"({self.term(1)} - {self.number(1, 3)}){self.pick(('//', '%', '/'))}{self.number(2, 3)}"

    def term(self, most=4):
        """A pool, a group, a number."""
        choose = self.random.random()
        if choose < 0.6:
            return self.pool(most) + self.modifiers()
        if choose < 0.7:
            return f"({self.pool(2)}{self.modifiers(1)}){self.modifiers(1)}"
        if choose < 0.8:
            parts = [f"{self.pool(1)}+{self.number(0, 2)}", *(self.pool(1) for _ in range(self.number(1, most - 1)))]
            return f"{{{', '.join(parts)}}}{self.selection()}"
        if choose < 0.88:
            return f"{{{self.pool(2)} + {self.pool(1)}}}{self.dice_modifier()}{self.selection()}"
        if choose < 0.94:
            return f"(1d{self.number(1, 3)})d{self.number(2, 4)}{self.selection()}"
        if choose < 0.96:
            values = ",".join(str(self.number(-1, 4)) for _ in range(3))
            return f"{self.number(1, 3)}d3{self.pick(('unique', f'map({values})'))}{self.modifiers(2)}"
        if choose < 0.98:
            return f"({self.pool(2)},){self.selection()}{self.pick(('', self.count()))}"
        return str(self.number(0, 9))

    def pool(self, most):
        """A plain pool of up to `most` dice of up to six sides."""
        return f"{self.number(1, most)}d{self.pick(('2', '3', '4', '4', '6', 'F'))}"

    def modifiers(self, most=3):
        """None to `most` modifiers, a count perhaps last."""
        kinds = [self.pick((self.selection, self.dice_modifier))() for _ in range(self.number(0, most))]
        return "".join(kinds) + (self.count() if self.random.random() < 0.25 else "")

    def selection(self):
        """A keep or drop, or two side by side."""
        one = self.one_selection()
        if self.random.random() < 0.1:
            name = self.pick("kd")
            return f"{name}h{self.number(1, 3)}|{name}l{self.number(1, 3)}"
        return one + (self.one_selection() if self.random.random() < 0.4 else "")

    def one_selection(self):
        """A keep or drop by rank or by a condition."""
        if self.random.random() < 0.8:
            return f"{self.pick(('kh', 'kl', 'dh', 'dl'))}{self.number(1, 3)}"
        return f"{self.pick('kp')}{self.condition()}"

    def dice_modifier(self):
        """A reroll, an explosion or a bound, each written so that the next modifier cannot be taken for its own."""
        choose = self.random.random()
        if choose < 0.3:
            name = self.pick(("rr", "ro", "ra"))
            return f"{name}{self.condition()}" + (f"{name}{self.condition()}" if self.random.random() < 0.3 else "")
        if choose < 0.65:
            name = f"{self.pick(('xo', '!!', '!', '!p', '!!p'))}>={self.number(2, 6)}"
            return name + (f"upto{self.number(1, 3)}" if self.random.random() < 0.3 else "")
        if choose < 0.7:
            return f"neg{self.condition()}"
        return f"{self.pick(('mi', 'ma'))}{self.number(1, 4)}"

    def count(self):
        """One or two counts."""
        tests = [f"t{self.condition()}", f"f{self.condition()}"]
        return "".join(tests[: self.number(1, 2)])

    def condition(self):
        """A comparator and a face, or a parity."""
        if self.random.random() < 0.05:
            return self.pick(("=even", "=odd"))
        return f"{self.pick(CONDITIONS)}{self.number(1, 4)}"

    def number(self, least, most):
        """A whole number from `least` to `most`."""
        return self.random.randint(least, max(least, most))

    def pick(self, choices):
        """One of several."""
        return self.random.choice(choices)
