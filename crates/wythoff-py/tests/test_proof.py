"""Certificates, automata, statements."""

import pickle
from pathlib import Path

import pytest
import wythoff

SHIPPED = Path(__file__).parents[3] / "crates/wythoff-prove/certificates"


def test_from_a_game_to_a_certificate(tmp_path):
    g = wythoff.game("W^4")
    certificate = g.prove(numeration="pell", time="60s")
    assert certificate.check().verdict == "proved" and certificate.report.claim.states == 26
    automaton = certificate.automaton
    assert (automaton.states, automaton.tracks, automaton.numeration, automaton.initial) == (26, 2, "pell", [0])
    window = g.window(0, 0, 30, 30)
    for x in range(30):
        for y in range(30):
            assert automaton.accepts(x, y) == window[y, x]
    certificate.save(tmp_path / "w4.json")
    again = wythoff.load(tmp_path / "w4.json", check=True)
    assert again == certificate and hash(again) == hash(certificate) and again.game == g
    assert pickle.loads(pickle.dumps(certificate)) == certificate
    assert wythoff.load(certificate.text).automaton == automaton
    assert pickle.loads(pickle.dumps(automaton)) == automaton and hash(pickle.loads(pickle.dumps(automaton))) == hash(automaton)


def test_automata_can_be_run_by_hand():
    automaton = wythoff.game("WN").prove().automaton
    table, digits = automaton.table, automaton.digits
    for x, y in [(0, 0), (1, 2), (3, 5), (4, 4), (6, 10), (100, 3)]:
        state = automaton.initial[0]
        for a, b in automaton.read(x, y):
            state = table[state, a * digits + b] if state >= 0 else -1
        assert (state in automaton.accepting) == automaton.accepts(x, y), (x, y)
    follow = {(state, letter): to for state, letter, to in automaton.transitions}
    assert len(follow) == (table >= 0).sum()
    assert [step.digits for step in automaton.walk(1, 2)] == [list(letter) for letter in automaton.read(1, 2)]
    assert automaton.draw((3, 5)).svg.startswith("<svg")
    with pytest.raises(wythoff.RequestError, match="reads 2 numbers"):
        automaton.accepts(1)


def test_walnut_round_trip():
    automaton = wythoff.game("WN").prove().automaton
    again = wythoff.Automaton(automaton.walnut)
    assert again == automaton
    assert wythoff.decide("Ax Ey P(x,y) | P(y,x)", numeration="fib", P=again).truth is True
    assert wythoff.decide("Ax Ey P(x,y) | P(y,x)", numeration="fib", P=wythoff.game("WN").prove(time="30s")).truth is True


def test_tails():
    tail = wythoff.load(SHIPPED / "blocking-79.json")
    assert repr(tail) == "<certificate: from column 718 on, for Blocking-k Wythoff Nim>"
    assert tail.check().verdict == "proved" and tail._repr_html_()


def test_what_is_no_certificate():
    for text in ("{}", '{"format": "wythoff certificate"}', "{", '{"rules": 3}'):
        with pytest.raises(wythoff.Error):
            wythoff.load(text)
    with pytest.raises(FileNotFoundError):
        wythoff.load("there is no such file.json")
    text = (SHIPPED / "blocking-4.json").read_text().replace("block 3", "block 2")
    with pytest.raises(wythoff.Error):
        wythoff.load(text, check=True)


def test_answers_from_a_certificate():
    g = wythoff.game("WN")
    own = g.with_certificate(g.prove())
    answer = own.ask(10**50, 1, method="automaton")
    assert answer.method == "automaton" and "proof of WN" in answer.ground
    assert pickle.loads(pickle.dumps(own)).ask(3, 5, method="automaton").is_p
    with pytest.raises(wythoff.RequestError, match="another game"):
        wythoff.game("2WN").with_certificate(g.prove())


def test_claims():
    formula = "En x = floor(n*phi) & y = floor(n*phi^2) | x = floor(n*phi^2) & y = floor(n*phi)"
    assert wythoff.game("WN").prove(formula=formula).check().verdict == "proved"
    with pytest.raises(wythoff.Undecided) as caught:
        wythoff.game("2WN").prove(formula=formula)
    assert caught.value.report.verdict == "refuted" and caught.value.report.at
    assert pickle.loads(pickle.dumps(caught.value)).report == caught.value.report
    with pytest.raises(wythoff.Undecided) as caught:
        wythoff.game("W^9").prove(time=0.5)
    assert caught.value.report.verdict == "undecided"


def test_statements():
    assert wythoff.decide("An floor(n*phi) + n = floor(n*phi^2)").truth is True
    false = wythoff.decide("?msd_fib Ax Ey x = y + y")
    assert false.truth is False and false.example[0].value == 1 and false.numeration == "fib"
    with pytest.raises(wythoff.RequestError, match="Walnut"):
        wythoff.decide("Ex x=3 | x=4 & x>5")
    shipped = (SHIPPED / "blocking-4.json").read_text()
    assert wythoff.decide("Ax E>=4 y P(x,y)", P=shipped).truth is True
