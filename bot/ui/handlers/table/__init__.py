"""Handlers at a running table: panels, answers, standing orders, prepared turns, pictures and the inbox."""
