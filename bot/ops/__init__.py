"""Operator's tools: backups and restore drills, the doctor, metrics, and graceful shutdown."""
