"""The tokens that inputs are made of: verbs, options and words of the language, dice, and what nobody should type."""

from functools import cache

from rbfcli.language.common_options import CommonOptions
from rbfcli.language.fights import fight_verbs
from rbfcli.language.grammar import grammar_of
from rbfcli.language.verbs import VERBS
from rbfcli.systems.catalogue import SHIPPED, load
from tools.fuzz.payloads import PAYLOADS

DICE = tuple(
    b"1d6 2d8 d20 d% 4dF d0 0d6 d1000000 1000d6 9999999999d99999 d20kh0 kh3 kl1 dh1 dl1 k2 ! !! !p !5 !>=5 !!>4 r r1 ro"
    b" ro<3 rr2 xo mi2 ma5 >=5 <=2 >3 <2 =6 <>4 f1 cs>5 cf<2 vs 14 + - * / // ** % ( ) [ ] { } , ; : # 6# 3# min max"
    b" floor ceil round abs adv dis advantage 2d20kh1 pool [fire] [[ ]] (1d6)d6 d(2d4) {1d6,2d8}kh1 {4d6}>3f1 -- -1"
    b" 1_0 1e400 d20!0 d1! 1d1!! 1d6e<7 d100!!!>5 1>49**94d6e6d6 d20100kh0x10 1000d6kh500 9**9**9 t5 s e6 x3 x1000"
    b" map(1,2,2) unique neg<3 upto2 =even odd df sf<3 ms15 u m mt sd /roll // /* */ keep drop lowest W6 | @ of"
    b" [highest 1@ d{1,2,4} {1..3}@ @{dex} &{tracker} .. d%kh1 dF.1 dc \xc2\xa0"
    b" --vs --seed --times -n --dialect"
    b" avrae roll20 foundry rpg anydice --at-least --plot --json --explain --label".split()
)


def hostile() -> tuple[bytes, ...]:
    """Payloads as bytes; a lone surrogate as the byte it stands for, or as none that is UTF-8."""
    return tuple(each.encode("utf-8", "surrogatepass") for each in PAYLOADS)


@cache
def of_the_language() -> tuple[bytes, ...]:
    """Every verb and option of the program and of all systems, with the words that options choose from."""
    kinds = [*VERBS.values(), *(kind for name in SHIPPED for kind in fight_verbs(load(name)).values())]
    found = dict.fromkeys(grammar_of(CommonOptions).options)
    for kind in kinds:
        grammar = grammar_of(kind)
        found.update(dict.fromkeys((grammar.verb, *grammar.options)))
        for parameter in grammar.fields.values():
            found.update(dict.fromkeys(parameter.spec.choices))
    return tuple(word.encode() for word in found)
