use super::{Address, AddressError, Reach, is_allowed, is_public};

#[test]
fn evt_02_addresses_of_private_networks_are_none_in_any_notation() {
    for private in [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "168.63.129.16",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:8.8.8.8",
        "::127.0.0.1",
        "64:ff9b::a00:1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "2001::1",
        "2001:db8::1",
        "2002:a00:1::1",
        "3fff::1",
        "100::1",
        "4000::1",
    ] {
        assert!(!is_public(private.parse().unwrap()), "{private}");
    }
    for public in [
        "1.1.1.1",
        "8.8.8.8",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.0.1",
        "172.32.0.1",
        "192.167.1.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00:1450::1",
    ] {
        assert!(is_public(public.parse().unwrap()), "{public}");
    }
    assert!(is_allowed("127.0.0.1".parse().unwrap(), Reach::Local));
    assert!(!is_allowed("10.0.0.1".parse().unwrap(), Reach::Local));
}

#[test]
fn evt_02_an_address_is_of_https_without_secrets_and_odd_ports() {
    let error = |text: &str| Address::parse(text, Reach::Public).unwrap_err();
    for (text, fault) in [
        ("http://example.com/hook", AddressError::Plain),
        ("ftp://example.com/hook", AddressError::Malformed),
        ("https://user:secret@example.com/", AddressError::Credentials),
        ("https://user@example.com/", AddressError::Credentials),
        ("https://:secret@example.com/", AddressError::Credentials),
        ("https://example.com/#a", AddressError::Fragment),
        ("https://example.com:22/", AddressError::Port),
        ("https://example.com:80/", AddressError::Port),
        ("https://127.0.0.1/", AddressError::Private),
        // No address of a machine at all, whatever the network.
        ("https://0.0.0.0/", AddressError::NoMachine),
        ("https://0/", AddressError::NoMachine),
        ("https://[::]/", AddressError::NoMachine),
        ("https://224.0.0.1/", AddressError::NoMachine),
        ("https://255.255.255.255/", AddressError::NoMachine),
        // Every spelling of 127.0.0.1 and 10.0.0.1 that browsers know.
        ("https://2130706433/", AddressError::Private),
        ("https://0x7f.1/", AddressError::Private),
        ("https://0177.0.0.1/", AddressError::Private),
        ("https://[::ffff:10.0.0.1]/", AddressError::Private),
        ("https://[::1]/", AddressError::Private),
        ("https://exam ple.com/", AddressError::Malformed),
        ("https://пример.рф/", AddressError::Malformed),
        ("https:///hook\0", AddressError::Malformed),
        ("", AddressError::Malformed),
    ] {
        assert_eq!(error(text), fault, "{text}");
    }
    let long = format!("https://example.com/{}", "a".repeat(481));
    assert_eq!(error(&long), AddressError::Malformed);
    for good in [
        "https://example.com/hook?company=1",
        "https://example.com:8443/",
        "https://example.com:1024/",
        &long[..500],
    ] {
        assert!(Address::parse(good, Reach::Public).is_ok(), "{good}");
    }
}

#[test]
fn bnk_03_an_address_in_the_bank_s_own_network_is_that_of_a_machine() {
    assert!(Address::parse("https://10.0.0.1/orders", Reach::BankNetwork).is_ok());
    for host in [
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::ffff:0.0.0.0]",
        "[::ffff:224.0.0.1]",
        "[ff02::1]",
    ] {
        let refused = Address::parse(&format!("https://{host}/orders"), Reach::BankNetwork);
        assert_eq!(refused, Err(AddressError::NoMachine), "{host}");
        let ip = host.trim_matches(['[', ']']).parse().unwrap();
        assert!(!is_allowed(ip, Reach::BankNetwork), "a name leads to {host}");
    }
    let refused = AddressError::NoMachine;
    assert_eq!(refused.to_string(), "must be the address of one machine, neither 0.0.0.0 nor one of a group");
}

#[test]
fn security_04_a_sandbox_reaches_no_other_service_of_its_machine() {
    for text in ["http://127.0.0.1:22/", "https://localhost:25/", "http://[::1]:1023/", "http://127.1:81/"] {
        assert_eq!(Address::parse(text, Reach::Local), Err(AddressError::Port), "{text}");
    }
    for text in ["http://127.0.0.1/", "https://localhost/", "http://[::1]:1024/", "http://127.1:65535/"] {
        assert!(Address::parse(text, Reach::Local).is_ok(), "{text}");
    }
}

#[test]
fn evt_02_a_sandbox_reaches_its_own_machine_and_no_other_private_one() {
    for good in [
        "http://127.0.0.1:80/",
        "http://localhost:9000/hook",
        "http://[::1]:9000/",
        "https://127.0.0.1:9000/",
    ] {
        assert!(Address::parse(good, Reach::Local).is_ok(), "{good}");
    }
    for bad in ["http://example.com/", "http://10.0.0.1/", "https://10.0.0.1/", "https://169.254.169.254/"] {
        assert!(Address::parse(bad, Reach::Local).is_err(), "{bad}");
    }
}
