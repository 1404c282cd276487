use super::{Value, form_action_source, location};

#[test]
fn parameters_are_added_to_the_query_that_is_there() {
    let parameters = [("code", Value::Plain("a b&c")), ("state", Value::Encoded("%00"))];
    let added = "code=a%20b%26c&state=%00";
    for (redirect_uri, expected) in [
        ("https://erp.example/cb", format!("https://erp.example/cb?{added}")),
        ("https://erp.example/cb?", format!("https://erp.example/cb?{added}")),
        ("https://erp.example/cb?x=1", format!("https://erp.example/cb?x=1&{added}")),
        ("https://erp.example/cb?x=1&", format!("https://erp.example/cb?x=1&{added}")),
    ] {
        assert_eq!(location(redirect_uri, &parameters), expected);
    }
}

#[test]
fn the_browser_is_told_the_origin_or_else_the_scheme() {
    for (redirect_uri, expected) in [
        ("http://127.0.0.1:9090/callback", Some("http://127.0.0.1:9090")),
        ("https://erp.example/cb?x=1", Some("https://erp.example")),
        ("https://erp.example:443/cb", Some("https://erp.example")),
        ("http://[::1]:9090/callback", Some("http:")),
        ("https://a;b.example/", Some("https:")),
        ("com.example.erp:/callback", Some("com.example.erp:")),
        ("no uri", None),
    ] {
        assert_eq!(form_action_source(redirect_uri).as_deref(), expected, "{redirect_uri}");
    }
}
