"""BLAKE2b, the hash of chains, seals and seeds.

As `hashlib` gives it, without what that loads besides: OpenSSL takes 3 ms of every start.
"""

from _blake2 import blake2b

__all__ = ["blake2b"]
