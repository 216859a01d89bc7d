"""2 - Transactions and steering, II - Steering."""

from __future__ import annotations

import pytest

from bot.engine.play import IllegalMove
from bot.engine.questions import Choose, Subset
from bot.engine.table import AnswerSealed
from bot.games.goodwill.components import AMBER, BLACK, BOX, CRIMSON
from bot.games.goodwill.moves import Ballot, Nominate, VoteOn
from bot.games.goodwill.news import BossReplaced, BossStays, CandidatesNamed, CandidateVotes, VotesCounted
from bot.games.goodwill.text import say
from tests.games.goodwill.dealing import FOUR, Evening, goodwill

EVERYBODY = FOUR.split()


def steering(**shares: int) -> Evening:
    """Amber, led by Cosima, after its two transactions; Mitsy, Baldric and Idris are available."""
    game = goodwill().with_bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar")
    game.with_available("Mitsy", "Baldric", "Idris").with_boss_on_top("Dutton")
    if shares:
        game.with_shares(AMBER, **shares)
    return game.until("Amber: candidates for boss")


def test_shareholders_may_propose_one_of_the_three_available_bosses_or_nobody() -> None:
    """GW-14: each of them once."""
    game = steering(Julien=5, Fred=5)
    assert game.asked == ["Julien", "Fred"]
    question = game.question("Fred")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == ["Mitsy", "Baldric", "Idris", "Nobody"]
    assert not question.is_legal(Nominate(boss=game.boss_id("Dutton")))
    assert not question.is_legal(Nominate(boss=game.boss_id("Cosima")))


def test_a_player_who_has_no_share_proposes_nobody_and_does_not_vote() -> None:
    game = steering(Julien=5, Fred=5)
    with pytest.raises(IllegalMove):
        game.move("Eric", Nominate(boss=game.boss_id("Mitsy")))
    game.nominate(Julien="Mitsy")
    assert game.asked == ["Julien", "Fred"]
    assert game.waiting == "Amber: vote on Mitsy"


@pytest.mark.parametrize("dividends", [False, True])
def test_a_candidate_is_described_by_what_counts_at_this_table(dividends: bool) -> None:
    game = goodwill(dividends=dividends).with_bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar")
    payer = next(boss for boss in game.table.box.bosses if boss.pays_dividends and boss.policy)
    assert payer.name not in game.bosses.values()
    game.with_available(payer.name, "Mitsy", "Dutton").with_shares(AMBER, Julien=5, Fred=5)
    question = game.until("Amber: candidates for boss").question("Fred")
    assert isinstance(question, Choose)
    described = question.options[0].hint
    assert f"(swaps {payer.policy[0].old}" in described, "what a boss would do with the company's resources is said"
    assert ("pays dividends" in described) is dividends


def test_six_yes_votes_replace_the_boss() -> None:
    game = steering(Julien=4, Fred=2, Eric=4).nominate(Julien="Mitsy").ballot(Julien="Mitsy", Fred="Mitsy")
    assert game.bosses == {AMBER: "Mitsy", BLACK: "Fabiola", CRIMSON: "Gunnar"}
    assert game.last_news == BossReplaced(company=AMBER, new="Mitsy", old="Cosima", joins="Dutton")
    assert game.asked == EVERYBODY
    assert game.waiting == "Black: first price"


def test_five_yes_votes_are_not_enough() -> None:
    game = steering(Julien=3, Fred=2, Eric=5).nominate(Julien="Mitsy").ballot(Julien="Mitsy", Fred="Mitsy")
    assert game.bosses[AMBER] == "Cosima"
    assert game.last_news == BossStays(company=AMBER, boss="Cosima")
    assert game.available == ["Mitsy", "Baldric", "Idris"]
    assert game.waiting == "Black: first price"


def test_the_number_of_votes_is_absolute_not_a_share_of_those_cast() -> None:
    game = steering(Julien=5, Fred=5).nominate(Julien="Mitsy").ballot(Julien="Mitsy")
    assert game.bosses[AMBER] == "Cosima"
    assert game.waiting == "Black: first price"


def test_the_old_boss_goes_under_the_pile_and_its_top_becomes_available() -> None:
    game = steering(Julien=10)
    pile = game.boss_pile
    assert pile[0] == "Dutton"
    game.nominate(Julien="Baldric").ballot(Julien="Baldric")
    assert game.boss_pile == [*pile[1:], "Cosima"]
    assert game.available == ["Mitsy", "Dutton", "Idris"]
    assert game.waiting == "Black: first price"


def test_each_share_is_one_vote() -> None:
    game = steering(Julien=1, Fred=2, Eric=3, Chris=4).nominate(Chris="Idris").ballot(Fred="Idris", Chris="Idris")
    (counted,) = game.told(VotesCounted)
    assert counted.threshold == 6
    assert counted.results == [CandidateVotes(boss="Idris", yes=[game.seat("Fred"), game.seat("Chris")], votes=6)]
    assert game.bosses[AMBER] == "Idris"
    assert game.waiting == "Black: first price"


def test_with_four_players_five_votes_are_enough_at_crimson_alone() -> None:
    """GW-4: "the majority +1 will be reached with 5 votes"."""
    game = goodwill().with_shares(CRIMSON, Julien=5, Fred=3).with_shares(AMBER, Julien=5, Fred=5)
    game.until("Amber: candidates for boss")
    first = game.available[0]
    game.nominate(Julien=first).ballot(Julien=first)
    assert game.bosses[AMBER] != first
    game.until("Crimson: candidates for boss").nominate(Julien=first).ballot(Julien=first)
    assert game.bosses[CRIMSON] == first
    assert game.table.year == 1954
    assert game.waiting == "Amber: first price"


def test_equal_proposals_are_one_candidate_in_order_from_the_lead() -> None:
    """GW-14: equal ones merge. GW-2: in 1954 the second seat leads."""
    game = goodwill().in_year(1954).with_bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar")
    game.with_available("Mitsy", "Baldric", "Idris")
    game.until("Amber: candidates for boss")
    game.nominate(Julien="Mitsy", Fred="Idris", Eric="Mitsy", Chris="Idris")
    (named,) = game.told(CandidatesNamed)
    assert named.candidates == ["Idris", "Mitsy"]
    assert {game.name(seat): boss for seat, boss in named.nominations.items()} == {
        "Julien": "Mitsy",
        "Fred": "Idris",
        "Eric": "Mitsy",
        "Chris": "Idris",
    }
    assert game.waiting == "Amber: vote on Idris / Mitsy"
    assert game.asked == EVERYBODY


def test_proposals_are_secret_until_all_are_in() -> None:
    game = steering().move("Julien", Nominate(boss=None))
    assert [type(piece.news) for piece in game.latest] == [AnswerSealed]
    assert "proposes nobody (sealed)" in game.hand("Julien")
    assert game.take_back("Julien").asked == EVERYBODY


def test_nobody_proposes_anybody() -> None:
    game = steering().nominate()
    assert isinstance(game.last_news, CandidatesNamed)
    assert game.last_news.candidates == []
    assert game.bosses[AMBER] == "Cosima"
    assert game.asked == EVERYBODY
    assert game.waiting == "Black: first price"


@pytest.mark.parametrize(("boss", "no"), [("Cosima", "No, keep Cosima"), (None, "No, leave it without a boss")])
def test_a_no_to_an_only_candidate_says_what_it_leaves(boss: str | None, no: str) -> None:
    game = goodwill().with_bosses(Amber=boss, Black="Fabiola", Crimson="Gunnar")
    game.with_available("Mitsy", "Baldric", "Idris").until("Amber: candidates for boss")
    question = game.nominate(Julien="Mitsy").question("Julien")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == ["Yes, Mitsy", no]


def test_everybody_answers_yes_or_no_to_each_candidate() -> None:
    game = steering().nominate(Julien="Mitsy", Fred="Idris")
    question = game.question("Chris")
    assert isinstance(question, Subset)
    assert [item.label for item in question.items] == ["Mitsy", "Idris"]
    for approve in ([], ["Mitsy"], ["Idris"], ["Mitsy", "Idris"]):
        assert question.is_legal(Ballot(approve=tuple(game.boss_id(name) for name in approve)))
    assert not question.is_legal(Ballot(approve=(game.boss_id("Baldric"),)))
    assert game.asked == EVERYBODY


def test_ballots_are_secret_until_all_are_in_and_then_shown_with_names_and_counts() -> None:
    """GW-15."""
    game = steering(Julien=3, Fred=3, Eric=2, Chris=2).nominate(Julien="Mitsy")
    game.move("Julien", Ballot(approve=(game.boss_id("Mitsy"),)))
    assert [type(piece.news) for piece in game.latest] == [AnswerSealed]
    game.move("Fred", Ballot(approve=(game.boss_id("Mitsy"),)))
    game.move("Eric", Ballot(approve=()))
    assert game.told(VotesCounted) == []
    game.move("Chris", Ballot(approve=()))
    assert any("Mitsy is elected with 6 yes votes (Julien 3, Fred 3); 6 needed." in text for text in game.reads(None))
    assert game.bosses[AMBER] == "Mitsy"
    assert game.waiting == "Black: first price"


def test_nobody_is_asked_for_a_vote_that_cannot_change_anything() -> None:
    """GW-36: Julien alone has enough votes, and without him nobody has; Chris's one vote never makes six."""
    game = steering(Julien=7, Fred=3).nominate(Fred="Mitsy")
    assert game.asked == ["Julien"]
    game.move("Julien", Ballot(approve=(game.boss_id("Mitsy"),)))
    assert game.bosses[AMBER] == "Mitsy"
    assert any("7 yes votes (Julien 7)" in text for text in game.reads(None))
    other = steering(Julien=3, Fred=3, Eric=3, Chris=1).nominate(Chris="Mitsy")
    assert other.asked == ["Julien", "Fred", "Eric"]
    assert any("You are not asked: your votes cannot change the result." in text for text in other.reads("Chris"))
    assert not any("ou are not asked" in text for text in other.reads("Julien"))
    other.ballot(Julien="Mitsy", Fred="Mitsy", Eric="")
    assert other.bosses[AMBER] == "Mitsy"
    assert other.waiting == "Black: first price"


def test_who_owns_no_share_reads_why_they_are_not_asked() -> None:
    game = steering(Julien=7, Fred=3).nominate()
    assert "1953, Amber: nobody is proposed as boss; Cosima stays in charge." in game.reads("Julien")
    (text,) = [text for text in game.reads("Eric") if "nobody is proposed" in text]
    assert text.startswith("You have no Amber share and no vote. 1953, Amber: ")


def test_who_is_not_asked_for_a_vote_reads_that_it_could_not_change_anything() -> None:
    """GW-36."""
    game = steering(Julien=7, Fred=3).nominate(Fred="Mitsy").ballot(Julien="Mitsy")
    (fred,) = [text for text in game.reads("Fred") if "elected" in text]
    (julien,) = [text for text in game.reads("Julien") if "elected" in text]
    assert fred.endswith(" Your votes could not change that.")
    assert "could not change" not in julien


def test_a_candidate_is_not_said_to_have_no_yes_where_votes_were_not_asked_for() -> None:
    results = [CandidateVotes(boss="Idris", yes=[1], votes=7), CandidateVotes(boss="Mitsy", yes=[], votes=0)]
    votes = VotesCounted(year=1953, company=AMBER, threshold=6, shares={1: 7, 2: 3}, results=results)
    assert say(votes, None).endswith("Idris is elected with 7 yes votes (<seat:1> 7); 6 needed. Mitsy 0 yes.")
    unasked = votes.model_copy(update={"unneeded": [2]})
    assert say(unasked, None).endswith("Idris is elected with 7 yes votes (<seat:1> 7); 6 needed.")


def test_an_empty_chair_is_not_spoken_of_as_a_present_boss() -> None:
    game = goodwill().with_bosses(Amber=None).until("Amber: candidates for boss")
    question = game.question("Julien")
    assert isinstance(question, Choose)
    assert question.prompt == "1953, Amber: propose a boss?"
    assert question.options[-1].hint == "No boss, unless others propose somebody."
    assert steering().question("Julien").prompt == "1953, Amber: propose a new boss?"


def test_that_a_vote_goes_on_tells_nothing_of_the_votes_that_are_in() -> None:
    """GW-36: Julien's no has decided it, but who read that it ended, or goes on, would know what he had voted."""
    game = steering(Julien=5, Fred=5).nominate(Fred="Mitsy")
    game.move("Julien", Ballot(approve=()))
    assert game.asked == ["Fred"]


def test_with_several_candidates_every_vote_can_settle_who_has_most() -> None:
    """GW-36."""
    game = steering(Julien=8, Fred=2).nominate(Julien="Mitsy", Fred="Idris")
    assert game.asked == ["Julien", "Fred"]
    game.ballot(Julien="Mitsy Idris", Fred="Idris")
    assert game.bosses[AMBER] == "Idris"


def test_with_votes_one_by_one_nobody_is_asked_in_vain_either() -> None:
    """GW-36."""
    game = goodwill(vote="sequential").with_shares(AMBER, Julien=8, Fred=2).until("Amber: candidates for boss")
    first, second, _ = game.available
    game.nominate(Julien=first, Fred=second)
    assert game.asked == ["Julien"]
    game.move("Julien", VoteOn(boss=game.boss_id(first), yes=False))
    assert game.waiting == f"Amber: vote on {second}"
    assert game.asked == ["Julien"]


def test_in_games_of_earlier_editions_every_shareholder_is_asked() -> None:
    """GW-36: a game keeps the rulings it began with."""
    box = BOX.model_copy(update={"edition": 2})
    game = goodwill(box=box).with_shares(AMBER, Julien=7, Fred=3).until("Amber: candidates for boss")
    game.nominate(Fred=game.available[0])
    assert game.asked == ["Julien", "Fred"]


def test_of_several_successful_candidates_most_votes_win() -> None:
    """GW-16."""
    game = steering(Julien=4, Fred=3, Eric=3).nominate(Julien="Mitsy", Fred="Idris")
    game.ballot(Julien="Mitsy Idris", Fred="Mitsy Idris", Eric="Idris")
    assert [(result.boss, result.votes) for result in game.told(VotesCounted)[0].results] == [
        ("Mitsy", 7),
        ("Idris", 10),
    ]
    assert game.bosses[AMBER] == "Idris"
    assert game.waiting == "Black: first price"


def test_of_equal_successful_candidates_the_earlier_one_wins() -> None:
    """GW-16: earlier in the order of the candidates."""
    game = steering(Julien=4, Fred=6).nominate(Julien="Mitsy", Fred="Idris").ballot(Fred="Mitsy Idris")
    assert game.bosses[AMBER] == "Mitsy"
    counted = (
        "Mitsy is elected with 6 yes votes (Fred 6); 6 needed. Idris 6 yes (Fred 6). "
        "6 yes each: Mitsy was proposed first, clockwise from the lead."
    )
    assert f"1953, Amber: {counted}" in game.reads(None)
    assert game.available == ["Dutton", "Baldric", "Idris"]
    assert game.waiting == "Black: first price"


def test_only_one_replacement_a_year() -> None:
    game = steering(Julien=10).nominate(Julien="Mitsy").ballot(Julien="Mitsy")
    assert len(game.told(BossReplaced)) == 1
    assert game.waiting == "Black: first price"


def test_a_company_without_a_boss_gets_one() -> None:
    game = goodwill().with_bosses(Amber=None).with_available("Mitsy", "Dutton", "Idris").with_shares(AMBER, Julien=10)
    game.until("Amber: candidates for boss").nominate(Julien="Dutton").ballot(Julien="Dutton")
    assert game.bosses[AMBER] == "Dutton"
    assert any("Amber: Dutton is in charge now. " in text for text in game.reads(None))
    assert len(game.boss_pile) == 4
    assert game.waiting == "Black: first price"


def test_a_company_without_a_boss_keeps_none_until_a_vote_succeeds() -> None:
    game = goodwill().with_bosses(Amber=None).until("Amber: candidates for boss").nominate()
    assert game.bosses[AMBER] is None
    assert "1953, Amber: nobody is proposed as boss; the company still has no boss." in game.reads(None)
    assert game.waiting == "Black: first price"


def test_the_new_boss_cannot_be_hired_a_second_time() -> None:
    game = steering(Julien=10).nominate(Julien="Mitsy").ballot(Julien="Mitsy").until("Black: candidates for boss")
    question = game.question("Julien")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == ["Dutton", "Baldric", "Idris", "Nobody"]
    assert game.asked == EVERYBODY


def test_the_default_proposes_nobody_and_votes_no() -> None:
    game = steering(Julien=5, Fred=5).default("Julien").move("Fred", Nominate(boss=None))
    assert game.told(CandidatesNamed)[-1].candidates == []
    game.until("Black: candidates for boss").nominate(Julien="Mitsy")
    assert game.waiting == "Black: vote on Mitsy"
    for name in game.asked:
        game.default(name)
    assert game.told(VotesCounted)[-1].results == [CandidateVotes(boss="Mitsy", yes=[], votes=0)]
    assert game.waiting == "Crimson: first price"


def test_the_default_says_no_to_each_of_several_candidates() -> None:
    game = steering().nominate(Julien="Mitsy", Fred="Idris")
    for name in game.asked:
        game.default(name)
    assert [result.votes for result in game.told(VotesCounted)[-1].results] == [0, 0]
    assert game.waiting == "Black: first price"


def test_a_menu_says_what_each_boss_costs_and_can() -> None:
    game = steering()
    question = game.question("Julien")
    assert isinstance(question, Choose)
    assert question.options[0].hint == "$15/year, innovation 0, yield 2, advertising 3"
    assert game.asked == EVERYBODY
