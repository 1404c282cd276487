use super::*;

fn taken(query: &str) -> (String, Security) {
    Security::take_from(&format!("postgres://us%40er:a?b@db.bank.example/bank{query}")).unwrap()
}

fn mode(query: &str, name: &str, address: Option<&str>) -> TlsMode {
    let name = Host::Tcp(name.to_owned());
    taken(query).1.mode_for(Some(&name), address.map(|address| address.parse().unwrap()))
}

#[test]
fn lif_05_the_rest_of_the_address_stays_as_it_was() {
    for (query, rest) in [
        ("", ""),
        ("?", ""),
        ("?sslmode=require", ""),
        (
            "?options=-c%20a%3Db&sslmode=require&passfile=%2Fa%20b&application_name=x",
            "?options=-c%20a%3Db&application_name=x",
        ),
    ] {
        assert_eq!(taken(query).0, format!("postgres://us%40er:a?b@db.bank.example/bank{rest}"), "{query}");
    }
    let (_, security) = taken("?sslrootcert=%2Fetc%2Fca.pem&sslcert=c&sslkey=k&passfile=%2Fa%20b");
    assert_eq!(security.roots, Roots::File("/etc/ca.pem".into()));
    assert_eq!(security.passfile, Some("/a b".into()));
    let client = ClientCertificate { certificate: "c".into(), key: "k".into() };
    assert_eq!(security.client, Some(client));
    assert_eq!(taken("?sslrootcert=system").1.roots, Roots::System);
}

#[test]
fn lif_05_what_nobody_decided_is_verified_beyond_this_machine() {
    for local in ["localhost", "127.0.0.1", "127.8.9.1", "::1"] {
        assert_eq!(mode("", local, None), TlsMode::Disable, "{local}");
        assert_eq!(mode("?sslmode=verify-full", local, None), TlsMode::VerifyFull, "{local}");
    }
    for away in ["db", "10.0.0.1", "localhost.bank.example", "::2"] {
        assert_eq!(mode("", away, None), TlsMode::VerifyFull, "{away}");
        assert_eq!(mode("?sslmode=disable", away, None), TlsMode::Disable, "{away}");
    }
    // A tunnel ends on this machine, but does not lead to it.
    assert_eq!(mode("", "db", Some("127.0.0.1")), TlsMode::VerifyFull);
    assert_eq!(mode("", "localhost", Some("10.0.0.1")), TlsMode::VerifyFull);
    let nameless = Security::default();
    assert_eq!(nameless.mode_for(None, Some("127.0.0.1".parse().unwrap())), TlsMode::Disable);
    assert_eq!(nameless.mode_for(None, Some("10.0.0.1".parse().unwrap())), TlsMode::VerifyFull);
    let socket = Host::Unix("/run/postgresql".into());
    assert_eq!(taken("?sslmode=verify-full").1.mode_for(Some(&socket), None), TlsMode::Disable);
    // Whoever names an authority wants it to be looked at.
    assert_eq!(mode("?sslmode=require", "db", None), TlsMode::Require);
    for (roots, expected) in [("%2Fca", TlsMode::VerifyCa), ("system", TlsMode::VerifyFull)] {
        for query in
            [format!("sslmode=require&sslrootcert={roots}"), format!("sslrootcert={roots}&sslmode=require")]
        {
            assert_eq!(mode(&format!("?{query}"), "db", None), expected, "{query}");
        }
    }
    assert_eq!(mode("?sslmode=disable&sslrootcert=system", "db", None), TlsMode::Disable);
}

#[test]
fn lif_05_what_cannot_be_honoured_is_refused_in_words() {
    for (query, words) in [
        ("?sslmode=prefer", "as soon as somebody in between says so"),
        ("?sslmode=allow", "verify-full"),
        ("?sslmode=", "known are disable"),
        ("?sslmode=Verify-Full", "known are disable"),
        ("?sslcert=%2Fa", "belong together"),
        ("?sslkey=%2Fa", "belong together"),
        ("?sslcert=&sslkey=", "names no file"),
        ("?sslrootcert=", "sslrootcert names no file"),
        ("?passfile=%ff", "not UTF-8"),
    ] {
        let refused = Security::take_from(&format!("postgres://db/bank{query}")).unwrap_err().to_string();
        assert!(refused.contains(words), "{query}: {refused}");
    }
}
