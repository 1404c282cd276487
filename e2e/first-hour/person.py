"""A person in a browser, for the programs of docs/FIRST-HOUR.md: starts one and gives the login up, starts it again, logs in where it
says to, and checks that it comes to its end, with tokens that were refreshed on the way.

    person.py PROGRAM ARGUMENT...

IDENTITY says where the identity provider is, ADMINISTRATION where the port of the demo is that keeps the log of calls. Python's own
library does.
"""

import json
import os
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "person"))
from login import cancel, log_in

# For a machine that is busy with other things.
LONGEST_S = 300
STEPS = ["1. read: 200 ", "2. unsigned payroll executed: ", "3. signed payroll executed: ", "4. events received: ", "5. failure rehearsed: ",
         "6. logged out"]
# Further ahead than tokens live: each call refreshes them first.
AHEAD_S = "900000"


def give_up():
    """The person cancels, and the program says in words that nobody has logged in."""
    program = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    watch = threading.Timer(LONGEST_S, program.kill)
    watch.start()
    try:
        line = program.stdout.readline()
        urllib.request.urlopen(cancel(line.split(": ", 1)[1].strip()), timeout=60).close()
        _, told = program.communicate()
    finally:
        program.kill()
        watch.cancel()
    if program.returncode != 1 or told.strip() != "nobody has logged in (access_denied: the user cancelled the login); start again to log in":
        sys.exit(f"{sys.argv[1]} ended with {program.returncode} after Cancel: {told}")


def tokens_fetched():
    """How often anybody asked for tokens."""
    with urllib.request.urlopen(os.environ["ADMINISTRATION"] + "/request-log?limit=1000", timeout=60) as answer:
        return sum(call["path"] == "/token" for call in json.load(answer)["calls"])


def main():
    give_up()
    before = tokens_fetched()
    program = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True, env={**os.environ, "AHEAD_S": AHEAD_S})
    watch = threading.Timer(LONGEST_S, program.kill)
    watch.start()
    seen = []
    try:
        for line in program.stdout:
            print("   ", line, end="", flush=True)
            if line.startswith("Open in the browser: "):
                # The last address is the program's own.
                urllib.request.urlopen(log_in(line.split(": ", 1)[1].strip()), timeout=60).close()
            else:
                seen.append(line)
    except BaseException:
        # Nobody logs in any more, so it would wait for ever.
        program.kill()
        raise
    finally:
        watch.cancel()
    if program.wait() != 0:
        sys.exit(f"{sys.argv[1]} ended with {program.returncode}")
    if len(seen) != len(STEPS) or not all(line.startswith(step) for line, step in zip(seen, STEPS)):
        sys.exit(f"{sys.argv[1]} said something else: {seen}")
    if tokens_fetched() - before < len(STEPS):
        sys.exit(f"{sys.argv[1]} did not refresh its tokens")


main()
