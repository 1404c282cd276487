"""A person in a browser, for the programs of docs/FIRST-HOUR.md: starts one, logs in where it says to, and checks that it comes to
its end.

    person.py PROGRAM ARGUMENT...

IDENTITY says where the identity provider is. Python's own library does.
"""

import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "person"))
from login import log_in

# For a machine that is busy with other things.
LONGEST_S = 300
STEPS = ["1. read: 200 ", "2. unsigned payroll executed: ", "3. signed payroll executed: ", "4. events received: ", "5. failure rehearsed: "]


def main():
    program = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
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


main()
