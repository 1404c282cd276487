"""`clientbank demo --with-bank`: the bank beside it answers what people of the demo send, and tells it at the terminal.

demo.py CLIENTBANK FOLDER
"""
import json
import os
import shutil
import subprocess
from programs import CLIENTBANK, FOLDER, free_port, pay, run

PAYMENTS = 3


def main():
    data, ports = FOLDER / "data", [free_port() for _ in range(4)]
    shutil.rmtree(FOLDER, ignore_errors=True)
    data.mkdir(parents=True)
    words = ["demo", "--with-bank", "--json", "--data", str(data)]
    for option, port in zip(("--api-port", "--identity-port", "--administration-port", "--bank-port"), ports):
        words += [option, str(port)]
    demo = subprocess.Popen([CLIENTBANK, *words], stdout=subprocess.PIPE, text=True)
    try:
        told = json.loads(demo.stdout.readline())
        tokens = run(CLIENTBANK, "demo", "token", "--user", "ivanova", "--administration", told["administration"], env=os.environ)
        person = {**os.environ, "API": told["api"]}
        for line in tokens.splitlines():
            name, _, value = line.removeprefix("export ").partition("=")
            person[name] = value.strip("'\"")
        pay("with-bank", PAYMENTS, person, data)
        for _ in range(PAYMENTS):
            line = demo.stdout.readline()
            assert line.startswith("bank, payments: payment.send ") and line.endswith(" DONE TAKEN\n"), line
    finally:
        demo.terminate()
        demo.wait(timeout=30)
    left = subprocess.run(["pgrep", "-f", f"bank.py payments payments.pem http://127.0.0.1:{ports[3]}"], capture_output=True)
    assert left.returncode != 0, "a system of the bank goes on after the demo"
    print(f"demo --with-bank: {PAYMENTS} payments, each told with its answer")


if __name__ == "__main__":
    main()
