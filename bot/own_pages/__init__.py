"""Pages on which players play their own tables in a browser, off unless the operator sets `BOARDROOM_PLAY`.

They have an origin of their own, so that the public pages of `bot/web` keep their promises. They hold no rules: a page
is rendered from its reader's `PanelContext`, and an answer takes the path of a press, through `Host.answer_question`.
"""
