"""The program of docs/CONNECT.md that plays a core tells its bookings: killed in the middle, each is told once.

feed.py CLIENTBANK FOLDER PROGRAM...     PROGRAM: the words that start it, before NAME KEY ADDRESS FACTS
"""
import json
import subprocess
import urllib.request
from datetime import datetime, timezone

from programs import CLIENTBANK, FOLDER, PROGRAM, channel, run

ACCOUNT = "40702810600000000001"
SETTINGS = {"CLIENTBANK_ACCOUNTS": "core", "CLIENTBANK_ORDERS": "payroll.execute=bank, payment.send=none, unclaimed.settle=bank"}


def booked(number, at):
    """A booking of the core as a line of its file."""
    operation = {"id": f"ABS-{number}", "account": ACCOUNT, "amount": "-10.00" if number % 3 else "50.00"}
    operation |= {"postedAt": at, "valueDate": at[:10], "purpose": f"Операция {number}"}
    return json.dumps({"operation": operation}, ensure_ascii=False) + "\n"


def read(person, path):
    request = urllib.request.Request(person["API"] + path, headers={"Authorization": f"Bearer {person['ACCESS_TOKEN']}"})
    request.add_header("id-token", person["ID_TOKEN"])
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def balance(person):
    return read(person, f"/v1/accounts/{ACCOUNT}?fields=Balance")["balance"]


def main():
    with channel(SETTINGS, "core") as (person, data, bank, running):
        before, facts = balance(person), FOLDER / "core.facts"
        # The clock of a sandbox stands where it was set.
        at = datetime.now(timezone.utc).isoformat(timespec="seconds")

        def tell(numbers, torn=""):
            """Writes bookings down and waits until the program says that the last of them was told."""
            program = subprocess.Popen([*PROGRAM, "hub", "hub.pem", bank, facts], cwd=FOLDER, env=person, stdout=subprocess.PIPE, text=True)
            running.append(program)
            with open(facts, "a", encoding="utf-8") as file:
                file.writelines(booked(number, at) for number in numbers)
                file.write(torn)
            for line in program.stdout:
                assert "new" in line, line
                if f"to {numbers[-1]}:" in line:
                    break
            program.kill()
            program.wait()

        tell(range(1, 31), torn='{"operation": {"id": ')
        facts.write_text(facts.read_text("utf-8").rpartition("\n")[0] + "\n", "utf-8")  # a core that begins the line anew
        tell(range(31, 2_031))
        expected = sum(-10 if number % 3 else 50 for number in range(1, 2_031))
        assert balance(person) == before + expected, f"{balance(person)} is not {before} and {expected}"
        assert run(CLIENTBANK, "feed", "list", env=person) == "", "something is different"
        assert "every sum is zero" in run(CLIENTBANK, "check", env=person)
    print(f"{PROGRAM[-1]}: 2030 bookings, each told once")


if __name__ == "__main__":
    main()
