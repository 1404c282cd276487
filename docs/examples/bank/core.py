"""Tells the channel what a core has booked, where the core keeps the accounts. Python 3.9 and openssl, no packages.

python3 core.py NAME KEY.pem ADDRESS FACTS     NAME and KEY.pem as `clientbank systems add` knows them

FACTS is a file that only grows: each line is a fact as docs/CONNECT.md has it, and the number of the line is its number.
"""
import itertools
import json
import sys
import time

from bank import call

FACTS = sys.argv[4]
BUNCH = 10_000  # facts that are told at once, at most
PAUSE_S = 1


def facts_from(number):
    """The facts from a number on. A line without an end is still being written."""
    with open(FACTS, encoding="utf-8") as file:
        lines = list(itertools.islice(file, number - 1, number - 1 + BUNCH))
    return [json.loads(line) for line in lines if line.endswith("\n")]


def main():
    # The channel says how far it is, so that nothing has to be kept here: after a crash on either side, and after a
    # restore of the channel, it goes on there.
    number = call("/bank/v1/feed").get("next", 1)
    while True:
        facts = facts_from(number)
        if not facts:
            time.sleep(PAUSE_S)
            continue
        told = call("/bank/v1/feed", {"first": number, "facts": facts})
        if "next" not in told:
            print(told.get("code"), told.get("message"), flush=True)
            time.sleep(PAUSE_S)
            number = call("/bank/v1/feed").get("next", number)
            continue
        print(f"{number} to {told['next'] - 1}: {told['taken']} new, {told['repeated']} again", flush=True)
        for one in told["differences"]:
            print(one["number"], one["code"], one["message"], flush=True)
        number = told["next"]


if __name__ == "__main__":
    main()
