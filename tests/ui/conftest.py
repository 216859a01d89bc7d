"""Hypothesis looks for what is wrong, not for what is slow: tests run beside each other on busy machines."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
