"""The lesson: a few minutes of Carnegie, from the company's start to the results of its first round."""

from bot.engine.lesson import Lesson

LESSON = Lesson(
    players=2,
    seed="lesson1891",
    answers=4,
    to_the_end_of="round",
    opening=(
        "**The aim**: the most VP after twenty rounds. Each round one of you picks a **row of the timeline**: first "
        "its next space brings income or donations, then everybody uses departments of that kind.\n"
        "Only **active** workers can be used. Some stay; others go on a **mission** to a region, and come back when "
        "that region has income. Projects on the map, links between big cities, project tabs, departments and "
        "donations are what scores."
    ),
    hints={
        "foundation": (
            "Your first project is free. Big cities can be linked later: New York and Chicago are only one city "
            "apart. The department you reserve is the first you will place: one of Construction lets you build more."
        ),
        "first moves": (
            "Workers in the lobby do nothing. Two moves bring one to Construction or Research & Development, one move "
            "to Commerce & Finance; then activate them for a few dollars."
        ),
        "action selection": (
            "With **Construction** you build with each active worker there, for 1 or 2 cubes. With **Research & "
            "Development** you slide tabs: VP at the end, and more projects to build."
        ),
        "use departments": (
            "Each project that is built uncovers a slot of its tab, which pays with every income from then on, and its "
            "worker waits in that region for its income. Whoever is moved instead can be activated when the round ends."
        ),
    },
    closing=(
        "So a round goes: the event, the departments, then activating. When your worker's region comes up on the "
        "timeline, take it back: your track there pays for it, and **all your uncovered slots pay**. With that money "
        "you donate, which scores most of all. Once you have used your departments, your panel lets you decide "
        "the next income and donation ahead: do it, and nobody waits for you. Alone you can play against Andrew, who "
        "has a card for each round."
    ),
)
