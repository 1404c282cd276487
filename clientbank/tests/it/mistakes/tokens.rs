//! Tokens, addresses and forms of requests.

use http::Method;
use testkit::{BrokenToken, TestCaller, TestRequest, TokenSide};

use super::{Callers, JSON, Mistake};

const ACCOUNTS: &str = "/v1/accounts?fields=Number";
const BOTH: &str = "send `Authorization: Bearer <access_token>` and `Id-Token: <id_token>`";
const ACCESS: &str = "send `Authorization: Bearer <access_token>`";
const IDENTITY: &str = "send `Id-Token: <id_token>`";
const SWAPPED: &str = "Authorization takes the access_token, Id-Token the id_token";
const WHOLE: &str = "send the whole token once, as POST /token answered it";
const TYPE: &str = "send `Content-Type: application/json`";
const STATEMENTS: &str = "/v1/statements";

pub(super) fn mistakes(callers: &Callers<'_>) -> Vec<Mistake> {
    let mut mistakes = of_tokens(callers);
    mistakes.extend(of_addresses(callers));
    mistakes.extend(of_bodies(callers));
    mistakes
}

fn of_tokens(callers: &Callers<'_>) -> Vec<Mistake> {
    let (api, tokens) = (&callers.stage.api, &callers.stage.bench.tokens);
    let (access, identity) = (callers.tokens.access.as_str(), callers.tokens.identity.as_str());
    let bare = || api.get(ACCOUNTS);
    let with_bearer = || bare().bearer(access);
    let in_query = format!("{ACCOUNTS}&access_token={access}&id_token={identity}");
    let caller = TestCaller::new("U00001", "C00001").of_sandbox();
    let broken = |kind, side| -> TestRequest { bare().tokens(&tokens.broken(&caller, kind, side)) };
    let quoted = format!("Bearer \"{access}\"");
    vec![
        ("no tokens", bare(), 401, BOTH),
        ("the access token alone", with_bearer(), 401, IDENTITY),
        ("the identity token alone", bare().id_token(identity), 401, ACCESS),
        ("swapped tokens", bare().bearer(identity).id_token(access), 401, SWAPPED),
        ("the identity token twice", bare().bearer(identity).id_token(identity), 401, SWAPPED),
        ("Basic", bare().header("authorization", "Basic YTpi").id_token(identity), 401, ACCESS),
        ("no Bearer", bare().header("authorization", access).id_token(identity), 401, ACCESS),
        ("Token for Bearer", bare().header("authorization", "Token x").id_token(identity), 401, ACCESS),
        ("a token in quotes", bare().header("authorization", &quoted).id_token(identity), 401, WHOLE),
        ("Bearer in Id-Token", with_bearer().id_token(&format!("Bearer {identity}")), 401, WHOLE),
        ("half of a token", with_bearer().id_token(&identity[..40]), 401, WHOLE),
        ("a token twice", with_bearer().tokens(&callers.tokens), 401, WHOLE),
        ("the header IdToken", with_bearer().header("idtoken", identity), 401, IDENTITY),
        ("the header X-Id-Token", with_bearer().header("x-id-token", identity), 401, IDENTITY),
        ("tokens in the query", api.get(&in_query), 401, BOTH),
        ("tokens in cookies", bare().header("cookie", &format!("access_token={access}")), 401, BOTH),
        ("a refresh token", bare().bearer(&"A".repeat(91)).id_token(identity), 401, WHOLE),
        (
            "tokens of two logins",
            with_bearer().id_token(&callers.administrator.identity),
            401,
            "send those of one answer of POST /token",
        ),
        (
            "an expired access token",
            broken(BrokenToken::Expired, TokenSide::Access),
            401,
            "refresh it with POST /token",
        ),
        (
            "an expired identity token",
            broken(BrokenToken::Expired, TokenSide::Identity),
            401,
            "refresh it with POST /token",
        ),
        ("another bank's token", broken(BrokenToken::WrongIssuer, TokenSide::Access), 401, "log in again"),
        ("another API's token", broken(BrokenToken::WrongAudience, TokenSide::Access), 401, "log in again"),
    ]
}

fn of_addresses(callers: &Callers<'_>) -> Vec<Mistake> {
    let (api, identity) = (&callers.stage.api, &callers.stage.identity);
    let elsewhere = "at the address of the identity provider";
    let listed = "`/docs` of the API lists them";
    let named = "`/.well-known/openid-configuration` names the addresses";
    let allow = "the header Allow names those that are";
    vec![
        ("a slash at the end", callers.get("/v1/accounts/"), 404, "without the slash at its end"),
        ("two slashes", callers.get("/v1//accounts?fields=Number"), 404, "two slashes in a row"),
        ("/api before it", callers.get("/api/v1/accounts?fields=Number"), 404, "and not with `/api`"),
        ("%3A", callers.post("/v1/statements%3Avalidate", "{}"), 404, "write the colon of the path as it is"),
        ("another version", callers.get("/v3/accounts"), 404, listed),
        ("no version", callers.get("/accounts?fields=Number"), 404, listed),
        ("the singular", callers.get("/v1/account?fields=Number"), 404, listed),
        ("capital letters", callers.get("/V1/accounts?fields=Number"), 404, listed),
        ("/token of the API", api.post("/token"), 404, elsewhere),
        ("/authorize of the API", api.get("/authorize?client_id=demo-erp"), 404, elsewhere),
        ("discovery of the API", api.get("/.well-known/openid-configuration"), 404, elsewhere),
        ("accounts of the provider", identity.get(ACCOUNTS), 404, "at the address of the business API"),
        ("/oauth2/token", identity.post("/oauth2/token"), 404, named),
        ("jwks.json", identity.get("/.well-known/jwks.json"), 404, named),
        ("/token/", identity.post("/token/"), 404, "without the slash at its end"),
        ("GET of statements", callers.get(STATEMENTS), 405, allow),
        ("PUT of a statement", callers.call(Method::PUT, "/v1/statements/a"), 405, allow),
        ("PATCH of a webhook", callers.call(Method::PATCH, "/v1/webhooks/a"), 405, allow),
        ("GET of a check", callers.get("/v1/statements:validate"), 405, allow),
        ("GET of /token", identity.get("/token?grant_type=refresh_token"), 405, allow),
    ]
}

fn of_bodies(callers: &Callers<'_>) -> Vec<Mistake> {
    let typed = |kind: &str| {
        callers.call(Method::POST, STATEMENTS).header("content-type", kind).body(r#"{"payload": {}}"#)
    };
    let raw = |body: Vec<u8>| callers.call(Method::POST, STATEMENTS).header("content-type", JSON).body(body);
    let text = |body: &'static str| callers.post(STATEMENTS, body);
    vec![
        ("no content type", callers.call(Method::POST, STATEMENTS).body("{}"), 415, TYPE),
        ("text/json", typed("text/json"), 415, TYPE),
        ("a form", typed("application/x-www-form-urlencoded"), 415, TYPE),
        ("a file", typed("multipart/form-data; boundary=x"), 415, TYPE),
        ("windows-1251", typed("application/json; charset=windows-1251"), 415, TYPE),
        ("gzip", typed(JSON).header("content-encoding", "gzip"), 415, "without `Content-Encoding`"),
        ("gzip, not told", raw(vec![0x1f, 0x8b, 8, 0, 0]), 400, "send it as plain JSON"),
        ("UTF-16", raw(vec![0xff, 0xfe, b'{', 0]), 400, "send it as UTF-8"),
        ("bytes of windows-1251", raw(vec![b'"', 0xd0, b'"']), 400, "not UTF-8 at byte 1"),
        ("a byte order mark, which is no mistake", text("\u{feff}{}"), 400, "payload is required"),
        ("no body", raw(Vec::new()), 400, "send the JSON of this operation"),
        ("a form as JSON", text("payload=1"), 400, "line 1 column 1"),
        ("single quotes", text("{'payload': 1}"), 400, "line 1 column 2"),
        ("a comma too many", text(r#"{"payload": {},}"#), 400, "trailing comma at line 1 column 16"),
        ("a body that breaks off", text(r#"{"payload": {"#), 400, "line 1 column 13"),
        ("a key twice", text(r#"{"payload": {}, "payload": {}}"#), 400, "`payload` occurs twice"),
        ("a payload in quotes", text(r#"{"payload": "{}"}"#), 400, "payload must be an object"),
        (
            "a body that is too long",
            callers.call(Method::POST, STATEMENTS).header("content-length", "999999999"),
            413,
            "divide it",
        ),
    ]
}
