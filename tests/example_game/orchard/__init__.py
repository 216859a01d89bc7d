"""The Orchard. Nothing is imported here, so that a host can read for which agreement it was written."""

BOARDROOM_API = 4
