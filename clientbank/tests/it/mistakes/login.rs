//! Logins and the tokens that come of them.

use testkit::TestRequest;

use super::{Callers, Mistake};

/// demo-erp with its secret.
const CLIENT: &str = "Basic ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0";
/// An authorization request that is answered with a login.
const GOOD: [(&str, &str); 7] = [
    ("scope", "openid profile email phone"),
    ("client_id", "demo-erp"),
    ("response_type", "code"),
    ("redirect_uri", "http://127.0.0.1:9090/callback"),
    ("state", "s"),
    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
    ("code_challenge_method", "S256"),
];
/// Forms of `/token`.
const REFRESH: [(&str, &str); 2] = [("grant_type", "refresh_token"), ("refresh_token", "x")];
const CODE: [(&str, &str); 4] = [
    ("grant_type", "authorization_code"),
    ("code", "x"),
    ("redirect_uri", "http://127.0.0.1:9090/callback"),
    ("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
];

pub(super) fn mistakes(callers: &Callers<'_>) -> Vec<Mistake> {
    let mut mistakes = of_authorize(callers);
    mistakes.extend(of_token(callers));
    mistakes.extend(of_clients(callers));
    mistakes.extend(of_logout(callers));
    mistakes
}

/// The good request with one parameter changed; left out when the value is empty.
fn authorize(callers: &Callers<'_>, name: &str, value: &str) -> TestRequest {
    let others = GOOD.iter().copied().filter(|(known, _)| *known != name);
    let changed = others.chain([(name, value)]).filter(|(_, value)| !value.is_empty());
    let escaped = |value: &str| value.replace(' ', "%20");
    let query: Vec<String> = changed.map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    let request = callers.stage.identity.get(&format!("/authorize?{}", query.join("&")));
    request.header("accept-language", "en")
}

fn of_authorize(callers: &Callers<'_>) -> Vec<Mistake> {
    let with = |name, value| authorize(callers, name, value);
    let registered = "Registered, byte for byte: http://127.0.0.1:9090/callback";
    let scopes = "scope must be: openid profile email phone";
    let challenge = "must be BASE64URL(SHA256(ASCII(code_verifier))): 43 characters";
    let seconds = "must be a whole number of seconds from 1 to 86400";
    let left_out = "is not allowed: leave it out";
    vec![
        ("an unknown client", with("client_id", "nobody"), 400, "No client nobody is registered"),
        ("no client", with("client_id", ""), 400, "client_id is missing"),
        ("localhost", with("redirect_uri", "http://localhost:9090/callback"), 400, registered),
        ("a redirect with a slash", with("redirect_uri", "http://127.0.0.1:9090/callback/"), 400, registered),
        ("no redirect", with("redirect_uri", ""), 400, "redirect_uri is missing"),
        ("one scope", with("scope", "openid"), 303, scopes),
        ("no scope", with("scope", ""), 303, scopes),
        ("offline_access", with("scope", "openid profile email phone offline_access"), 303, scopes),
        ("an implicit login", with("response_type", "token"), 303, "response_type must be code"),
        ("no response_type", with("response_type", ""), 303, "response_type is required"),
        ("no state", with("state", ""), 303, "state is required"),
        ("no challenge", with("code_challenge", ""), 303, "code_challenge is required"),
        ("a plain challenge", with("code_challenge_method", "plain"), 303, "must be S256"),
        ("no method", with("code_challenge_method", ""), 303, "code_challenge_method is required"),
        ("a challenge in hex", with("code_challenge", &"a".repeat(64)), 303, challenge),
        ("max_age=0", with("max_age", "0"), 303, seconds),
        ("max_age=1h", with("max_age", "1h"), 303, seconds),
        ("prompt=consent", with("prompt", "consent"), 303, left_out),
        ("prompt=none", with("prompt", "none"), 303, "the user has to log in"),
        ("response_mode=fragment", with("response_mode", "fragment"), 303, left_out),
        ("a request object", with("request", "x"), 303, "send the parameters themselves"),
    ]
}

fn of_token(callers: &Callers<'_>) -> Vec<Mistake> {
    let form = |fields: &[(&str, &str)]| {
        callers.stage.identity.post("/token").header("authorization", CLIENT).form(fields)
    };
    let without =
        |name: &str| form(&CODE.iter().copied().filter(|(known, _)| *known != name).collect::<Vec<_>>());
    let grants = "grant_type must be authorization_code or refresh_token";
    let json = callers.stage.identity.post("/token").header("authorization", CLIENT);
    let json = json.header("content-type", "application/json").body("{}");
    vec![
        ("JSON", json, 415, "send application/x-www-form-urlencoded"),
        ("no grant_type", without("grant_type"), 400, "grant_type is required"),
        ("a password grant", form(&[("grant_type", "password")]), 400, grants),
        ("client credentials", form(&[("grant_type", "client_credentials")]), 400, grants),
        ("no code", without("code"), 400, "code is required"),
        ("no redirect_uri", without("redirect_uri"), 400, "redirect_uri is required"),
        ("no verifier", without("code_verifier"), 400, "code_verifier is required"),
        ("a used code", form(&CODE), 400, "begin a new login"),
        ("no refresh token", form(&REFRESH[..1]), 400, "refresh_token is required"),
        ("a wrong refresh token", form(&REFRESH), 400, "log in again"),
        ("a parameter twice", form(&[REFRESH[0], REFRESH[0]]), 400, "grant_type was sent more than once"),
    ]
}

fn of_clients(callers: &Callers<'_>) -> Vec<Mistake> {
    let identity = &callers.stage.identity;
    let by = |authorization: &str, more: &[(&str, &str)]| {
        identity.post("/token").header("authorization", authorization).form(&[&REFRESH, more].concat())
    };
    let basic = "send client_id and client_secret with HTTP Basic";
    let secret = [("client_id", "demo-erp"), ("client_secret", "demo-erp-secret")];
    let no_token = |path| identity.post(path).header("authorization", CLIENT).form(&[]);
    let userinfo = || identity.get("/userinfo");
    let kinds = "Authorization takes the access_token";
    vec![
        ("no secret", identity.post("/token").form(&REFRESH), 401, basic),
        ("a secret in the form", identity.post("/token").form(&[&REFRESH[..], &secret].concat()), 401, basic),
        ("a secret in both", by(CLIENT, &secret[1..]), 400, "leave it out of the form"),
        // demo-erp:wrong
        ("a wrong secret", by("Basic ZGVtby1lcnA6d3Jvbmc=", &[]), 401, basic),
        // nobody:demo-erp-secret
        ("an unknown client", by("Basic bm9ib2R5OmRlbW8tZXJwLXNlY3JldA==", &[]), 401, basic),
        ("Basic without Base64", by("Basic demo-erp:demo-erp-secret", &[]), 401, basic),
        ("Bearer at /token", by("Bearer x", &[]), 401, basic),
        ("another client_id", by(CLIENT, &[("client_id", "kolos-erp")]), 400, "leave it out of the form"),
        ("/revoke without a token", no_token("/revoke"), 400, "token is required"),
        ("/introspect without a token", no_token("/introspect"), 400, "token is required"),
        ("/userinfo without a token", userinfo(), 401, "send `Authorization: Bearer <access_token>`"),
        ("/userinfo, identity token", userinfo().bearer(&callers.tokens.identity), 401, kinds),
    ]
}

fn of_logout(callers: &Callers<'_>) -> Vec<Mistake> {
    let out =
        |query: &str| callers.stage.identity.get(&format!("/logout?{query}")).header("accept-language", "en");
    let remedy = "byte for byte as it is registered for logouts of the client";
    vec![
        ("a logout to nowhere", out("client_id=demo-erp&post_logout_redirect_uri=http://x/"), 400, remedy),
        ("a logout of nobody", out("post_logout_redirect_uri=http://127.0.0.1:9090/"), 400, remedy),
        (
            "a logout by half a token",
            out("id_token_hint=abc"),
            400,
            "id_token_hint must be a whole identity token",
        ),
        ("a logout without a login", out("client_id=demo-erp"), 200, "Log out in the application"),
    ]
}
