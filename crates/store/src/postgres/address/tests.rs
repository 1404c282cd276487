use super::*;

fn reason(query: &str) -> String {
    read(&format!("postgres://a,b:5433/bank?{query}")).unwrap_err().to_string()
}

#[test]
fn ops_03_an_address_with_several_servers_is_read() {
    for query in
        ["", "target_session_attrs=any", "target_session_attrs=read-write", "options=-c%20search_path=bank"]
    {
        let config = read(&format!("postgres://a,b:5433/bank?{query}")).unwrap().config;
        assert_eq!((config.get_hosts().len(), config.get_ports()), (2, [5432, 5433].as_slice()), "{query}");
    }
}

#[test]
fn ops_03_what_an_address_asks_in_vain_is_said_in_words() {
    for wish in ["primary", "standby", "prefer-standby", "read_write", "read-only"] {
        let reason = reason(&format!("target_session_attrs={wish}"));
        assert!(reason.contains("target_session_attrs"), "{reason}");
        assert!(reason.contains("known are any and read-write"), "{reason}");
    }
    assert!(reason("load_balance_hosts=random").contains("in the order"));
    assert!(read("postgres:///bank").unwrap_err().to_string().contains("names no server"));
    let many = vec!["a"; SERVERS_MAX + 1].join(",");
    assert!(read(&format!("postgres://{many}/bank")).unwrap_err().to_string().contains("more than 16"));
    let numbers = read("postgres://a,b/bank?hostaddr=127.0.0.1").unwrap_err();
    assert!(numbers.to_string().contains("different numbers"), "{numbers}");
    let pooled = reason("pooler=transaction&options=-c%20search_path=bank");
    assert!(pooled.contains("options do not pass a pooler"), "{pooled}");
}

#[test]
fn ops_03_options_that_would_make_every_session_read_only_are_refused_however_they_are_written() {
    for options in [
        "-c default_transaction_read_only=on",
        "-cdefault_transaction_read_only=off",
        "--default-transaction-read-only=on",
        "-c DEFAULT_transaction_READ_only=1",
        r"-c default\_transaction_read_only=on",
        "-c search_path=bank -c transaction_read_only=on",
    ] {
        let encoded = options.bytes().fold(String::new(), |text, byte| text + &format!("%{byte:02x}"));
        let reason = reason(&format!("options={encoded}"));
        assert!(reason.contains("default_transaction_read_only"), "{options}: {reason}");
    }
}

#[test]
fn lif_05_a_password_stands_in_one_place() {
    let twice = read("postgres://clerk:secret@a/bank?passfile=%2Fa").unwrap_err().to_string();
    assert!(twice.contains("passfile names another") && !twice.contains("secret"), "{twice}");
    assert!(read("postgres://clerk@a/bank?passfile=%2Fa&sslmode=verify-full").is_ok());
}
