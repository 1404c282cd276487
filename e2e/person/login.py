"""A person at the pages of the login, without a browser. Python's own library does."""

import html
import http.cookiejar
import re
import urllib.error
import urllib.parse
import urllib.request

PAGES_MAX = 10


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


def log_in(url, username="ivanova", password=None, company="C00001"):
    """Fills in the pages as this person of the demo, acting for this company. Returns the address to which the last page sends the
    browser, which nobody has asked yet."""
    return visit(url, username, password, company)[1]


def cancel(url):
    """Opens the login and gives it up. Returns the address to which the browser is sent, which nobody has asked yet."""
    parts = urllib.parse.urlsplit(url)
    browser = urllib.request.build_opener(Stay, urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    page = browser.open(url, timeout=60).read().decode()
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.S) if attribute(form, "action") == "/login/cancel")
    tags = re.findall(r"<input\b[^>]*>", form)
    data = urllib.parse.urlencode({attribute(tag, "name"): attribute(tag, "value") or "" for tag in tags}).encode()
    own = f"{parts.scheme}://{parts.netloc}"
    try:
        browser.open(urllib.request.Request(own + "/login/cancel", data, {"Origin": own}), timeout=60)
    except urllib.error.HTTPError as redirect:
        return redirect.headers["location"]
    raise AssertionError("nobody is sent back")


def visit(url, username="ivanova", password=None, company="C00001"):
    """Logs in wherever a page asks for it. Returns the browser and the address at which it came out: one elsewhere, which nobody has
    asked yet, or that of the first page behind the login."""
    own = urllib.parse.urlsplit(url).netloc
    browser = urllib.request.build_opener(Stay, urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    data = None
    for _ in range(PAGES_MAX):
        parts = urllib.parse.urlsplit(url)
        if parts.netloc != own:
            return browser, url
        headers = {"Origin": f"{parts.scheme}://{parts.netloc}"} if data else {}
        try:
            answer = browser.open(urllib.request.Request(url, data, headers), timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        page = answer.read().decode()
        if answer.status in (302, 303):
            url, data = urllib.parse.urljoin(url, answer.headers["location"]), None
            continue
        if form := form_with(page, "username"):
            values = form[1] | {"username": username, "password": password or f"demo-{username}"}
        elif form := form_with(page, "cnum"):
            values = form[1] | {"cnum": company}
        elif answer.status == 200:
            return browser, url
        else:
            raise AssertionError(f"no page at the end of the login: {answer.status} {page}")
        url, data = urllib.parse.urljoin(url, form[0] or ""), urllib.parse.urlencode(values).encode()
    raise AssertionError("the login has no end")
