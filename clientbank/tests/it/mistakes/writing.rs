//! Webhooks, tariff requests and certificates that are sent.

use currency_certificates::examples::CERTIFICATES;
use http::Method;

use super::{Callers, JSON, Mistake};

const WEBHOOK: &str = "/v1/webhooks/00000000-0000-7000-8000-00000000c001";
const NAMESPACE: &str = " xmlns=\"urn:iso:std:iso:20022:tech:xsd:auth.024.001.04\"";

pub(super) fn mistakes(callers: &Callers<'_>) -> Vec<Mistake> {
    let mut mistakes = of_webhooks(callers);
    mistakes.extend(of_plans(callers));
    mistakes.extend(of_certificates(callers));
    mistakes
}

fn of_webhooks(callers: &Callers<'_>) -> Vec<Mistake> {
    let send = |method, path: &str, body: String| {
        let request = callers.stage.api.request(method, path).tokens(&callers.administrator);
        request.header("content-type", JSON).body(body)
    };
    let url = |url: &str| send(Method::POST, "/v1/webhooks", format!(r#"{{"url":"{url}","types":["*"]}}"#));
    let types = |types: &str| {
        let body = format!(r#"{{"url":"https://erp.example/","types":{types}}}"#);
        send(Method::POST, "/v1/webhooks", body)
    };
    let again = |body: &str| send(Method::POST, &format!("{WEBHOOK}/redeliveries"), body.to_owned());
    let period = "Name `eventId`, or `from` and a later `to`";
    vec![
        ("http", url("http://erp.example/"), 400, "`url` must begin with https://"),
        ("a private network", url("https://10.0.0.1/"), 400, "must not lead into a private network"),
        ("no scheme", url("erp.example"), 400, "must be a web address"),
        ("a password in it", url("https://a:b@erp.example/"), 400, "must have no user name and no password"),
        ("a port below 1024", url("https://erp.example:22/"), 400, "the port 443, or one from 1024 on"),
        ("a fragment", url("https://erp.example/#x"), 400, "must have no fragment"),
        ("no events", types("[]"), 400, "must name at least one type of events, or `*`"),
        ("an unknown event", types(r#"["payroll.done"]"#), 400, "`/openapi/webhooks.json` lists them"),
        ("one text for a list", types(r#""*""#), 400, "types: must be an array, not a string"),
        (
            "no address",
            send(Method::POST, "/v1/webhooks", r#"{"types":["*"]}"#.to_owned()),
            400,
            "missing field `url`",
        ),
        (
            "a webhook of others",
            send(Method::GET, WEBHOOK, String::new()),
            404,
            "GET /v1/webhooks lists its own",
        ),
        ("nothing to deliver", again("{}"), 400, period),
        ("half a period", again(r#"{"from":"2026-11-01T00:00:00Z"}"#), 400, period),
        (
            "yesterday",
            again(r#"{"from":"yesterday","to":"today"}"#),
            400,
            "a moment such as 2026-11-20T00:00:00Z",
        ),
    ]
}

fn of_plans(callers: &Callers<'_>) -> Vec<Mistake> {
    let plan = |body: &str| callers.post("/v1/ctcm/request/generate", body);
    let shown = "send its code as the online bank shows it";
    vec![
        ("an unknown plan", plan(r#"{"cnum":"C00001","tariffPlan":"GOLD"}"#), 400, shown),
        ("a plan in small letters", plan(r#"{"cnum":"C00001","tariffPlan":"pro"}"#), 400, shown),
        (
            "no plan",
            plan(r#"{"cnum":"C00001"}"#),
            400,
            r#""field":"tariffPlan","message":"must not be empty""#,
        ),
        ("a company of others", plan(r#"{"cnum":"C00003","tariffPlan":"PRO"}"#), 400, "the tokens act for"),
        (
            "a number for a company",
            plan(r#"{"cnum":1,"tariffPlan":"PRO"}"#),
            400,
            "cnum: must be a string, not a number",
        ),
    ]
}

fn of_certificates(callers: &Callers<'_>) -> Vec<Mistake> {
    let typed = |kind: &str, body: String| {
        let path = "/v1/iso20022/currency-transaction-certificate";
        callers.call(Method::POST, path).header("content-type", kind).body(body)
    };
    let xml = |from: &str, to: &str| {
        assert!(CERTIFICATES.contains(from), "{from}");
        typed("application/xml", CERTIFICATES.replace(from, to))
    };
    let media = "send `Content-Type: application/xml`";
    let accepted = "accepted: urn:iso:std:iso:20022:tech:xsd:auth.024.001.01";
    vec![
        ("JSON", typed(JSON, "{}".to_owned()), 415, media),
        ("text/xml", typed("text/xml", CERTIFICATES.to_owned()), 415, media),
        ("no XML", typed("application/xml", String::new()), 400, "the document has no element"),
        ("no namespace", xml(NAMESPACE, ""), 400, accepted),
        ("another message", xml("auth.024.001.04", "pain.001.001.03"), 400, accepted),
        (
            "an older version",
            xml("auth.024.001.04", "auth.024.001.02"),
            400,
            "is not allowed here; expected: Tx",
        ),
        ("a DTD", xml("?>", "?>\n<!DOCTYPE Document>"), 400, "(DOCTYPE) is not accepted: leave it out"),
        (
            "another encoding",
            xml("UTF-8", "koi8-r"),
            400,
            "UTF-8, UTF-16 with a byte order mark or windows-1251",
        ),
        ("a misspelt element", xml("MsgId>", "MsgID>"), 400, "expected: MsgId"),
        ("a broken document", typed("application/xml", CERTIFICATES[..600].to_owned()), 400, "line "),
        ("a message, which is no mistake", xml("?>", "?>"), 200, "taskId"),
        ("a message twice", xml("?>", "?>"), 409, "was already used, by task"),
    ]
}
