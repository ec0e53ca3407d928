"""Which entries of a log still lie face down, and what may be shown of them."""

from referee.service.secrecy import covered, face_down

__all__ = ["covered", "face_down"]
