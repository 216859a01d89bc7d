"""Reasons for the bot's answer: the heaviest change in its estimate of the own final position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from bot.engine.advice import Advice, find_close_second
from bot.engine.drafting import begin_on_copy, get_asked_part, make_choice, play_parts
from bot.engine.multi_step import Stage
from bot.engine.questions import Choose, Question
from bot.engine.records import Move
from bot.engine.what_if import copy_for_trial
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.bots import TRIED, Mind, choose, standing
from bot.games.big_shoulders.first_plan import first_plan
from bot.games.big_shoulders.rules import supply_chain
from bot.games.big_shoulders.rules.action_phase import ActionTurn
from bot.games.big_shoulders.rules.offered_plan import Plan, in_offers, offered, sell_all
from bot.games.big_shoulders.rules.operation import Operation, operating
from bot.games.big_shoulders.rules.stock_phase import Trading, trading
from bot.games.big_shoulders.rules.turns import Turn
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.view import CityView

LEVEL = 5.0
"""Difference in final dollars up to which two answers count as equal."""


def advise(view: CityView, stage: Stage, parts: Sequence[Move], random: Random) -> Advice:
    """Return what the bot would answer, and why; see `Bots.advise`."""
    mind, question = Mind(view), stage.question
    match view.phase, question:
        case "action phase", _:
            return _action(mind, stage, parts, random)
        case "operation phase", _ if not _is_list(question, moves.Operate):
            return _operation(mind, stage, parts)
        case "stock phase", _ if not _is_list(question, moves.StockTurn):
            return _sale(mind, stage, parts)
        case _, Choose():
            return _listed(mind, question, choose(view, question, random))
        case _:
            raise ValueError(f"nothing is known of {question!r}")


def _is_list(question: Question | None, whole: type[Move]) -> bool:
    """Whether whole turns are offered, and not the parts of one."""
    return isinstance(question, Choose) and isinstance(question.moves[0], whole)


def _listed(mind: Mind, question: Choose, move: Move) -> Advice:
    """Return why one of a list of moves is the best."""
    match move:
        case moves.Found():
            scored = [(mind.first_company(other), other) for other in question.moves]
            return Advice(move, explain_first_company(mind, question), find_close_second(scored, move, LEVEL))
        case moves.ChooseTiles():
            scored = [(mind.tiles(other), other) for other in question.moves]
            return Advice(move, explain_tiles(mind, move), find_close_second(scored, move, LEVEL))
        case moves.StockTurn():
            there = {str(other): play_whole_turn(mind, Trading(seat=mind.me), other) for other in question.moves}
        case _:
            turn = Operation(seat=mind.me, company=mind.view.operating[0])
            there = {str(other): play_whole_turn(mind, turn, other) for other in question.moves}
    scored = [(mind.worth(there[str(other)]), other) for other in question.moves]
    if move == moves.StockTurn():
        why = "Nothing that you can buy should bring you more than it costs."
    else:
        why = _changes(mind, mind.table, there[str(move)])
    return Advice(move, why, find_close_second(scored, move, LEVEL))


def explain_first_company(mind: Mind, question: Question) -> str:
    """Return why the best first company is the best."""
    plan = first_plan(mind.view, question)
    return "No other company can earn more with its first factories." if plan is None else plan.why


def explain_tiles(mind: Mind, move: moves.ChooseTiles) -> str:
    """Return what the tile that is played should pay."""
    worth = format_dollars(mind.tile(mind.view.box.tile[move.play]))
    return (
        f"On your own track this tile should pay you about {worth} by the end of the game; you discard the weaker one."
    )


def play_whole_turn(mind: Mind, turn: Turn, move: Move) -> City:
    """Return the table as a whole turn leaves it."""
    there = copy_for_trial(mind.table)
    whole: moves.StockTurn | moves.Operate = move  # type: ignore[assignment]  # the moves of these phases
    play_parts(there, turn, whole.parts)
    return there


# What changes


def _changes(mind: Mind, before: City, after: City) -> str:
    """Return what a seat gains by what leads from one position to another, the most important first."""
    terms = sorted(list_terms(mind, before, after), key=lambda term: -term[0])
    total = sum(worth for worth, _ in terms)
    good = [words for worth, words in terms if worth >= 1][:2]
    bad = [words for worth, words in reversed(terms) if worth <= -1][:1]
    if not good:
        return "Every other way costs you more in the end." if bad else "It changes nothing that counts for you."
    but = f"; but {bad[0]}" if bad else ""
    ends = f"about {format_dollars(total)} better off" if total >= 1 else f"about {format_dollars(-total)} worse off"
    ends = "as well off as now" if abs(total) < 1 else ends
    rather = "" if total >= 1 else ", and every other way worse"
    return f"It should leave you {ends} by the end of the game{rather}: {' and '.join(good)}{but}."


def list_terms(mind: Mind, before: City, after: City) -> Iterator[tuple[float, str]]:
    """Yield what each part of the own position gains, in words, and what the others do; see `Mind.worth`."""
    me = mind.me
    was, now = before.everybody[me], after.everybody[me]
    cash = now.cash - was.cash
    yield cash, f"you have {format_dollars(abs(cash))} {_sign(cash)} in hand"
    yield mind.weighs.partner * (now.partners - was.partners), "you have a partner more"
    for company, owned in now.certificates.items():
        had = was.certificates[company].shares if company in was.certificates else 0
        share = mind.share(company, standing(after.companies[company])) if company in after.companies else 0.0
        old = mind.share(company, standing(before.companies[company])) if company in before.companies else 0.0
        gain = owned.shares * share - had * old
        name = mind.view.box.company[company].short
        if had == owned.shares:
            yield gain, f"your shares of {name} should bring {format_dollars(abs(gain))} {_sign(gain)}"
        elif gain > 0:
            yield gain, f"the shares of {name} should bring {format_dollars(gain)} with their dividends"
        else:
            yield gain, f"you miss the {format_dollars(-gain)} that the shares of {name} would bring"
    others = [seat for seat in after.seats if seat != me]
    theirs = sum(_of(mind, after, seat) - _of(mind, before, seat) for seat in others)
    counts = mind.weighs.others[mind.view.players] * theirs / len(others)
    yield -counts, f"your rivals {'gain' if theirs > 0 else 'lose'} {format_dollars(abs(theirs))}"


def _of(mind: Mind, table: City, seat: int) -> float:
    shares = {company: mind.share(company, standing(firm)) for company, firm in table.companies.items()}
    return mind.of_seat(table, seat, shares)


def _sign(change: float) -> str:
    return "more" if change > 0 else "less"


# Turns that are put together


def _action(mind: Mind, stage: Stage, parts: Sequence[Move], random: Random) -> Advice:
    """Return what comes next in a turn of the Action phase."""
    start = begin_on_copy(mind.table, ActionTurn(seat=mind.me))
    if not parts:
        whole = mind.action(random).parts
        turn = ActionTurn(seat=mind.me)
        scored = [(mind.worth(mind.carried_out(start, place)[1]), place) for place in turn.placements(start)]
        there = mind.carried_out(start, whole[0])[1]
        return Advice(whole[0], _changes(mind, start, there), find_close_second(scored, whole[0], LEVEL))
    for part in parts:
        make_choice(start, part)
    if stage.complete or stage.question is None:
        return Advice(None, "Your partner is placed, and the rest can wait.")
    if len(start.agenda) > 1:
        return _detail(mind, start)
    now = get_asked_part(start)
    if not isinstance(now, ActionTurn):
        raise TypeError(f"{now!r} is no turn of this phase")
    scored = [(mind.worth(mind.carried_out(start, place)[1]), place) for place in now.placements(start)]
    _, best = max(scored, key=lambda one: round(one[0], 6))
    there = mind.carried_out(start, best)[1]
    return Advice(best, _changes(mind, start, there), find_close_second(scored, best, LEVEL))


def _detail(mind: Mind, there: City) -> Advice:
    """Return how to settle a detail before the turn goes on, by its value at once."""
    options = list(get_asked_part(there).list_options(there))[:TRIED]
    scored = [(mind.worth(mind.chosen(there, option.move)), option.move) for option in options]
    _, best = max(scored, key=lambda one: round(one[0], 6))
    why = _changes(mind, there, mind.chosen(there, best))
    return Advice(best, why, find_close_second(scored, best, LEVEL))


def _sale(mind: Mind, stage: Stage, parts: Sequence[Move]) -> Advice:
    """Return the next sale or purchase, by its value at once."""
    start = begin_on_copy(mind.table, trading(mind.table, mind.me))
    for part in parts:
        make_choice(start, part)
    if not start.agenda or stage.question is None:
        return Advice(None, "There is nothing more to do.")
    scored: list[tuple[float, Move]] = [
        (mind.worth(mind.chosen(start, option.move)), option.move)
        for option in get_asked_part(start).list_options(start)
    ]
    worth, best = max(scored, key=lambda one: round(one[0], 6))
    if stage.complete and worth <= mind.worth(start):
        return Advice(None, "Nothing more that you can sell or buy should bring you more than it costs.")
    why, turn = _changes(mind, start, mind.chosen(start, best)), get_asked_part(start)
    if worth <= mind.worth(start) and isinstance(turn, Trading) and not turn.must_sell(start):
        why = "Nothing is worth selling now; of all sales this one costs you least."
    return Advice(best, why, find_close_second(scored, best, LEVEL))


def _operation(mind: Mind, stage: Stage, parts: Sequence[Move]) -> Advice:
    """Return what comes next in an operation: as in the best plan that begins so, or in what can be made of it."""
    company = mind.view.operating[0]
    before = begin_on_copy(mind.table, Operation(seat=mind.me, company=company))
    plans = [option.move.parts for option in offered(mind.table, company) if isinstance(option.move, moves.Operate)]
    begin_so = [plan for plan in plans if tuple(plan[: len(parts)]) == tuple(parts)]
    start = before
    for part in parts:
        make_choice(start, part)
    if stage.question is None or not start.agenda or (stage.complete and operating(start).at == "settled"):
        return Advice(None, "The revenue is settled, and the rest can wait.")
    ways = [Plan(copy_for_trial(start), parts=list(plan[len(parts) :])) for plan in begin_so if len(plan) > len(parts)]
    for way in ways:
        for part in way.parts:
            make_choice(way.table, part)
    ways += _finished(start)
    scored = [(mind.worth(way.table), way.parts) for way in ways if way.parts]
    worth, best = max(scored, key=lambda one: round(one[0], 6))
    whole = next(way for way in ways if way.parts is best)
    firsts: list[tuple[float, Move]] = [(each, rest[0]) for each, rest in scored]
    return Advice(
        best[0], _changes(mind, start, whole.table), find_close_second([*firsts, (worth, best[0])], best[0], LEVEL)
    )


def _finished(start: City) -> Iterator[Plan]:
    """Yield simple ways to finish an operation: a number of further factories, then paid out or kept."""
    ran = operating(start).ran
    for upto in range(ran, len(operating(start).cards(start)) + 1):
        plan = Plan(copy_for_trial(start))
        while len(plan.table.agenda) > 1:
            plan.do(plan.answer())
        if upto > ran and not _supplied(plan, upto):
            continue
        for number in range(ran + 1, upto + 1):
            if plan.turn.can_run(plan.table, number):
                plan.do(moves.RunFactory(factory=number))
        sell_all(plan)
        for option in list(plan.turn.ends(plan.table)):
            whole = plan.copied()
            whole.do(option.move)
            yield whole


def _supplied(plan: Plan, upto: int) -> bool:
    """Buy what the factories from the next one up to this one lack; return whether that worked."""
    lacking = plan.firm.lacks(plan.turn.needed(plan.table, upto))
    if not lacking:
        return True
    if not any(isinstance(option.move, moves.BuyCubes) for option in plan.turn.list_options(plan.table)):
        return False
    bought = supply_chain.cheapest(plan.table, list(Counter(lacking).elements()))
    if bought is None or sum(one.price for one in bought) > plan.firm.cash:
        return False
    for one in in_offers(plan, bought):
        plan.do(moves.BuyCubes(cubes=one))
    return True


def format_dollars(amount: float) -> str:
    """Return an amount in whole dollars."""
    return f"${round(amount)}"
