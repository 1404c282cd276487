use std::net::IpAddr;

use http::{HeaderMap, HeaderValue};

use super::{TrustedProxies, X_FORWARDED_FOR};

fn caller(trusted: &str, connection: &str, forwarded: &[&str]) -> String {
    let trusted: TrustedProxies = trusted.parse().expect("networks");
    let connection: IpAddr = connection.parse().expect("an address");
    let mut headers = HeaderMap::new();
    for line in forwarded {
        headers.append(X_FORWARDED_FOR, HeaderValue::from_str(line).expect("a header value"));
    }
    trusted.caller(connection, &headers).to_string()
}

#[test]
fn ops_03_nobody_is_believed_unless_trusted() {
    assert_eq!(caller("", "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    assert_eq!(caller("10.0.0.0/8", "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
}

#[test]
fn ops_03_a_trusted_proxy_names_the_caller() {
    assert_eq!(caller("10.0.0.5", "10.0.0.5", &["198.51.100.1"]), "198.51.100.1");
    assert_eq!(caller("10.0.0.5", "::ffff:10.0.0.5", &["198.51.100.1"]), "198.51.100.1");
    assert_eq!(caller("fd00::/8", "fd00::1", &["2001:db8::7"]), "2001:db8::7");
}

#[test]
fn ops_03_a_proxy_may_add_the_port_and_brackets() {
    assert_eq!(caller("10.0.0.0/8", "10.0.0.5", &["198.51.100.1:50123, 10.0.0.6:443"]), "198.51.100.1");
    for version_6 in ["[2001:db8::7]:50123", "[2001:db8::7]"] {
        assert_eq!(caller("10.0.0.5", "10.0.0.5", &[version_6]), "2001:db8::7");
    }
    for wrong in ["[198.51.100.1", "198.51.100.1:", "198.51.100.1:port", "[2001:db8::7]:"] {
        assert_eq!(caller("10.0.0.5", "10.0.0.5", &[wrong]), "10.0.0.5", "{wrong}");
    }
}

#[test]
fn ops_03_what_the_caller_wrote_before_the_proxies_does_not_count() {
    let spoofed = ["127.0.0.1, 198.51.100.1, 10.0.0.6"];
    assert_eq!(caller("10.0.0.0/8", "10.0.0.5", &spoofed), "198.51.100.1");
    assert_eq!(caller("10.0.0.0/8", "10.0.0.5", &["127.0.0.1", "198.51.100.1", "10.0.0.6"]), "198.51.100.1");
}

#[test]
fn ops_03_a_list_that_cannot_be_read_ends_at_the_proxy() {
    assert_eq!(caller("10.0.0.0/8", "10.0.0.5", &["unknown"]), "10.0.0.5");
    assert_eq!(caller("10.0.0.0/8", "10.0.0.5", &["198.51.100.1, , 10.0.0.6"]), "10.0.0.6");
    let endless = vec!["10.0.0.1"; 100].join(",");
    assert_eq!(caller("10.0.0.0/8", "10.0.0.5", &[&format!("198.51.100.1,{endless}")]), "10.0.0.1");
}

#[test]
fn ops_03_networks_are_read_strictly() {
    for wrong in ["10.0.0.0/33", "proxy", "10.0.0", "10.0.0.1;10.0.0.2"] {
        assert!(wrong.parse::<TrustedProxies>().is_err(), "{wrong}");
    }
    assert!(vec!["10.0.0.1"; 65].join(",").parse::<TrustedProxies>().is_err());
    assert_eq!(
        " 10.0.0.1 , fd00::/8 ".parse::<TrustedProxies>().map(|one| one.to_string()).as_deref(),
        Ok("10.0.0.1/32, fd00::/8")
    );
}
