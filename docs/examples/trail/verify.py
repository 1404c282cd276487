#!/usr/bin/env python3
"""Verifies a bank's trail that was written as a log (C2SP tlog-tiles), with nothing but Python.

    verify.py FOLDER KEY [EARLIER_CHECKPOINT]

KEY is what `clientbank trail key` prints. EARLIER_CHECKPOINT is a file that you have kept: the log must have grown
from it. The exit status is 0 when every entry is the one that the bank has signed.
"""

import base64
import hashlib
import os
import sys

PRIME = 2**255 - 19
D = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME
ORDER = 2**252 + 27742317777372353535851937790883648493


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# Ed25519 (RFC 8032, section 5.1), to verify alone.
def recovered(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, PRIME - 2, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if (x * x - square) % PRIME:
        raise ValueError("no point")
    return x if x % 2 == sign else PRIME - x


def point(octets):
    number = int.from_bytes(octets, "little")
    y = number & (1 << 255) - 1
    x = recovered(y, number >> 255)
    return (x, y, 1, x * y % PRIME)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % PRIME, (p[1] + p[0]) * (q[1] + q[0]) % PRIME
    c, d = 2 * p[3] * q[3] * D % PRIME, 2 * p[2] * q[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def times(number, p):
    sum_ = (0, 1, 1, 0)
    while number:
        if number & 1:
            sum_ = add(sum_, p)
        p, number = add(p, p), number >> 1
    return sum_


def is_signed(public, text, signature):
    if len(signature) != 64 or int.from_bytes(signature[32:], "little") >= ORDER:
        return False
    y = 4 * pow(5, PRIME - 2, PRIME) % PRIME
    x = recovered(y, 0)
    challenge = hashlib.sha512(signature[:32] + public + text).digest()
    left = times(int.from_bytes(signature[32:], "little"), (x, y, 1, x * y % PRIME))
    right = add(point(signature[:32]), times(int.from_bytes(challenge, "little") % ORDER, point(public)))
    return not ((left[0] * right[2] - right[0] * left[2]) % PRIME or (left[1] * right[2] - right[1] * left[2]) % PRIME)


def checkpoint(note, key):
    """Size, root and first entry of a checkpoint that the key has signed (C2SP signed-note, tlog-checkpoint)."""
    name, identifier, encoded = key.split("+", 2)
    octets = base64.b64decode(encoded)
    if octets[0] != 1 or sha256(name.encode(), b"\n", octets)[:4].hex() != identifier:
        raise ValueError("no key of this kind")
    text, signatures = note.split("\n\n", 1)
    text += "\n"
    origin, size, root, further = text.split("\n")[:4]
    begins = int(further.removeprefix("begins ")) if further.startswith("begins ") else 0
    for line in signatures.splitlines():
        dash, signer, signature = line.split(" ")
        raw = base64.b64decode(signature)
        if (dash, signer, raw[:4].hex()) == ("\u2014", name, identifier) and is_signed(octets[1:], text.encode(), raw[4:]):
            if origin == name:
                return int(size), base64.b64decode(root), begins
    raise ValueError("the checkpoint is not signed by this key")


def path(level, index, width):
    elements = ["%03d" % (index % 1000)]
    while index >= 1000:
        index //= 1000
        elements.insert(0, "x%03d" % (index % 1000))
    return os.path.join("tile", level, *elements) + ("" if width == 256 else f".p/{width}")


def read(folder, level, index, width):
    """A tile or a bundle of this width, or the full one; and which of the two."""
    for wide in (width, 256):
        name = os.path.join(folder, path(level, index, wide))
        if os.path.exists(name):
            with open(name, "rb") as file:
                return file.read(), wide
    return None, 0


def leaves(folder, size, begins):
    """The hashes of all entries, each from the entry itself and compared with its tile."""
    hashes = []
    for index in range((size + 255) // 256):
        width = min(256, size - index * 256)
        (bundle, wide), (tile, _) = read(folder, "entries", index, width), read(folder, "0", index, width)
        if tile is None or len(tile) < width * 32 or bundle is None and index * 256 >= begins:
            raise ValueError(f"{path('entries', index, width)} or its tile is missing")
        if bundle is None:
            # Entries of this bundle or after it had left for an archive when the folder began.
            hashes += [tile[place * 32 : place * 32 + 32] for place in range(width)]
            continue
        at = 0
        for place in range(width):
            length = int.from_bytes(bundle[at : at + 2], "big")
            entry = bundle[at + 2 : at + 2 + length]
            hash_ = sha256(b"\0", entry)
            if len(entry) < length or hash_ != tile[place * 32 : place * 32 + 32]:
                raise ValueError(f"entry {index * 256 + place} is another than its leaf")
            hashes.append(hash_)
            at += 2 + length
        if at != len(bundle) and wide == width:
            raise ValueError(f"bundle {index} has more entries than the log")
    return hashes


def root(hashes):
    """MTH of RFC 6962, section 2.1, from the left: perfect subtrees, then those that are left over."""
    stack = []
    for number, hash_ in enumerate(hashes, 1):
        stack.append(hash_)
        while number % 2 == 0:
            right, left = stack.pop(), stack.pop()
            stack.append(sha256(b"\1", left, right))
            number //= 2
    while len(stack) > 1:
        right, left = stack.pop(), stack.pop()
        stack.append(sha256(b"\1", left, right))
    return stack[0] if stack else None


def main(folder, key, earlier=None):
    with open(os.path.join(folder, "checkpoint"), encoding="utf-8", newline="") as file:
        size, signed, begins = checkpoint(file.read(), key)
    hashes = leaves(folder, size, begins)
    if size and root(hashes) != signed:
        raise ValueError("the entries have another root than the checkpoint")
    if earlier:
        with open(earlier, encoding="utf-8", newline="") as file:
            before, old, _ = checkpoint(file.read(), key)
        if before > size or before and root(hashes[:before]) != old:
            raise ValueError(f"the log has not grown from the {before} entries of the earlier checkpoint")
    absent = f"; the first {min(begins, size)} by their hashes alone" if begins else ""
    print(f"{size} entries, signed and whole{absent}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (ValueError, OSError, IndexError) as error:
        sys.exit(f"{error}")
