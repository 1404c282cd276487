"""The first hour with the bank in Python 3.9 or newer: its own library, and the program `openssl` for signatures."""

import base64, hashlib, http.client, http.server, json, os, secrets, subprocess, sys, tempfile, time, urllib.error, urllib.parse
import urllib.request

API = os.environ.get("API", "http://127.0.0.1:8080")
IDENTITY = os.environ.get("IDENTITY", "http://127.0.0.1:8081")
KEYS = os.environ.get("KEYS", "clientbank-demo/demo-keys")
CLIENT, SECRET, CALLBACK = "demo-erp", "demo-erp-secret", ("127.0.0.1", 9090)
BASIC = {"Authorization": "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()}
# Seconds before their end at which tokens are refreshed.
AHEAD_S = float(os.environ.get("AHEAD_S", "60"))
TOKENS = {}


def call(method, url, body=None, headers={}):
    """One request: status, headers and the text of the answer, whatever the status is."""
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, refused.read().decode()


def api(method, path, body=None, **headers):
    """One call of the API: both tokens go with each, and new ones are fetched before they end."""
    if TOKENS["end"] - time.monotonic() < AHEAD_S:
        fetch_tokens(grant_type="refresh_token", refresh_token=TOKENS["refresh_token"])
    headers = {"Authorization": "Bearer " + TOKENS["access_token"], "Id-Token": TOKENS["id_token"], **headers}
    if body is not None:
        headers["Content-Type"] = "application/json"
    return call(method, API + path, body, headers)


def identity(path, form):
    """One call of the identity provider, as the software that the bank knows."""
    status, _, text = call("POST", IDENTITY + path, urllib.parse.urlencode(form).encode(), BASIC)
    assert status == 200, text
    return text


def fetch_tokens(**form):
    """Tokens for a code or a refresh token. The newest refresh token is the one to keep."""
    TOKENS.update(json.loads(identity("/token", form)))
    TOKENS["end"] = time.monotonic() + TOKENS["expires_in"]


def login():
    """The code flow with PKCE: a person logs in in the browser, and the code comes back to this program."""
    verifier, state, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    redirect = "http://%s:%d/callback" % CALLBACK
    asked = {"response_type": "code", "client_id": CLIENT, "redirect_uri": redirect, "scope": "openid profile email phone",
             "state": state, "nonce": nonce, "code_challenge": challenge, "code_challenge_method": "S256"}
    found = {}

    class Callback(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            found.update(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"Back to the program: this page can be closed.")

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(CALLBACK, Callback) as server:
        print("Open in the browser:", IDENTITY + "/authorize?" + urllib.parse.urlencode(asked), flush=True)
        while "state" not in found:
            server.handle_request()
    if found["state"] != state or found.get("iss") != IDENTITY:
        sys.exit("the answer belongs to another login: it is not used")
    if "code" not in found:
        sys.exit(f"nobody has logged in ({found['error']}: {found.get('error_description')}); start again to log in")
    fetch_tokens(grant_type="authorization_code", code=found["code"], redirect_uri=redirect, code_verifier=verifier)
    claims = TOKENS["id_token"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    assert (claims["iss"], claims["aud"], claims["nonce"]) == (IDENTITY, CLIENT, nonce), "the identity token is another login's"


def statement():
    """A payroll statement in the canonical form: names sorted, no white space. It is sent as it is signed."""
    amount = 7000 + secrets.randbelow(900)  # The same accounts and amounts as before have the warning P13.
    transfer = {"account": "40817810000000000101", "amount": amount, "currency": "RUR", "firstName": "Анна",
                "lastName": "Смирнова", "orderNumber": 1}
    payload = {"account": "40702810600000000001", "enrollmentCode": "01", "externalId": "first-hour-" + secrets.token_hex(8),
               "incomeCode": 1, "totalAmount": amount, "transfers": [transfer], "transfersCount": 1}
    return payload["externalId"], json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def signature(digest, name):
    """A detached CMS signature over the 32 bytes of the digest."""
    with tempfile.TemporaryDirectory() as folder:
        content, cms, key = os.path.join(folder, "digest"), os.path.join(folder, "cms"), os.path.join(KEYS, name)
        with open(content, "wb") as file:
            file.write(digest)
        subprocess.run(["openssl", "cms", "-sign", "-binary", "-cades", "-md", "sha256", "-in", content, "-outform", "DER",
                        "-out", cms, "-signer", key + ".crt", "-inkey", key + ".key"], check=True)
        with open(cms, "rb") as file:
            return base64.b64encode(file.read()).decode()


def wait(statement_id, goal):
    """Asks for the status once a second, which is as often as the bank answers."""
    for _ in range(60):
        status, _, text = api("GET", "/v1/statements/" + statement_id)
        if status == 200 and json.loads(text)["status"] == goal:
            return
        time.sleep(1)
    sys.exit(f"{statement_id} is not {goal}: {text}")


login()
status, _, text = api("GET", "/v1/accounts/40702810600000000001?fields=Number,Balance")
print("1. read:", status, text)

# Events from now on: the last page of the list has the place to go on from.
status, _, text = api("GET", "/v1/events?limit=100")
while json.loads(text)["hasMore"]:
    status, _, text = api("GET", "/v1/events?limit=100&after=" + json.loads(text)["nextCursor"])
cursor = json.loads(text)["nextCursor"]

# Without signatures: people sign in the online bank. Here a trigger of the sandbox lets them do it at once.
unsigned, payload = statement()
status, _, text = api("POST", "/v1/statements", b'{"payload":' + payload.encode() + b"}", **{"Sandbox-Trigger": "people-sign"})
assert status == 202, text
wait(unsigned, "EXECUTED")
print("2. unsigned payroll executed:", unsigned)

# With all signatures of the company's scheme: nobody has to do anything any more.
signed, payload = statement()
digest = hashlib.sha256(payload.encode()).digest()
rest = {"digest": base64.b64encode(digest).decode(),
        "signatures": [signature(digest, "ivanova-C00001-FIRST"), signature(digest, "petrov-C00001-SECOND")]}
status, _, text = api("POST", "/v1/statements", b'{"payload":' + payload.encode() + b"," + json.dumps(rest)[1:].encode())
assert status == 202, text
wait(signed, "EXECUTED")
print("3. signed payroll executed:", signed)

# Events come a moment after the change. Who keeps the cursor misses none, however long it was away.
executed = []
while len(executed) < 2:
    status, _, text = api("GET", "/v1/events?limit=100&type=payroll.statement.executed&after=" + cursor)
    executed += [event["data"]["externalId"] for event in json.loads(text)["events"]]
    cursor = json.loads(text)["nextCursor"]
    time.sleep(0.2)
assert executed == [unsigned, signed], executed
print("4. events received:", ", ".join(executed))

# The failure that costs most: the bank has the statement, and its answer is lost. The same request is sent again.
lost, payload = statement()
body = b'{"payload":' + payload.encode() + b"}"
try:
    api("POST", "/v1/statements", body, **{"Sandbox-Trigger": "lost-answer"})
    sys.exit("the answer should have been lost")
except (urllib.error.URLError, http.client.HTTPException, ConnectionError):
    status, _, text = api("POST", "/v1/statements", body)
assert status == 400 and "with the same content" in text, text
print("5. failure rehearsed: the statement is there, once:", lost)

# Logging out ends the login, with all its tokens, within two seconds.
identity("/revoke", {"token": TOKENS["refresh_token"]})
TOKENS["end"] = float("inf")
while api("GET", "/v1/accounts?fields=Number")[0] != 401:
    time.sleep(0.2)
print("6. logged out: the tokens are refused")
