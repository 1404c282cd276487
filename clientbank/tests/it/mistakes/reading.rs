//! Lists and things that are read.

use super::{Callers, Mistake, SENT};

const ACCOUNT: &str = "/v1/accounts/40702810600000000001";
const TARIFFS: &str = "/v1/ctcm/request/client/C00001/list";

pub(super) fn mistakes(callers: &Callers<'_>) -> Vec<Mistake> {
    let mut mistakes = of_accounts(callers);
    mistakes.extend(of_tariffs(callers));
    mistakes.extend(of_others(callers));
    mistakes
}

fn of_accounts(callers: &Callers<'_>) -> Vec<Mistake> {
    let list = |query: &str| callers.get(&format!("/v1/accounts?{query}"));
    let one = |path: &str| callers.get(&format!("{ACCOUNT}{path}"));
    let allowed = "allowed values: Number, Type";
    let limit = "`limit` must be from 1 to 1000";
    let listed = "GET /v1/accounts lists those that the user may see";
    vec![
        ("no fields", list(""), 400, allowed),
        ("field for fields", list("field=Number"), 400, allowed),
        ("a misspelt field", list("fields=Numbr"), 400, allowed),
        ("a field in small letters", list("fields=number"), 400, allowed),
        ("a field as in the answer", list("fields=branchBic"), 400, "BranchBic"),
        ("a blank between fields", list("fields=Number,%20Name"), 400, allowed),
        ("all fields by a star", list("fields=*"), 400, allowed),
        ("limit=0", list("fields=Number&limit=0"), 400, limit),
        ("limit=5000", list("fields=Number&limit=5000"), 400, limit),
        ("limit=ten", list("fields=Number&limit=ten"), 400, limit),
        ("limit twice", list("fields=Number&limit=1&limit=2"), 400, "`limit` occurs more than once"),
        ("offset=-1", list("fields=Number&offset=-1"), 400, "`offset` must be from 0"),
        ("a wrong escape", list("fields=%zz"), 400, "is not encoded properly"),
        ("an account of others", callers.get("/v1/accounts/40702810800000000021?fields=Number"), 404, listed),
        ("19 digits", callers.get("/v1/accounts/4070281060000000000?fields=Number"), 404, listed),
        ("a wrong key", callers.get("/v1/accounts/40702810700000000001?fields=Number"), 404, listed),
        ("a German date", one("/operations?from=20.11.2026"), 400, "must be a day such as 2026-11-20"),
        ("a moment for a day", one("/operations?from=2026-11-20T00:00:00Z"), 400, "such as 2026-11-20"),
        (
            "a period backwards",
            one("/operations?from=2026-11-20&to=2026-11-01"),
            400,
            "`to` must not be a day before `from`",
        ),
    ]
}

fn of_tariffs(callers: &Callers<'_>) -> Vec<Mistake> {
    let list = |query: &str| callers.get(&format!("{TARIFFS}?{query}"));
    let operators = r#""allowed":["==","!=","=in=","=out="]"#;
    let fields = r#""allowed":["id","documentType","state""#;
    let request = |path: &str| callers.get(&format!("/v1/ctcm/request/{path}"));
    vec![
        ("size=0", list("size=0"), 400, "`size` must be from 1 to"),
        ("page=-1", list("page=-1"), 400, "`page` must be from 0"),
        ("an unknown sort", list("sort=colour"), 400, fields),
        ("a minus before a sort", list("sort=-state"), 400, fields),
        ("a wrong direction", list("sort=state,down"), 400, r#""allowed":["asc","desc"]"#),
        ("one equals sign", list("filter=state%3DSIGNED"), 400, operators),
        ("OData", list("filter=state%20eq%20SIGNED"), 400, operators),
        ("an unknown field", list("filter=colour%3D%3DRED"), 400, fields),
        ("an unknown state", list("filter=state%3D%3DREADY"), 400, r#""allowed":["UNSIGNED""#),
        ("a filter without a value", list("filter=state%3D%3D"), 400, "a value is missing, at character 8"),
        ("an open parenthesis", list("filter=(state%3D%3DSIGNED"), 400, "a closing parenthesis is missing"),
        (
            "a German date in a filter",
            list("filter=createdAt%3E20.11.2026"),
            400,
            "a date-time with an offset",
        ),
        (
            "a client of others",
            callers.get("/v1/ctcm/request/client/C00003/list"),
            400,
            "or not one that the tokens act for",
        ),
        ("an id that is none", request("abc/client/C00001/body"), 400, "must be an int64"),
        ("an unknown request", request("999/client/C00001/body"), 400, "/list lists those of the client"),
    ]
}

fn of_others(callers: &Callers<'_>) -> Vec<Mistake> {
    let get = |path: &str| callers.get(path);
    let inn = "`inn` must have 10 or 12 digits";
    let companies = "`cnums` must name 1 to 100 companies";
    let transfers = |query: &str| callers.get(&format!("/v1/statements/{SENT}/transfers?{query}"));
    let webinars = |query: &str| callers.get(&format!("/v2/contents/webinars?{query}"));
    vec![
        ("an unknown externalId", get("/v1/statements/none"), 404, "look at the company of the tokens"),
        ("transfers of none", get("/v1/statements/none/transfers"), 404, "look at the company of the tokens"),
        ("limit=0 of transfers", transfers("limit=0"), 400, "`limit` must be from 1 to 100"),
        ("limit=5000 of transfers", transfers("limit=5000"), 400, "`limit` must be from 1 to 100"),
        ("webinars without a page", webinars(""), 400, "`offset` is required"),
        ("webinars without a limit", webinars("offset=0"), 400, "`limit` is required"),
        ("limit=5000 of webinars", webinars("offset=0&limit=5000"), 400, "`limit` must be from 1 to 100"),
        (
            "an unknown webinar",
            get("/v2/contents/webinars/none"),
            400,
            "GET /v2/contents/webinars lists those",
        ),
        ("webinars of version 1", get("/v1/contents/webinars?offset=0&limit=1"), 404, "`/docs` of the API"),
        ("no inn", get("/v1/connections/eligible-companies"), 400, "`inn` is required"),
        ("a short inn", get("/v1/connections/eligible-companies?inn=77"), 400, inn),
        ("agreements of nobody", get("/trade-finance/v1/agreements"), 400, companies),
        ("cnum for cnums", get("/trade-finance/v1/agreements?cnum=C00001"), 400, companies),
        (
            "an agreement by its number",
            get("/trade-finance/v1/agreements/abc?cnums=C00001"),
            400,
            "`id` of the path must be a whole number",
        ),
        ("events after nonsense", get("/v1/events?after=x"), 400, "must be the `nextCursor` of a page"),
        ("an unknown event", get("/v1/events?type=payroll.done"), 400, "`/openapi/webhooks.json` lists them"),
        ("webhooks for anybody", get("/v1/webhooks"), 403, "an administrator of the company"),
        ("an unknown task", get("/v1/iso20022/tasks/abc"), 404, "look at the identifier"),
    ]
}
