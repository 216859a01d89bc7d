"""Erasure, retention and public visibility of what is stored about people and servers."""
