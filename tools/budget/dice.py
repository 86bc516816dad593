"""Dice: expressions that are huge, deep, endless or many."""

from __future__ import annotations

from tools.budget.case import DONE, LIMIT, NO, USAGE, Case

KNOWN = ("d20100kh0x10", "1>49**94d6e6d6", "d100!!!>5", "1000d6kh500")
HUGE = (
    "1000d1000000", "1000d1000", "500d500", "100d10000", "1000d20kh999", "200d100kh100", "100d100kh50dl20",
    "20d20!kh10", "10d20kh3kl3", "50d6!!>2", "100d100!p", "d1000000!", "1000d6!>1", "999d2!>1", "1000d6rr<6",
    "1000d6ra6", "(1d1000)d(1d1000)", "(1d100)d(1d100)kh3", "(1000d6)d6", "9**9**9", "2**4096", "2**4095*2**4095",
    "d1000000*d1000000", "d1000000/d1000000", "1000d6//1d1000", "d100000-d100000*d7", "d1000**2", "d1000**d1000",
    "max(1000d6,1000d6)", "max(d1000000,d1000000)", "floor(1000d6/7)*3", "(200d6/7)*(200d6/11)",
    "(500d6/7)+(500d6/11)", "(10d6,10d8,10d10,10d12)kh2", "(1d20,1d100,1d1000,1d10000)kh2",
    "(100d6,100d8,100d10)kh1", "(d6!,d6!,d6!,d6!)kh2", "{100d6}kh50", "40d6!kh20", "100d6e6kh3", "100d6e6e5",
    "d6!!!", "d2!!!!", "1000d1000000t>=500000", "100d1000mi2ma999", "99d99ro<50kh50", "300d1000kh150dl3",
    "4d6kh3+" * 15 + "4d6kh3", "(" * 100 + "1000d6" + ")" * 100, "-" * 900 + "1000d6", "d6**d6**d6",
    "d100**d100", "1/d1000+1/d997+1/d991", "1/d1000+1/d997", "d1000/7+d1000/11+d1000/13",
    "abs(d10000-d10000)*d10000", "100d1000000kh1", "2d1000000kh1", "1000d1000000kh1",
    "1000d6!!>3!!>3", "1000d6e>1e>1e>1", "d1000rr<1000!>1", "9**94d6", "9**-94d6", "1000d6 vs 1000d6",
    "d1000000 vs d1000000", "(d1000)d6kh(2)", "(d100)d(d6)e6", "max(1>49**94d6e6d6,1d10)", "62d84d6kh3", "(20d6)d6!kh3",
)  # fmt: skip
ROLLED = (
    "10000d10000!", "1000d10000!", "1000d2!>1", "1000d6rr<6", "1000d2!!", "1000#1000d6", "1000#1d6", "9**9**9**9",
    "1000d1000000", "(1000d6)d1000000", "1000#(d6,d6,d6)kh2", "d6!>1", "1000d6!>1", "1000d1000rr<1000",
    "2**4000*2**4000", "1000#2**4000", "64#64d6!!", "(" * 300 + "1" + ")" * 300, "1000d6kh500dl200mi2e6",
    "9" * 900, "+".join(["1000d6"] * 60), "-" * 990 + "1", "1000d1000!!>1!!>1!!>1",
)  # fmt: skip


def cases() -> list[Case]:
    """Odds of expressions in words, as JSON and as a plot, and rolls of them."""
    return [
        *(Case(f"odds {each}", ("odds", each), (DONE, USAGE, LIMIT)) for each in (*KNOWN, *HUGE)),
        *(Case(f"odds --json {each}", ("odds", "--json", each), (DONE, USAGE, LIMIT)) for each in (*KNOWN, *HUGE)),
        *(
            Case(f"odds {flag} {each}", ("odds", *flag.split(), each), (DONE, LIMIT))
            for flag in ("-q", "--plot", "--at-least", "--vs 3000")
            for each in ("1000d6", "500d500", "9**94d6", "2d100000", "d250000", "d6!!")
        ),
        *(
            Case(f"odds {' '.join(each)[:30]}", ("odds", *each), (DONE, LIMIT))
            for each in (
                ("1000d6", "999d6", "998d6"), ("d200000",) * 8, ("500d6",) * 40, ("1000d6kh3",) * 20,
                ("9**94d6", "9**93d6"),
            )
        ),
        *(Case(f"roll {each}", ("roll", each), (DONE, NO, USAGE, LIMIT)) for each in ROLLED),
        Case("roll -n 1000000", ("roll", "-n", "1000000", "d6"), (DONE, USAGE, LIMIT)),
        Case("roll -n 1000 1000d6", ("roll", "-n", "1000", "1000d6"), (DONE, USAGE, LIMIT)),
        Case("roll -n 1000 1000d6 --json", ("roll", "-n", "1000", "1000d6", "--json"), (DONE, USAGE, LIMIT)),
        Case("roll 100 words", ("roll", *("1000d6!>3",) * 100), (DONE, USAGE, LIMIT)),
        Case("roll 10,000 words", ("roll", *("d6",) * 10_000), (DONE, USAGE, LIMIT)),
        Case("roll a word of 100 KB", ("roll", "d6+" * 33_000 + "1"), (LIMIT,)),
        Case("roll - of a line of 7 MB", ("roll", "-"), (LIMIT,), stdin=b"1+" * 3_500_000 + b"1"),
        Case("roll - of 20,000 lines", ("roll", "-"), (DONE, LIMIT), stdin=b"d6\n" * 20_000),
        Case("roll - of 500 hard lines", ("roll", "-"), (DONE, LIMIT), stdin=b"1000d6!>1\n" * 500),
        Case("roll - of 5,000 mistakes", ("roll", "-"), (USAGE, LIMIT), stdin=b"2d6khkl\n" * 5_000),
        Case("roll misspelt", ("roll", "2d6" + "kk" * 400), (USAGE, LIMIT)),
        Case("roll a dialect bomb", ("roll", "d6r<2" * 100), (DONE, USAGE, LIMIT)),
    ]  # fmt: skip
