"""Verbs with which functions outside the games begin; a new one is added here."""

VERBS = frozenset(
    """
    accept acquire adapt add admit advance announce answer append apply ask assign audit backup ban begin block
    build cache call can cancel cap capitalize capture carry cast change charge check choose claim clean clear close
    collect commit compact compare complete compute concede confirm connect contains convert copy correct count
    create crop cut deal decide decode defer delay delete deliver demote derive describe deserialize disambiguate
    discard disconnect discover dispatch distribute divide do download draw drop dump edit enable encode end enqueue
    enter erase escape estimate evaluate examine execute expand explain export extend extract fetch fill filter find
    finish fit flatten flush follow forget format forward found free from generate get give go grant group guard
    handle has hash have hire hold identify ignore import increase insert invalidate invite is iterate join keep
    kick label lay leave let limit link list listen load lock log look make manage map mark mask match may measure
    merge migrate move must mute name next normalize note notify number observe offer on open order pack paint pair
    parse pass pause pin ping place plan play poll post predict prepare print process promote prompt propose prove
    publish pull push put raise rank rate read rebuild receive reconnect record recover redeal redo redraw refresh
    refuse register reject release remember remind remove rename render renew reopen repair repeat replace replay
    reply report repost request require resample reserve reset resolve restart restore resume retire retry return
    reverse revert review revoke rewrite rotate route run sample sanitize save scale schedule score seal search seat
    seed select send separate serialize serve set settle setup shift shorten should show shrink shuffle sign
    simulate skip sort split spread stack stage start stop store strip submit subscribe subtract suggest sum swap
    sweep switch take tally tell tick to toggle track translate truncate try turn undo unlock unpack unregister
    update upgrade upload validate verify view vote wait wake warn with withhold wrap write yield
    """.split()  # noqa: SIM905 - one word a line would take a page
)
