//! TLS to PostgreSQL, and passwords that lie in files (LIF-05): what is not verified is refused in words.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use store::{Store, StoreError, StoreLocation, params};
use tempfile::TempDir;
use testkit::Bench;
use testkit::authority::{Authority, Issued, Validity};
use testkit::postgres::{Cluster, execute};

store::queries! {
    /// Tells whether the connection that asks is encrypted, and by whose certificate its client is known.
    CONNECTION = "select ssl as is_encrypted, client_dn from pg_stat_ssl where pid = pg_backend_pid()";
}

/// The name in the server's certificate; it lies on this machine only in addresses that say so.
const NAME: &str = "db.bank.example";
/// Everybody, with TLS and a password that is not sent.
const BY_PASSWORD: &str = "hostssl all all 127.0.0.1/32 scram-sha-256";

fn location(server: &Cluster, name: &str, query: &str) -> StoreLocation {
    address(server, "clerk", name, query).parse().unwrap()
}

fn address(server: &Cluster, user: &str, name: &str, query: &str) -> String {
    let port = server.port();
    format!("postgres://{user}@{name}:{port}/postgres?hostaddr=127.0.0.1&{query}")
}

fn trusting(authority: &Authority) -> String {
    format!("sslrootcert={}", authority.certificate().display())
}

async fn opened(location: &StoreLocation) -> Result<Store, StoreError> {
    Store::open(location, Bench::limits()).await
}

async fn refusal(location: &StoreLocation) -> String {
    opened(location).await.map(|_| "nothing was refused").unwrap_err().to_string()
}

/// The name in the certificate that the client showed; fails when nothing is encrypted.
async fn shown_by_client(location: &StoreLocation) -> Option<String> {
    let store = opened(location).await.unwrap();
    let row = store.query_optional(&CONNECTION, params![]).await.unwrap().unwrap();
    assert_eq!(row.boolean("is_encrypted"), Ok(true));
    let name = row.optional_text("client_dn").unwrap().map(str::to_owned);
    store.close().await;
    name
}

async fn server(issued: Option<&Issued>, authority: &Authority) -> Cluster {
    let server = Cluster::start_on_port(issued, &authority.certificate()).unwrap();
    execute(server.url(), "create role clerk login password 'first'").await;
    server
}

fn written(folder: &TempDir, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    only_mine(&path);
    path
}

fn only_mine(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_a_server_is_who_its_certificate_says_or_refused() {
    let (authority, stranger) = (Authority::default(), Authority::default());
    let server = server(Some(&authority.issue(NAME, Validity::Good)), &authority).await;
    server.admit("hostssl all all 127.0.0.1/32 trust").unwrap();
    let (ours, theirs) = (trusting(&authority), trusting(&stranger));

    // Nothing is said about TLS: beyond this machine everything is verified.
    assert_eq!(shown_by_client(&location(&server, NAME, &ours)).await, None);
    let unknown = refusal(&location(&server, NAME, &theirs)).await;
    assert!(
        unknown.contains("sslmode=verify-full") && unknown.contains("no authority that is trusted"),
        "{unknown}"
    );
    for query in ["", "sslmode=require&sslrootcert=system"] {
        let of_system = refusal(&location(&server, NAME, query)).await;
        assert!(
            of_system.contains("no authority that is trusted") || of_system.contains("sslrootcert"),
            "{of_system}"
        );
    }
    let other_name = refusal(&location(&server, "other.bank.example", &ours)).await;
    assert!(other_name.contains("not valid for name") && other_name.contains(NAME), "{other_name}");

    // verify-ca takes any name of the authority, require takes anybody's; both encrypt.
    let any_name = format!("sslmode=verify-ca&{ours}");
    assert_eq!(shown_by_client(&location(&server, "other.bank.example", &any_name)).await, None);
    let stranger_ca = refusal(&location(&server, NAME, &format!("sslmode=verify-ca&{theirs}"))).await;
    assert!(stranger_ca.contains("no authority that is trusted"), "{stranger_ca}");
    assert_eq!(shown_by_client(&location(&server, NAME, "sslmode=require")).await, None);
    // As in libpq, an authority that is named is looked at.
    let named = refusal(&location(&server, NAME, &format!("sslmode=require&{theirs}"))).await;
    assert!(named.contains("no authority that is trusted"), "{named}");

    let plain = refusal(&location(&server, NAME, "sslmode=disable")).await;
    assert!(plain.contains("no encryption"), "{plain}");
    let missing = refusal(&location(&server, NAME, "sslrootcert=/nowhere.pem")).await;
    assert!(missing.contains("sslrootcert /nowhere.pem"), "{missing}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_an_expired_certificate_and_a_server_without_tls_are_refused() {
    let authority = Authority::default();
    let expired = server(Some(&authority.issue(NAME, Validity::Expired)), &authority).await;
    expired.admit("hostssl all all 127.0.0.1/32 trust").unwrap();
    for mode in ["verify-full", "verify-ca"] {
        let query = format!("sslmode={mode}&{}", trusting(&authority));
        let reason = refusal(&location(&expired, NAME, &query)).await;
        assert!(reason.contains("expired") && reason.contains(mode), "{reason}");
    }
    let plain = server(None, &authority).await;
    plain.admit("host all all 127.0.0.1/32 trust").unwrap();
    for query in [trusting(&authority), "sslmode=require".to_owned()] {
        let reason = refusal(&location(&plain, NAME, &query)).await;
        assert!(reason.contains("server does not support TLS"), "{reason}");
    }
    opened(&location(&plain, NAME, "sslmode=disable")).await.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_a_server_may_ask_for_a_client_certificate() {
    let authority = Authority::default();
    let server = server(Some(&authority.issue(NAME, Validity::Good)), &authority).await;
    server.admit("hostssl all all 127.0.0.1/32 cert").unwrap();
    let ours = trusting(&authority);
    let without = refusal(&location(&server, NAME, &ours)).await;
    assert!(without.contains("certificate"), "{without}");

    let shown = |issued: &Issued| {
        let (certificate, key) = (issued.certificate.display(), issued.key.display());
        format!("{ours}&sslcert={certificate}&sslkey={key}")
    };
    let (clerk, other) = (authority.issue("clerk", Validity::Good), authority.issue("other", Validity::Good));
    let known = shown_by_client(&location(&server, NAME, &shown(&clerk))).await;
    assert_eq!(known.as_deref(), Some("/CN=clerk"));
    let of_other = refusal(&location(&server, NAME, &shown(&other))).await;
    assert!(of_other.contains("28000") || of_other.contains("authentication failed"), "{of_other}");

    let mixed = Issued { certificate: clerk.certificate.clone(), key: other.key };
    let unfit = refusal(&location(&server, NAME, &shown(&mixed))).await;
    assert!(unfit.contains("sslcert and sslkey cannot be used"), "{unfit}");
    fs::set_permissions(&clerk.key, fs::Permissions::from_mode(0o644)).unwrap();
    let open_key = refusal(&location(&server, NAME, &shown(&clerk))).await;
    assert!(open_key.contains("is open to others"), "{open_key}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_a_password_is_replaced_in_its_file_while_the_program_runs() {
    let authority = Authority::default();
    let server = server(Some(&authority.issue(NAME, Validity::Good)), &authority).await;
    server.admit(BY_PASSWORD).unwrap();
    let folder = TempDir::new().unwrap();
    let alone = written(&folder, "password", "first\n");
    // The login is bound to the certificate, which the server checks.
    let query = format!("{}&channel_binding=require", trusting(&authority));
    let location = location(&server, NAME, &query);
    assert!(refusal(&location).await.contains("password"));
    let location = location.with_password_file(alone.clone()).unwrap();
    let store = opened(&location).await.unwrap();
    store.query(&CONNECTION, params![]).await.unwrap();

    // The old password opens nothing any more, and the connections that it opened are cut.
    execute(server.url(), "alter role clerk password 'second'").await;
    let cut = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'clerk'";
    execute(server.url(), cut).await;
    let refused = loop {
        match store.query(&CONNECTION, params![]).await {
            // A connection that was cut may answer what was under way.
            Ok(_) => tokio::task::yield_now().await,
            Err(error) => break error.to_string(),
        }
    };
    assert!(refused.contains("28P01"), "{refused}");
    written(&folder, "password", "second");
    assert_eq!(store.query(&CONNECTION, params![]).await.unwrap().len(), 1);
    store.close().await;

    // The file as libpq has it, with a line for this server among others.
    let lines = format!("other:*:*:*:first\n{NAME}:{}:postgres:clerk:second\n", server.port());
    let many = written(&folder, "pgpass", &lines);
    let passfile = format!("{query}&passfile={}", many.display());
    opened(&self::location(&server, NAME, &passfile)).await.unwrap().close().await;
    let nobody: StoreLocation = address(&server, "nobody", NAME, &passfile).parse().unwrap();
    assert!(refusal(&nobody).await.contains("has no line for"));
    fs::set_permissions(&alone, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(refusal(&location).await.contains("is open to others"));
}
