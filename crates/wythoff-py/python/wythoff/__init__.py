"""A laboratory for Wythoff-type games: who wins which position, why, and proofs for all sizes.

>>> import wythoff
>>> g = wythoff.game("W^4")            # by the papers' notation, or by name: wythoff.game("blocking", k=4)
>>> answer = g.ask(11, 28)
>>> answer.outcome, answer.block       # the previous player wins, by forbidding these
('P', [(11, 4), (11, 26), (11, 27)])
>>> g.columns(10**4).shape             # all P-positions of 10,000 columns, as an array
(28285, 2)
>>> g.ask(10**40, "3*10^40").ground    # integers have any size
'certificate: certificates/blocking-4.json, proved for all sizes, checked when this program was tested: an automaton of 26 states in pell'
"""

from __future__ import annotations

from ._errors import Error, Fault, LimitError, RequestError, RuleError, Undecided
from ._game import Game, Rules, game, rules
from ._many import compare, figure, games, papers, replicate, search, star, sum
from ._native import Answer, Positions, __version__
from ._picture import Picture
from ._play import Match
from ._progress import Limits
from ._proof import Automaton, Certificate, decide, load
from ._report import Report
from ._sweep import Sweep, sweep

__all__ = [
    "Answer",
    "Automaton",
    "Certificate",
    "Error",
    "Fault",
    "Game",
    "LimitError",
    "Limits",
    "Match",
    "Picture",
    "Positions",
    "Report",
    "RequestError",
    "RuleError",
    "Rules",
    "Sweep",
    "Undecided",
    "__version__",
    "compare",
    "decide",
    "figure",
    "game",
    "games",
    "load",
    "papers",
    "replicate",
    "rules",
    "search",
    "star",
    "sum",
    "sweep",
]
