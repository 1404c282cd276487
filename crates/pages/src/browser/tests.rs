use http::{HeaderMap, HeaderValue};

use super::{address_with_passkeys, comes_from_here, named_address};

fn headers(name: &'static str, value: &str) -> HeaderMap {
    HeaderMap::from_iter([(name.parse().unwrap(), HeaderValue::from_str(value).unwrap())])
}

#[test]
fn a_loopback_address_has_a_name_and_no_other_address_changes() {
    for (address, named) in [
        ("http://127.0.0.1:8081", "http://localhost:8081"),
        ("http://127.0.0.1", "http://localhost"),
        ("http://127.8.9.1:1", "http://localhost:1"),
        ("http://[::1]:8081", "http://localhost:8081"),
        ("http://localhost:8081", "http://localhost:8081"),
        ("http://ci-1.localhost:8081", "http://ci-1.localhost:8081"),
        ("http://10.0.0.1:8081", "http://10.0.0.1:8081"),
        ("https://auth.bank.example", "https://auth.bank.example"),
        ("not an address", "not an address"),
    ] {
        assert_eq!(named_address(address), named, "{address}");
    }
}

#[test]
fn a_browser_that_came_by_a_loopback_address_is_told_the_name() {
    let told = |host: &str, address: &str| address_with_passkeys(&headers("host", host), address);
    let local = "http://127.0.0.1:8081";
    assert_eq!(told("127.0.0.1:8081", local).as_deref(), Some("http://localhost:8081"));
    assert_eq!(told("[::1]:8081", local).as_deref(), Some("http://localhost:8081"));
    for (host, address) in [
        ("localhost:8081", local),
        ("bank.example", local),
        ("10.0.0.1:8081", local),
        // What a proxy calls the server behind it.
        ("127.0.0.1:8081", "https://auth.bank.example"),
        ("", local),
    ] {
        assert_eq!(told(host, address), None, "{host}");
    }
    assert_eq!(address_with_passkeys(&HeaderMap::new(), local), None);
}

#[test]
fn a_form_of_a_local_server_comes_from_either_of_its_names() {
    let comes = |origin: &str, address: &str| comes_from_here(&headers("origin", origin), address);
    let local = "http://127.0.0.1:8081";
    assert!(comes("http://127.0.0.1:8081", local) && comes("http://localhost:8081", local));
    for foreign in ["http://localhost:8082", "https://localhost:8081", "http://localhost", "null", ""] {
        assert!(!comes(foreign, local), "{foreign}");
    }
    assert!(!comes("http://localhost:8081", "https://auth.bank.example"));
    assert!(!comes("http://127.0.0.1:8081", "http://localhost:8081"), "a name has no second one");
}
