"""Discord front end, the same for every game: questions and pages become messages and controls."""
