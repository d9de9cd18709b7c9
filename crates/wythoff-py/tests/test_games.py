"""Games, answers, sums, families, the papers: against what is known, and against the program's own reference."""

import pickle

import numpy as np
import pytest
import wythoff

NIM_WITH_K = """
game "Mine"
param k >= 1
move rook: s = 0 or t = 0
move bishop: |s - t| < k
"""


def test_an_answer_has_the_fields_of_the_json():
    answer = wythoff.game("W^4").ask(11, 28)
    assert (answer.game, answer.position, answer.outcome, answer.is_p) == ("W^4", (11, 28), "P", True)
    assert answer.block == [(11, 4), (11, 26), (11, 27)]
    assert answer.winning_moves == [] and answer.propose is None and answer.winning_moves_all_but is None
    assert answer.terminal is False
    assert answer.ground == "the definition of play, computed position by position"
    assert answer.reason.startswith("the previous player forbids (11, 4), (11, 26) and (11, 27)")
    import json

    fields = json.loads(answer.to_json())
    for name in fields:
        assert hasattr(answer, name), name


def test_every_way_of_saying_a_position_is_the_same():
    g = wythoff.game("WN")
    one = g.ask(10, 13)
    for other in (g.ask((10, 13)), g.ask([10, 13]), g.ask("10", "13"), g.ask("10,13"), g.ask(np.uint64(10), np.int8(13)),
                  g.ask(np.array([10, 13]))):
        assert other == one and hash(other) == hash(one)


def test_integers_of_any_size_in_and_out():
    huge = 10**5000
    answer = wythoff.game("3WN").ask(huge, 2 * huge)
    assert answer.position == (huge, 2 * huge)
    assert wythoff.game("3WN").ask(*answer.winning_moves[0]).outcome == "P"
    assert repr(answer) and answer._repr_html_()
    found = wythoff.game("WN").first(3, start=huge)
    assert found[0][0] > huge and found.array.dtype == object and found.array[0, 0] == found[0][0]
    assert repr(found) and found._repr_html_() and found._repr_latex_()
    assert wythoff.game("WN").options(3, 5).position == (3, 5)


def test_histories():
    g = wythoff.game("(2,1)IN")
    asked = [g.ask(7, 11, history=h) for h in ([(10, 14), (7, 14)], "10,14 7,14", [["10", "14"], "7,14"])]
    assert [a.winning_moves for a in asked] == [[(7, 9)]] * 3
    assert pickle.loads(pickle.dumps(asked[0])) == asked[0]
    with pytest.raises(wythoff.RequestError, match="has no memory"):
        wythoff.game("WN").ask(3, 5, history=[(4, 5)])


def test_all_methods_agree():
    for name in ("WN", "W^3", "W^4", "2WN^(3)", "3WN"):
        g = wythoff.game(name)
        reference = [[g.ask(x, y, method="reference").is_p for x in range(12)] for y in range(12)]
        assert g.window(0, 0, 12, 12).tolist() == reference, name
        assert g.window(0, 0, 12, 12, method="board").tolist() == reference, name


def test_rules_with_parameters():
    family = wythoff.rules(NIM_WITH_K)
    assert [p.name for p in family.parameters] == ["k"] and family.title == "Mine" and family.diagnostics == []
    g = family(k=3)
    assert g.ask(1, 4).is_p and g == wythoff.game("3WN") and hash(g) == hash(wythoff.game("3WN"))
    assert g.ask(1, 4).same_as is not None
    assert g != family(k=2)
    assert wythoff.compare(g, "3WN").equal == "proved"
    assert wythoff.compare("3WN", g).equal == "proved"
    assert pickle.loads(pickle.dumps(g)).name == g.name
    assert pickle.loads(pickle.dumps(family))(k=3) == g
    assert wythoff.game("beta", beta="1+phi").ask(10**30, 1).outcome == "N"


def test_wrong_rules_say_where():
    with pytest.raises(wythoff.RuleError) as caught:
        wythoff.rules("game \"x\"\nmove rook: s = 0 or u = 0\nmove b: s ==\n")
    assert (caught.value.line, caught.value.column) == (2, 21)
    assert len(caught.value.diagnostics) == 2 and caught.value.diagnostics[0]["message"]
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, wythoff.Error)
    assert pickle.loads(pickle.dumps(caught.value)).diagnostics == caught.value.diagnostics
    with pytest.raises(wythoff.RuleError):
        wythoff.rules(NIM_WITH_K)(k=0)
    with pytest.raises(wythoff.RequestError, match="did you mean"):
        wythoff.game("blockin")


def test_wrong_types_and_numbers_say_so():
    g = wythoff.game("WN")
    for call, error, words in [
        (lambda: wythoff.game(3), TypeError, "by its name"),
        (lambda: wythoff.rules(3), TypeError, "rules are a text"),
        (lambda: g.ask(1.5, 2), TypeError, "an integer, or a text"),
        (lambda: g.ask(-1, 2), wythoff.RequestError, "cannot be negative"),
        (lambda: g.ask(-(10**30), 2), wythoff.RequestError, "cannot be negative"),
        (lambda: g.ask(1), wythoff.RequestError, "played on 2 piles"),
        (lambda: g.ask(1, 2, method="x"), wythoff.RequestError, "is one of auto"),
        (lambda: g.columns(10**20), wythoff.RequestError, "can be at most"),
        (lambda: g.window(0, 0, 10**6, 10**6), wythoff.LimitError, "too large"),
        (lambda: g.prove(time="soon"), wythoff.RequestError, "is not a time"),
        (lambda: g.draw(to=5, colour="x"), wythoff.RequestError, "did you mean `colouring`"),
        (lambda: wythoff.search("W^k", automaton=True), wythoff.RuleError, "has no values"),
    ]:
        with pytest.raises(error, match=words):
            call()


def test_limits_are_named():
    with pytest.raises(wythoff.LimitError) as caught:
        wythoff.game("W^7").ask(10**30, 10**30)
    assert "too large" in str(caught.value)
    with pytest.raises(wythoff.LimitError):
        wythoff.game("W^7").columns(10**7, time=0.05)
    with pytest.raises(wythoff.LimitError):
        wythoff.game("W^7").columns(10**6, memory="1M")
    with pytest.raises(TypeError, match="there is no keyword"):
        wythoff.game("WN").ask(1, 2, tme=3)


def test_reports():
    beams = wythoff.game("W^3").beams(columns="10^4")
    assert beams.columns == 10_000 and beams.beams[0].slope.exact == "2"
    assert pickle.loads(pickle.dumps(beams)) == beams and hash(beams) == hash(wythoff.game("W^3").beams(10_000))
    assert wythoff.Report.read(beams.to_json()) == beams
    with pytest.raises(AttributeError, match="there is no field"):
        beams.nothing
    assert "<table>" in beams._repr_html_() and repr(beams).startswith("<game='W^3'")


def test_sums():
    found = wythoff.sum(("WN", (3, 5)), (wythoff.game("nim"), (4, 1)))
    assert found.grundy == 5 and found.outcome == "N" and found.winning_moves[-1].to == (1, 1)
    assert found.sum[1].position == (4, 1)
    with pytest.raises(wythoff.RequestError, match="no Grundy values"):
        wythoff.sum(("W^4", (1, 2)))


def test_search():
    found = wythoff.search("for p in 1..2\nfor q in p+1..4\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n"
                           "move leap: s = p and t = q or s = q and t = p\n", like="WN")
    assert [row.verdict for row in found.rows] == ["no", "proved", "no", "no", "proved"]
    assert found.rows[0].first_difference == (1, 2)
    few = wythoff.search("kWN^(m)", beatty=True, values={"k": [1, 2], "m": range(1, 3)}, where="gcd(k,m) = 1")
    assert few.members == 3 and few.left_out == 1
    with pytest.raises(wythoff.RequestError, match="no family is called"):
        wythoff.search("nothing like it", beatty=True)


def test_star_learn_papers():
    assert wythoff.star(pair="sqrt(2)", to=20).of
    assert wythoff.star("WN", to=20) == wythoff.game("WN").star(to=20)
    assert wythoff.game("(3,2)IN").learn(games=5, seeds=2, size=30).rows
    item = wythoff.replicate("blocking-wythoff:Figure 1").items[0]
    assert item.as_recorded and wythoff.papers("blocking-wythoff").items


def test_play():
    match = wythoff.game("WN").play(10, 13)
    assert match.turn.player == "one" and match.turn.asked == "move"
    assert match.hint(3).act["move"] in wythoff.game("WN").ask(10, 13).winning_moves
    with pytest.raises(wythoff.RequestError, match="not a legal move"):
        match.move(9, 9)
    assert match.why().outcome == "N"
    again = pickle.loads(pickle.dumps(match))
    assert again == match and again.move(10, 6).position != (10, 13)
    while not match.over:
        step = match.hint(3).act
        match.move(step["move"])
    assert match.winner == "one" and all(note.merit != "mistake" for note in match.review() if note.player == "one")
    blocked = wythoff.game("W^3").play(3, 5)
    assert len(blocked.turn.forbidden) == 2
    asked = blocked.move(1, 3)
    assert asked.turn.asked == "forbid"
    assert asked.forbid(*[option.to for option in asked.turn.options[:2]]).turn.asked in ("move", "over")
    second = wythoff.game("WN").play(10, 13, you="two")
    assert second.position in wythoff.game("WN").ask(10, 13).winning_moves


def test_drawing():
    g = wythoff.game("W^4")
    for fmt, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("tikz", b"% Blocking")):
        assert g.draw(to=12, format=fmt).data.startswith(start), fmt
    assert g.draw(at=(11, 28)).svg and g.draw(against="W^3", to=20).svg
    own = wythoff.rules(NIM_WITH_K)(k=3)
    assert g.draw(against=own, to=10).svg != g.draw(to=10).svg
    assert g.draw(columns=10**4, size=200)._repr_svg_()
    assert wythoff.game("WN").draw(sequence="a,b", first=50, slope="phi").svg
    assert g.draw(to=10, format="png")._repr_png_() and g.draw(to=10, format="png")._repr_svg_() is None
    with pytest.raises(wythoff.RequestError, match="has no field"):
        g.draw(to=10, colour="red")


def test_everything_shows_itself(tmp_path):
    g = wythoff.game("W^4")
    assert g._repr_svg_().startswith("<svg") and "Blocking" in g._repr_html_() and g._repr_latex_() == "$W^{4}$"
    assert wythoff.game("2WN^(3)")._repr_latex_() == "$2WN^{(3)}$"
    assert "previous player" in g.ask(11, 28)._repr_html_()
    certificate = wythoff.game("WN").prove()
    assert "<svg" in certificate._repr_html_() and certificate.automaton._repr_svg_().startswith("<svg")
    g.draw(to=5).save(tmp_path / "w4.svg")
    assert (tmp_path / "w4.svg").read_text().startswith("<svg")
    odd = wythoff.rules('game "<script>alert(1)</script>"\nmove rook: s = 0 or t = 0')()
    assert "<script>" not in odd._repr_html_() and "<script>" not in odd.ask(1, 2)._repr_html_()
