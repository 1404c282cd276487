//! The key of a sandbox: in the name of the host, or in a header.

use testkit::script::HostCaller;

use crate::program::Server;
use crate::sandboxes::{good, make};

#[test]
fn integrator_04_a_key_by_header_and_by_host_reach_the_same_sandbox() {
    let (_folder, server) = Server::own_sandbox(&[]);
    make(&server, "ci-9", 9);
    let asked = |address: &str, key, path: &str, headers: &[(&str, &str)]| {
        HostCaller::new(address, key).call("GET", path, headers, "")
    };
    for (address, path) in [
        (&server.identity, "/jwks"),
        (&server.identity, "/.well-known/openid-configuration"),
        (&server.identity, "/bank"),
        (&server.api, "/openapi.json"),
        (&server.administration, "/request-log?limit=0"),
    ] {
        let by_host = asked(address, Some("ci-9"), path, &[]);
        let by_header = asked(address, None, path, &[("Sandbox-Key", "ci-9")]);
        assert_eq!((by_host.status, &by_host.body), (by_header.status, &by_header.body), "{path}");
        let main = asked(address, None, path, &[("Sandbox-Key", "main")]);
        assert_eq!(main.status, asked(address, None, path, &[]).status, "{path}");
    }
    let issuer = |headers: &[(&str, &str)]| {
        asked(&server.identity, None, "/.well-known/openid-configuration", headers).json()["issuer"].clone()
    };
    assert_ne!(issuer(&[]), issuer(&[("Sandbox-Key", "ci-9")]), "each sandbox is an issuer of its own");
    let order =
        [("Sandbox-Key", "ci-9"), ("Sandbox-Administration", "1"), ("Content-Type", "application/json")];
    let person = r#"{"login":"ivanova","company":"C00001"}"#;
    let administration = HostCaller::new(&server.administration, None);
    let tokens = good(&administration.call("POST", "/sandbox/v1/tokens", &order, person));
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().expect("a token"));
    let identity = tokens["id_token"].as_str().expect("a token");
    let both = [("Authorization", bearer.as_str()), ("Id-Token", identity)];
    let accounts = "/v1/accounts?fields=Number";
    let with_key = [both.as_slice(), &[("Sandbox-Key", "ci-9")]].concat();
    assert_eq!(asked(&server.api, None, accounts, &with_key).status, 200);
    assert_eq!(asked(&server.api, None, accounts, &both).status, 401, "the main sandbox knows no such token");
    for (headers, key, status, told) in [
        (&[("Sandbox-Key", "ci-8")][..], None, 404, "POST /sandboxes of the administration port makes it"),
        (&[("Sandbox-Key", "CI_8")], None, 400, "a key has 1 to 32 of a to z"),
        (&[("Sandbox-Key", "ci-8")], Some("ci-9"), 400, "send one Sandbox-Key, or the Host"),
        (&[("Sandbox-Key", "ci-9"), ("Sandbox-Key", "main")], None, 400, "send one Sandbox-Key, or the Host"),
    ] {
        let refused = asked(&server.api, key, accounts, headers);
        assert_eq!(refused.status, status, "{headers:?}: {}", refused.body);
        assert!(refused.body.contains(told), "{headers:?}: {}", refused.body);
    }
    for there in ["main", "ci-9"] {
        let again = administration.post("/sandboxes", &format!(r#"{{"key":"{there}"}}"#));
        assert_eq!(again.status, 409, "{there}: {}", again.body);
    }
}
