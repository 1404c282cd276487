//! The addresses of programs.

use super::{Url, at};

#[test]
fn a_path_is_below_the_address_with_or_without_a_slash_at_its_end() {
    for (address, expected) in [
        ("http://127.0.0.1:8082", "http://127.0.0.1:8082/sandboxes?a=1"),
        ("http://127.0.0.1:8082/", "http://127.0.0.1:8082/sandboxes?a=1"),
        ("http://[::1]:8082", "http://[::1]:8082/sandboxes?a=1"),
        ("https://bank.example/ci", "https://bank.example/ci/sandboxes?a=1"),
        ("https://bank.example/ci/", "https://bank.example/ci/sandboxes?a=1"),
    ] {
        let address: Url = address.parse().expect("an address");
        assert_eq!(at(&address, "sandboxes?a=1").expect("an address").as_str(), expected);
    }
}
