"""A person in a browser, for the programs of docs/FIRST-HOUR.md: starts one, logs in where it says to, and checks that it comes to
its end.

    person.py PROGRAM ARGUMENT...

IDENTITY says where the identity provider is. Python's own library does.
"""

import html
import http.cookiejar
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request

PAGES_MAX = 10
# For a machine that is busy with other things.
LONGEST_S = 300
STEPS = ["1. read: 200 ", "2. unsigned payroll executed: ", "3. signed payroll executed: ", "4. events received: ", "5. failure rehearsed: "]


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def attribute(tag, name):
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return html.unescape(found.group(1)) if found else None


def form_with(page, field):
    """Action and hidden fields of the form that has this field."""
    for form in re.findall(r"<form.*?</form>", page, re.S):
        tags = re.findall(r"<(?:input|button|select)\b[^>]*>", form)
        if any(attribute(tag, "name") == field for tag in tags):
            hidden = {attribute(t, "name"): attribute(t, "value") or "" for t in tags if attribute(t, "type") == "hidden"}
            return attribute(form, "action"), hidden
    return None


def log_in(url):
    """Fills in the pages as ivanova for C00001, and follows the last one to the program."""
    own = urllib.parse.urlsplit(url).netloc
    browser = urllib.request.build_opener(Stay, urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    data = None
    for _ in range(PAGES_MAX):
        parts = urllib.parse.urlsplit(url)
        headers = {"Origin": f"{parts.scheme}://{parts.netloc}"} if data else {}
        try:
            answer = browser.open(urllib.request.Request(url, data, headers), timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        page = answer.read().decode()
        if answer.status in (302, 303):
            url, data = urllib.parse.urljoin(url, answer.headers["location"]), None
            continue
        if parts.netloc != own:
            return
        if form := form_with(page, "username"):
            values = form[1] | {"username": "ivanova", "password": "demo-ivanova"}
        elif form := form_with(page, "cnum"):
            values = form[1] | {"cnum": "C00001"}
        else:
            sys.exit(f"no form to fill in: {answer.status} {page}")
        url, data = urllib.parse.urljoin(url, form[0] or ""), urllib.parse.urlencode(values).encode()
    sys.exit("the login has no end")


def main():
    program = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
    watch = threading.Timer(LONGEST_S, program.kill)
    watch.start()
    seen = []
    try:
        for line in program.stdout:
            print("   ", line, end="", flush=True)
            if line.startswith("Open in the browser: "):
                log_in(line.split(": ", 1)[1].strip())
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
