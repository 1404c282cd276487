"""The programs of docs/CONNECT.md play the payment hub of a sandbox: killed, begun again, each payment answered once.

programs.py CLIENTBANK FOLDER PROGRAM...     PROGRAM: the words that start one of them, before NAME KEY ADDRESS
"""
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

CLIENTBANK, FOLDER, PROGRAM = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
FIRST, SECOND = 5, 40  # payments to other banks of the two statements
LONGEST_S = 120


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def run(*words, env, text=None):
    done = subprocess.run([str(word) for word in words], env=env, input=text, capture_output=True, text=True, timeout=LONGEST_S)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def pay(name, payments, env, data):
    """Sends a signed statement whose employees are all at another bank, and waits until it has ended."""
    statement = run(CLIENTBANK, "payroll", "sample", "--transfers", payments, "--other-bank", payments, "--external-id", name, env=env)
    signers = []
    for signer in ("ivanova-C00001-FIRST", "petrov-C00001-SECOND"):
        signers += ["--sign", f"{data}/demo-keys/{signer}.key,{data}/demo-keys/{signer}.crt"]
    submit = [CLIENTBANK, "payroll", "submit", "-", *signers, "--wait", "--longest-s", str(LONGEST_S - 20)]
    run(*submit, env=env, text=statement)
    status = json.loads(run(CLIENTBANK, "payroll", "status", name, "--json", env=env))["status"]
    assert status == "EXECUTED", f"{name} is {status}"


@contextlib.contextmanager
def channel(settings, role):
    """A sandbox of its own with a system `hub` of a role: the environment of a person of Romashka, the data, the bank API
    and the processes, which end with it."""
    data, ports = FOLDER / "data", [free_port() for _ in range(4)]
    shutil.rmtree(FOLDER, ignore_errors=True)
    data.mkdir(parents=True)
    api, identity, administration, bank = (f"http://127.0.0.1:{port}" for port in ports)
    env = {**os.environ, "CLIENTBANK_BANK_LISTEN": bank.removeprefix("http://"), **settings}
    words = ["sandbox", "--json", "--data", str(data), "--api-port", str(ports[0]), "--identity-port", str(ports[1])]
    words += ["--administration-port", str(ports[2])]
    run("openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", FOLDER / "hub.pem", env=env)
    run("openssl", "ec", "-in", FOLDER / "hub.pem", "-pubout", "-out", FOLDER / "hub.pub", env=env)
    running = [subprocess.Popen([CLIENTBANK, *words], env=env, stdout=subprocess.PIPE, text=True)]
    try:
        json.loads(running[0].stdout.readline())
        operator = {**env, "CLIENTBANK_DATABASE": f"sqlite:{data}/clientbank.db"}
        run(CLIENTBANK, "systems", "add", "hub", "--role", role, "--key", FOLDER / "hub.pub", env=operator)
        tokens = run(CLIENTBANK, "sandbox", "token", "--user", "ivanova", "--administration", administration, env=env)
        person = {**operator, "API": api}
        for line in tokens.splitlines():
            name, _, value = line.removeprefix("export ").partition("=")
            person[name] = value.strip("'\"")
        yield person, data, bank, running
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()


def main():
    Path(PROGRAM[-1]).read_text("utf-8" if PROGRAM[0] == "python3" else "ascii")  # Java 17 reads it in the locale's encoding
    with channel({"CLIENTBANK_ORDERS": "payment.send=bank"}, "payments") as (person, data, bank, running):

        def play():
            running.append(subprocess.Popen([*PROGRAM, "hub", "hub.pem", bank], cwd=FOLDER, env=person))

        play()
        pay("first", FIRST, person, data)
        running[-1].kill()
        running[-1].wait()
        (FOLDER / "hub.cursor").unlink(missing_ok=True)  # a death between an answer and the number that is kept
        with open(FOLDER / "hub.books", "a", encoding="utf-8") as torn:
            torn.write('{"order": "pay-')  # what a power loss leaves of a line
        play()
        pay("second", SECOND, person, data)
        books = (FOLDER / "hub.books").read_text("utf-8").splitlines()
        assert len(books) == FIRST + SECOND, f"{len(books)} payments in the books of the hub"
        assert len(set(books)) == len(books), "a payment was made twice"
    print(f"{PROGRAM[-1]}: {FIRST + SECOND} payments, each answered once")


if __name__ == "__main__":
    main()
