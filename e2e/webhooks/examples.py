"""The examples of docs/WEBHOOKS.md, as they are printed, against a running demo: its commands are answered, and each program that
verifies takes a real delivery and refuses what was changed.

CLIENTBANK_ADMINISTRATION says where the demo is, and PATH has the program `clientbank`. The programs in Python run in this
interpreter, those in JavaScript beside the packages of e2e/oidc-clients. A language that this machine has not is named and left out;
that in Rust is compiled into a test of the area.
"""

import base64
import hashlib
import hmac
import http.server
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "e2e" / "oidc-clients"
WAIT_S = 60
# Older than what libraries take.
STALE_S = 6 * 60

# The words of the script for a shell, behind the secret.
HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")
PYTHON = """import json, sys
given = json.load(open(sys.argv[1]))
secret, public_key, headers, body = given["secret"], given["publicKey"], given["headers"], given["body"].encode("latin-1")
"""
JAVASCRIPT = """import { readFileSync } from "node:fs";
const given = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { secret } = given, request = { headers: given.headers }, body = Buffer.from(given.body, "latin1");
"""


def blocks(page):
    """Language and text of each fenced block."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S)


class Receiver(http.server.BaseHTTPRequestHandler):
    came = queue.Queue()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()
        own = {name.lower(): value for name, value in self.headers.items() if name.lower().startswith("webhook-")}
        self.came.put((body, own))

    def log_message(self, *_):
        pass


def shell(text, **variables):
    return subprocess.run(["bash", "-c", text], env=variables or None, capture_output=True, text=True, timeout=WAIT_S)


class Program:
    """A program of the page that verifies a delivery, and the word of its refusal."""

    def __init__(self, name, arguments, folder, refusal, checks_age):
        self.name, self.arguments, self.folder, self.refusal, self.checks_age = name, arguments, folder, refusal, checks_age

    def verifies(self, given):
        """Whether the program takes this delivery; any other end than success and refusal fails."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(given, file)
            file.flush()
            ended = subprocess.run([*self.arguments, file.name], cwd=self.folder, capture_output=True, text=True, timeout=WAIT_S)
        if ended.returncode == 0:
            return True
        if ended.returncode == 1 and (self.refusal in ended.stderr if self.refusal else not ended.stderr):
            return False
        raise AssertionError(f"{self.name} ended with {ended.returncode}: {ended.stderr}")


class Shell(Program):
    """One that is given words, the secret and the headers, and the file `body`: a script for a shell, and what is compiled."""

    def verifies(self, given):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "body").write_bytes(given["body"].encode("latin-1"))
            words = [given["secret"], *(given["headers"][name] for name in HEADERS)]
            path = {"PATH": os.environ["PATH"]}
            ended = subprocess.run([*self.arguments, *words], cwd=folder, env=path, capture_output=True, text=True, timeout=WAIT_S)
        assert ended.returncode in (0, 1) and not ended.stderr, f"{self.name} ended with {ended.returncode}: {ended.stderr}"
        return ended.returncode == 0


class Cgi(Program):
    """The page's function in PHP, as the receiver of a request under CGI."""

    def verifies(self, given):
        body = given["body"].encode("latin-1")
        headers = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in given["headers"].items()}
        request = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(body)), "SECRET": given["secret"],
                   "REDIRECT_STATUS": "200", "SCRIPT_FILENAME": self.arguments[-1], "PATH": os.environ["PATH"], **headers}
        ended = subprocess.run(self.arguments[:1], input=body, env=request, capture_output=True, timeout=WAIT_S)
        head = ended.stdout.decode().split("\r\n\r\n")[0]
        assert "Status: 204" in head or "Status: 401" in head, f"{self.name}: {ended.stdout} {ended.stderr}"
        return "Status: 204" in head


# A receiver around the page's function, by the language of its block: file, words that compile it, words that start it.
LANGUAGES = {
    "java": ("Java", "Verify.java", None, ["java", "Verify.java"], """import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
class Verify {
%s
    public static void main(String[] words) throws Exception {
        var headers = Map.of("webhook-id", words[1], "webhook-timestamp", words[2], "webhook-signature", words[3]);
        System.exit(verify(words[0], headers, Files.readAllBytes(Path.of("body"))) ? 0 : 1);
    }
}
"""),
    "csharp": ("C#", "Verify.cs", ["mcs", "-r:System.Core.dll", "-out:Verify.exe", "Verify.cs"], ["mono", "Verify.exe"], """using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
static class Program
{
%s
    static int Main(string[] words)
    {
        Func<string, string> header = name => words[name == "webhook-id" ? 1 : name == "webhook-timestamp" ? 2 : 3];
        return Verify(words[0], header, File.ReadAllBytes("body")) ? 0 : 1;
    }
}
"""),
    "go": ("Go", "verify.go", ["go", "build", "-o", "verify", "verify.go"], ["./verify"], """package main
import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)
%s
func main() {
	headers := http.Header{}
	for index, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		headers.Set(name, os.Args[index+2])
	}
	body, _ := os.ReadFile("body")
	if !verify(os.Args[1], headers, body) {
		os.Exit(1)
	}
}
"""),
    "ruby": ("Ruby", "verify.rb", None, ["ruby", "verify.rb"], """%s
secret, *values = ARGV
headers = %%w[webhook-id webhook-timestamp webhook-signature].zip(values).to_h
exit verify(secret, headers, File.binread("body")) ? 0 : 1
"""),
    "php": ("PHP", "verify.php", None, ["php-cgi", "verify.php"], """<?php
%s
http_response_code(verify(getenv('SECRET'), file_get_contents('php://input')) ? 204 : 401);
"""),
}


def compiled(language, text, folder):
    """The page's function in this language as a program; nothing where the machine has not the language."""
    name, file, compiler, start, receiver = LANGUAGES[language]
    program = (compiler or start)[0]
    if not shutil.which(program):
        print(f"{name}: left out, this machine has no {program}")
        return None
    Path(folder, file).write_text(receiver % text)
    if compiler:
        home = {**os.environ, "GOCACHE": f"{folder}/go-cache", "GO111MODULE": "off"}
        subprocess.run(compiler, cwd=folder, env=home, check=True, timeout=5 * WAIT_S)
    words = [str(Path(folder, word)) if Path(folder, word).exists() else word for word in start]
    return (Cgi if language == "php" else Shell)(name, words, folder, "", True)


def programs(page, folder):
    """The programs of the page that this machine can run."""
    found = []
    for number, (language, text) in enumerate(blocks(page)):
        if language == "python":
            file = Path(folder, f"verify{number}.py")
            file.write_text(PYTHON + text)
            of_library = "standardwebhooks" in text
            refusal = "WebhookVerificationError" if of_library else "InvalidSignature"
            found.append(Program("Python" + ("" if of_library else ", v1a"), [sys.executable, "-B", str(file)], folder, refusal, of_library))
        elif language == "js" and shutil.which("node"):
            # A module finds packages from its own place.
            file = Path(PACKAGES, f"verify{number}.generated.mjs")
            file.write_text(JAVASCRIPT + text)
            found.append(Program("JavaScript", ["node", str(file)], PACKAGES, "WebhookVerificationError", True))
        elif language == "sh" and "openssl dgst" in text:
            found.append(Shell("shell", ["bash", "-c", text, "verify"], folder, "", False))
        elif language in LANGUAGES:
            found.append(compiled(language, text, folder))
        else:
            assert language in ("", "sh", "json", "rust", "js"), f"nobody runs the block in {language}"
    return [program for program in found if program]


def changed(given):
    """The delivery with one thing changed each time, and the name of that."""
    body, headers = given["body"], given["headers"]
    other = "whsec_" + base64.b64encode(bytes(32)).decode()
    yield "the body", {**given, "body": body.replace("webhook.test", "webhook.text")}
    yield "a space in the body", {**given, "body": body.replace(":", ": ", 1)}
    for name, value in (("webhook-id", "evt_" + "0" * 32), ("webhook-timestamp", str(int(headers["webhook-timestamp"]) - 1))):
        yield name, {**given, "headers": {**headers, name: value}}
    key = base64.b64encode(bytes(32)).decode()
    forged = " ".join(word.split(",")[0] + "," + base64.b64encode(bytes(64 if word.startswith("v1a") else 32)).decode()
                      for word in headers["webhook-signature"].split())
    yield "the signature", {**given, "headers": {**headers, "webhook-signature": forged}}
    yield "secret and key", {**given, "secret": other, "publicKey": "whpk_" + key}


def stale(given):
    """The delivery, signed rightly and too old."""
    headers = {**given["headers"], "webhook-timestamp": str(int(time.time()) - STALE_S)}
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{given['body']}".encode("latin-1")
    key = base64.b64decode(given["secret"].removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return {**given, "headers": {**headers, "webhook-signature": f"v1,{signature}"}}


class ExamplesTest(unittest.TestCase):
    def setUp(self):
        self.page = (ROOT / "docs" / "WEBHOOKS.md").read_text()

    def asked(self, method, address, variables, body=None):
        headers = {"Authorization": f"Bearer {variables['ACCESS_TOKEN']}", "Id-Token": variables["ID_TOKEN"],
                   "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(variables["API"] + address, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def commands(self):
        """The page's commands in one shell, as somebody would type them; the variables that they leave behind."""
        typed = [text for language, text in blocks(self.page) if language == "sh" and "openssl" not in text]
        self.assertEqual(len(typed), 3, "the commands of the page")
        told = "\n".join(f"{text}\necho; echo '--- end'" for text in typed)
        names = ("API", "ACCESS_TOKEN", "ID_TOKEN")
        ended = shell("set -e\n" + told + "\n" + "\n".join(f'echo "${name}"' for name in names))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        *answers, variables = ended.stdout.split("--- end\n")
        listed, made = json.loads(answers[1]), json.loads(answers[2])
        self.assertIn("events", listed)
        self.assertTrue(made["secret"].startswith("whsec_") and made["publicKey"].startswith("whpk_"), made)
        return dict(zip(names, variables.split("\n"))), made["webhook"]["id"]

    def test_the_page_runs_as_it_is_printed(self):
        variables, first = self.commands()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        terms = {"url": f"http://127.0.0.1:{server.server_port}/hook", "types": ["*"]}
        made = self.asked("POST", "/v1/webhooks", variables, terms)
        path = f"/v1/webhooks/{made['webhook']['id']}"
        self.asked("POST", f"{path}/test", variables)
        body, headers = Receiver.came.get(timeout=WAIT_S)
        given = {"secret": made["secret"], "publicKey": made["publicKey"], "headers": headers, "body": body.decode("latin-1")}
        with tempfile.TemporaryDirectory() as folder:
            ran = programs(self.page, folder)
            try:
                self.assertGreaterEqual(len(ran), 3, "Python twice and the shell")
                for program in ran:
                    self.assertTrue(program.verifies(given), program.name)
                    for name, other in changed(given):
                        self.assertFalse(program.verifies(other), f"{program.name}: {name}")
                    if program.checks_age:
                        self.assertFalse(program.verifies(stale(given)), f"{program.name}: too old")
                    print(f"{program.name}: verifies a delivery, and refuses those that were changed")
            finally:
                for file in PACKAGES.glob("verify*.generated.mjs"):
                    file.unlink()
        for one in (path, f"/v1/webhooks/{first}"):
            self.asked("DELETE", one, variables)
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    unittest.main()
