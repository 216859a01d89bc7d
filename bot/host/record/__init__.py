"""Records of games: logs, exports, proofs, replays and reviews."""
