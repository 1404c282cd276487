use super::{BrowserFamily, USER_AGENT_BYTES_MAX};

#[test]
fn a_browser_is_recognised_although_most_name_others_too() {
    let chromium = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";
    for (user_agent, family) in [
        (format!("{chromium} Safari/537.36"), BrowserFamily::Chrome),
        (format!("{chromium} YaBrowser/25.8.0.0 Safari/537.36"), BrowserFamily::Yandex),
        (format!("{chromium} Safari/537.36 Edg/141.0.0.0"), BrowserFamily::Edge),
        (format!("{chromium} Safari/537.36 OPR/122.0.0.0"), BrowserFamily::Opera),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0".to_owned(), BrowserFamily::Firefox),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 \
             Safari/605.1.15"
                .to_owned(),
            BrowserFamily::Safari,
        ),
        ("curl/8.15.0".to_owned(), BrowserFamily::Other),
        (String::new(), BrowserFamily::Other),
        (format!("Firefox/{}", "1".repeat(USER_AGENT_BYTES_MAX)), BrowserFamily::Other),
    ] {
        assert_eq!(BrowserFamily::recognise(&user_agent), family, "{user_agent}");
    }
}

#[test]
fn names_come_back() {
    for family in BrowserFamily::ALL {
        assert_eq!(family.as_str().parse(), Ok(family));
    }
    assert!("NETSCAPE".parse::<BrowserFamily>().is_err());
}
