//! The guards of a sandbox: against callers of its administration port who do not mean it, and readers of its files.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::demo::postgres_database;
use crate::program::{Server, folder, said};
use crate::sandboxes::{administration, make};
use crate::software::Software;

/// Sends a request as it is, and returns the status.
fn told(server: &Server, head: &str, body: &str) -> String {
    let socket = server.administration.strip_prefix("http://").expect("an address");
    let mut stream = std::net::TcpStream::connect(socket).expect("a connection");
    let request = format!("{head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).expect("the request is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.split(' ').nth(1).expect("a status").to_owned()
}

/// Aims a webhook, a page in a browser and a careless program at the administration port.
fn only_callers_who_mean_it_administer(extra: &[&str]) {
    let (_folder, server) = Server::own_sandbox(extra);
    make(&server, "one", 1);
    let petrov = Software::of("petrov", &server, None, "C00001");
    let port = server.administration.rsplit_once(':').expect("a port").1.to_owned();
    for (host, path) in [("127.0.0.1", "main/reset"), ("localhost", "one/reset"), ("127.1", "main/clock")] {
        let terms = format!(r#"{{"url":"http://{host}:{port}/sandboxes/{path}","types":["*"]}}"#);
        let (status, refused) = petrov.call("POST", "/v1/webhooks", None, &terms);
        assert!(status == 400 && refused.contains("URL_REFUSED"), "{refused}");
    }
    let json = "Content-Type: application/json";
    let means = "Sandbox-Administration: 1";
    let own = format!("Host: 127.0.0.1:{port}");
    for (path, body) in [
        ("/sandboxes/one/reset", "{}"),
        ("/sandboxes/one/clock", r#"{"days":1}"#),
        ("/sandbox/v1/tokens", r#"{"login":"petrov","company":"C00001"}"#),
    ] {
        let asked = |headers: &[&str]| {
            told(&server, &format!("POST {path} HTTP/1.1\r\n{}", headers.join("\r\n")), body)
        };
        assert_eq!(asked(&[&own, json]), "403", "{path}");
        assert_eq!(asked(&[&own, json, means, "Origin: http://evil.example"]), "403", "{path}");
        assert_eq!(asked(&["Host: evil.example", json, means]), "421", "{path}");
        assert_eq!(asked(&[&own, json, means]), "200", "{path}");
    }
    for path in ["/sandboxes", "/sandboxes/one/clock", "/metrics", "/health/ready", "/sandbox/v1/triggers"] {
        assert_eq!(told(&server, &format!("GET {path} HTTP/1.1\r\nHost: evil.example"), ""), "421", "{path}");
        assert_eq!(told(&server, &format!("GET {path} HTTP/1.1\r\n{own}"), ""), "200", "{path}");
    }
    for (path, event) in [
        ("/sandboxes/one/reset", r#"{"type":"webhook.test"}"#),
        ("/sandboxes/one/clock", r#"{"days":1,"type":"webhook.test"}"#),
        ("/sandboxes", r#"{"key":"two","type":"webhook.test"}"#),
    ] {
        assert_eq!(administration(&server).post(path, event).status, 400, "{path}");
    }
    assert!(server.stop().success());
}

#[test]
fn security_04_security_10_only_callers_who_mean_it_administer() {
    only_callers_who_mean_it_administer(&[]);
}

#[test]
fn security_04_security_10_only_callers_who_mean_it_administer_on_postgres() {
    only_callers_who_mean_it_administer(&["--database", &postgres_database("sandbox_guarded")]);
}

#[test]
fn security_16_every_database_of_a_sandbox_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    said(&["sandbox", "--prepare", "--data", folder.path().to_str().expect("UTF-8")]);
    let template = databases(folder.path());
    assert_eq!(template.iter().map(|path| mode(path)).collect::<Vec<_>>(), [0o600], "{template:?}");
    // One that an earlier version left open to others.
    std::fs::set_permissions(&template[0], PermissionsExt::from_mode(0o644)).expect("permissions");
    let server = Server::sandbox(folder.path(), &[]);
    make(&server, "one", 1);
    let mut found = databases(folder.path());
    found.retain(|path| *path != template[0]);
    assert!(found.len() >= 2, "the main one and that with the key: {found:?}");
    for path in found {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert!(server.stop().success());
}

/// The databases in the folder and below it, with their logs.
fn databases(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (below, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let is_database = |path: &PathBuf| {
        let name = path.to_string_lossy().into_owned();
        [".db", ".db-wal", ".db-shm"].iter().any(|ending| name.ends_with(ending))
    };
    let mut found: Vec<PathBuf> = files.into_iter().filter(is_database).collect();
    found.extend(below.iter().flat_map(|folder| databases(folder)));
    found
}
