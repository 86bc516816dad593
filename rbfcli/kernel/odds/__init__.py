"""Exact odds of dice expressions, by counting.

`distribution`, `measures`: how often each value comes, and what one asks about that.
`uniform`, `convolution`, `arithmetic`: sums of dice, sums and other operators of independent values.
`worth`, `scenarios`, `ranks`, `pools`: pools and groups under modifiers.
`expression.odds` is the way in.
"""
