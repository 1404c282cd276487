//! Sandboxes as their users start them: the guard between them and live databases, the clock, resets, many in one
//! process, and answers that repeat byte by byte (SBX-01, SBX-04, SBX-06, OPS-04).

use crate::wired::ORDERS;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use testkit::script::{HostCaller, Raw, Receiver, play};

use crate::browser::{IVANOVA, settings, tokens};
use crate::demo::{on_postgres, postgres_database};
use crate::program::{Server, folder, get, refused, run, said, text};

/// The longest wait for what another process has to learn.
const LEARNED_MAX: Duration = Duration::from_mins(2);

pub(crate) fn administration(server: &Server) -> HostCaller {
    HostCaller::new(&server.administration, None)
}

pub(crate) fn good(raw: &Raw) -> Value {
    assert!(raw.status < 300, "{}{}", raw.head, raw.body);
    raw.json()
}

pub(crate) fn make(server: &Server, key: &str, seed: u64) {
    let made = administration(server).post("/sandboxes", &format!(r#"{{"key":"{key}","seed":{seed}}}"#));
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!(made.json()["key"], key);
}

fn clock(server: &Server, key: &str) -> Value {
    good(&administration(server).call("GET", &format!("/sandboxes/{key}/clock"), &[], ""))
}

fn go(server: &Server, key: &str, wish: &str) -> Raw {
    administration(server).post(&format!("/sandboxes/{key}/clock"), wish)
}

fn reset(server: &Server, key: &str) {
    good(&administration(server).post(&format!("/sandboxes/{key}/reset"), "{}"));
}

/// The text of the first difference, short enough to be read.
fn same(one: &str, other: &str) {
    for (one, other) in one.lines().zip(other.lines()) {
        assert_eq!(one, other);
    }
    assert_eq!(one.len(), other.len());
}

/// Plays the list of calls to sandboxes of one process until it would differ.
fn answers_repeat(extra: &[&str]) {
    let (folder, receiver) = (folder(), Receiver::start());
    let server = Server::sandbox(folder.path(), &[&["--seed", "7"], extra].concat());
    let process = server.process(folder.path());
    make(&server, "one", 1);
    make(&server, "two", 2);
    let first = play(&process, "one", &receiver);
    assert_ne!(first, play(&process, "two", &receiver), "another seed and another Host");
    for _ in 0..3 {
        reset(&server, "one");
        same(&first, &play(&process, "one", &receiver));
    }
    let removed = administration(&server).call("DELETE", "/sandboxes/one", &[], "");
    assert_eq!(removed.status, 204);
    make(&server, "one", 1);
    same(&first, &play(&process, "one", &receiver));
    // Another seed makes other identifiers at the same Host.
    assert_eq!(administration(&server).call("DELETE", "/sandboxes/one", &[], "").status, 204);
    make(&server, "one", 2);
    assert_ne!(first, play(&process, "one", &receiver));
}

#[test]
fn sbx_04_one_seed_and_one_list_of_calls_give_the_same_bytes() {
    answers_repeat(&[]);
}

#[test]
fn sbx_04_answers_repeat_beside_a_main_sandbox_on_postgres() {
    answers_repeat(&["--database", &postgres_database("sandbox_repeats")]);
}

#[test]
fn sbx_04_another_process_gives_the_same_bytes_too() {
    let (one, other, receiver) = (folder(), folder(), Receiver::start());
    let first = Server::sandbox(one.path(), &["--seed", "7"]);
    make(&first, "ci", 3);
    let process = first.process(one.path());
    let said = play(&process, "ci", &receiver);
    assert!(first.stop().success());
    let port = |address: &str| address.rsplit_once(':').expect("a port").1.to_owned();
    let mut command = crate::program::clientbank();
    command.args(["sandbox", "--json", "--seed", "7", "--data"]).arg(other.path());
    for (option, address) in [
        ("--api-port", &process.api),
        ("--identity-port", &process.identity),
        ("--administration-port", &process.administration),
    ] {
        command.args([option, &port(address)]);
    }
    let second = Server::start(&mut command);
    make(&second, "ci", 3);
    same(&said, &play(&second.process(other.path()), "ci", &receiver));
}

#[test]
fn sbx_04_sandboxes_know_nothing_of_each_other() {
    let (folder, server) = Server::own_sandbox(&["--set", "sandboxes_max=2"]);
    make(&server, "one", 1);
    make(&server, "two", 1);
    let three = administration(&server).post("/sandboxes", r#"{"key":"three"}"#);
    assert_eq!(three.status, 409, "{}", three.body);
    assert_eq!(administration(&server).post("/sandboxes", r#"{"key":"one"}"#).status, 409);
    for none in
        [r#"{"key":"One"}"#, r#"{"key":""}"#, r#"{"key":"../one"}"#, r#"{"key":"a.b"}"#, r#"{"seed":1}"#]
    {
        assert_eq!(administration(&server).post("/sandboxes", none).status, 400, "{none}");
    }
    for key in ["main", "one", "two"] {
        let found = good(&administration(&server).call("GET", &format!("/sandboxes/{key}"), &[], ""));
        assert_eq!(found["key"], key);
    }
    good(&go(&server, "one", r#"{"days":10}"#));
    assert_ne!(clock(&server, "one")["now"], clock(&server, "two")["now"]);
    // A token of one opens neither the other nor the main one.
    let main = server.process(folder.path());
    let jwks = |key| HostCaller::new(&main.identity, key).call("GET", "/jwks", &[], "").status;
    assert_eq!((jwks(Some("one")), jwks(Some("two")), jwks(None)), (200, 200, 200));
    let absent = HostCaller::new(&main.api, Some("none")).call("GET", "/v1/accounts", &[], "");
    assert_eq!(absent.status, 404, "{}", absent.body);
    assert_eq!(absent.headers("sandbox"), ["true"]);
    assert_eq!(HostCaller::new(&main.api, Some("no_key")).call("GET", "/v1/accounts", &[], "").status, 400);
    let removed = administration(&server).call("DELETE", "/sandboxes/one", &[], "");
    assert_eq!(removed.status, 204, "{}", removed.body);
    assert_eq!(jwks(Some("one")), 404);
    let left = std::fs::read_dir(folder.path().join("sandboxes")).expect("the folder").flatten();
    let left: Vec<_> =
        left.flat_map(|own| std::fs::read_dir(own.path()).expect("a folder")).flatten().collect();
    assert!(left.iter().all(|file| file.file_name().to_string_lossy().starts_with("two.db")), "{left:?}");
    for path in ["/sandboxes/main", "/sandboxes/one"] {
        assert!(administration(&server).call("DELETE", path, &[], "").status >= 404, "{path}");
    }
}

#[test]
fn sbx_04_a_reset_that_fails_ends_with_the_next_call_that_can() {
    let (folder, server) = Server::own_sandbox(&["--seed", "1"]);
    make(&server, "one", 1);
    good(&go(&server, "one", r#"{"days":10}"#));
    let process = server.process(folder.path());
    let keys = || HostCaller::new(&process.identity, Some("one")).call("GET", "/jwks", &[], "").status;
    let (template, away) = (folder.path().join("seed.db"), folder.path().join("seed.away"));
    std::fs::rename(&template, &away).expect("the template goes");
    assert_eq!(administration(&server).post("/sandboxes/one/reset", "{}").status, 500);
    assert_eq!(keys(), 500, "it is listed, so it is not unknown");
    std::fs::rename(&away, &template).expect("the template comes back");
    assert_eq!(keys(), 200);
    assert_eq!(clock(&server, "one")["now"], "2026-11-20T06:00:00Z");
}

#[test]
fn sbx_04_a_token_of_one_sandbox_opens_no_other() {
    let (folder, server) = Server::own_sandbox(&[]);
    make(&server, "one", 1);
    let (settings, process) = (settings(&server), server.process(folder.path()));
    let main = tokens(&settings, IVANOVA);
    let bearer = format!("Bearer {}", main.access_token);
    let headers = [("Authorization", bearer.as_str()), ("Id-Token", main.id_token.as_str())];
    let read = |key| {
        HostCaller::new(&process.api, key).call("GET", "/v1/accounts?fields=Number", &headers, "").status
    };
    assert_eq!(read(None), 200);
    assert_eq!(read(Some("one")), 401);
}

/// The main sandbox begins anew: what was there is gone, its logins too, and it goes on as before.
fn main_begins_anew(server: &Server) {
    let settings = settings(server);
    let before = tokens(&settings, IVANOVA);
    let bearer = format!("Bearer {}", before.access_token);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Id-Token", before.id_token.as_str()),
        ("Content-Type", "application/json"),
    ];
    let api = HostCaller::new(&server.api, None);
    let request = r#"{"cnum":"C00001","tariffPlan":"PRO"}"#;
    let create = |headers: &[(&str, &str)]| api.call("POST", "/v1/ctcm/request/create", headers, request);
    assert_eq!(create(&headers).status, 200);
    assert_eq!(create(&headers).status, 400, "there is one already");
    good(&go(server, "main", r#"{"days":400}"#));
    reset(server, "main");
    // Its tokens are of keys that stay, and last for their minutes; nothing renews them.
    let refreshed = sdk::Identity::new(&settings).refresh(&before.refresh_token);
    assert!(refreshed.is_err(), "the login is gone");
    let anew = tokens(&settings, IVANOVA);
    let bearer = format!("Bearer {}", anew.access_token);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Id-Token", anew.id_token.as_str()),
        ("Content-Type", "application/json"),
    ];
    assert_eq!(create(&headers).status, 200, "the request of before is gone");
    let now: jiff::Timestamp = clock(server, "main")["now"].as_str().expect("a moment").parse().expect("one");
    let ahead = now.duration_since(kernel::Clock::now(&kernel::SystemClock).to_timestamp());
    assert!(ahead.abs() < jiff::SignedDuration::from_hours(1), "the clock is the machine's again: {ahead}");
}

#[test]
fn sbx_04_the_main_sandbox_begins_anew_on_sqlite() {
    let (folder, server) = Server::own_sandbox(&[]);
    main_begins_anew(&server);
    assert!(server.stop().success());
    // And after a restart it is still what it became.
    let server = Server::sandbox(folder.path(), &[]);
    main_begins_anew_again(&server);
}

fn main_begins_anew_again(server: &Server) {
    reset(server, "main");
    assert_eq!(get(&format!("{}/health/ready", server.administration), &[]).0, 200);
}

#[test]
fn sbx_04_the_main_sandbox_begins_anew_on_postgres() {
    let folder = folder();
    let database = postgres_database("sandbox_anew");
    let server = Server::sandbox(folder.path(), &["--database", &database]);
    main_begins_anew(&server);
    main_begins_anew_again(&server);
    let check = format!("database={database}");
    assert!(run(&["check", "--set", &check]).status.success());
}

#[test]
fn sbx_04_a_reset_whose_database_goes_away_ends_by_itself_when_it_is_back() {
    let folder = folder();
    let database = postgres_database("sandbox_away");
    let server = Server::sandbox(folder.path(), &["--database", &database]);
    let (_, name) = database.rsplit_once('/').expect("a name");
    let (name, _) = name.split_once('?').unwrap_or((name, ""));
    on_postgres(&[
        &format!("alter database {name} allow_connections false"),
        &format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"),
    ]);
    let refused = administration(&server).post("/sandboxes/main/reset", "{}");
    assert_eq!(refused.status, 503, "{}", refused.body);
    let ready = format!("{}/health/ready", server.administration);
    assert_eq!(get(&ready, &[]).0, 503);
    assert_eq!(get(&format!("{}/v1/accounts?fields=Number", server.api), &[]).0, 503);
    // The second call is answered at once too.
    assert_eq!(administration(&server).post("/sandboxes/main/reset", "{}").status, 503);
    on_postgres(&[&format!("alter database {name} allow_connections true")]);
    learned(|| get(&ready, &[]).0 == 200);
    reset(&server, "main");
    assert!(server.stop().success());
}

#[test]
fn sbx_01_two_processes_follow_one_clock() {
    let folder = folder();
    let database = postgres_database("sandbox_clock");
    let one = Server::sandbox(folder.path(), &["--database", &database]);
    let other = Server::sandbox(folder.path(), &["--database", &database]);
    good(&go(&one, "main", r#"{"pace":"STANDING"}"#));
    let moved = good(&go(&one, "main", r#"{"days":30}"#));
    learned(|| clock(&other, "main")["now"] == moved["now"]);
    // A reset by one is seen by the other.
    let settings = settings(&other);
    let before = tokens(&settings, IVANOVA);
    reset(&one, "main");
    let bearer = format!("Bearer {}", before.access_token);
    let headers = [("authorization", bearer.as_str()), ("id-token", before.id_token.as_str())];
    learned(|| get(&format!("{}/v1/accounts?fields=Number", other.api), &headers).0 == 401);
    learned(|| clock(&other, "main")["pace"] == "RUNNING");
}

/// Asks again and again until it is so.
fn learned(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LEARNED_MAX, "it never became so");
        std::thread::yield_now();
    }
}

#[test]
fn sbx_01_the_clock_goes_forward_only_and_not_too_far() {
    let (_folder, server) = Server::own_sandbox(&["--seed", "1"]);
    make(&server, "one", 1);
    for key in ["one", "main"] {
        let now = clock(&server, key)["now"].clone();
        for (wish, status) in [
            (r#"{"to":"2020-01-01T00:00:00Z"}"#, 400),
            (r#"{"seconds":-1}"#, 400),
            (r#"{"days":3654}"#, 400),
            (r#"{"days":9223372036854775807}"#, 400),
            (r#"{"to":"2300-01-01T00:00:00Z"}"#, 400),
            (r#"{"to":"tomorrow"}"#, 400),
            (r#"{"seconds":1,"days":1}"#, 400),
            (r#"{"pace":"BACKWARDS"}"#, 400),
            ("{}", 400),
            ("[]", 400),
        ] {
            let answer = go(&server, key, wish);
            assert_eq!(answer.status, status, "{key} {wish}: {}", answer.body);
        }
        if key == "one" {
            assert_eq!(clock(&server, key)["now"], now, "nothing of it moved the clock");
        }
        good(&go(&server, key, r#"{"seconds":0}"#));
    }
    assert_eq!(go(&server, "none", r#"{"seconds":1}"#).status, 404);
    let plain = administration(&server).call("POST", "/sandboxes/one/clock", &[], r#"{"seconds":1}"#);
    assert_eq!(plain.status, 415, "a page of elsewhere cannot send JSON");
    let year = good(&go(&server, "one", r#"{"days":365}"#));
    assert_eq!(year["now"], "2027-11-20T06:00:00Z");
}

#[test]
fn sbx_01_the_clock_stops_at_everything_that_is_due() {
    let (_folder, server) = Server::own_sandbox(&["--seed", "1"]);
    make(&server, "one", 1);
    let mut seen = Vec::new();
    for _ in 0..4 {
        let next = clock(&server, "one")["next"].as_str().expect("something is due").to_owned();
        let moved = good(&go(&server, "one", r#"{"next":true}"#));
        assert_eq!(moved["now"], next.as_str());
        seen.push(next);
    }
    assert!(seen.is_sorted() && seen[0] != seen[1], "{seen:?}");
    // The first is the webinar of 9 December 2026, which begins at eleven in Moscow and ends at half past twelve.
    assert_eq!(seen[..2], ["2026-12-09T08:00:00Z", "2026-12-09T09:30:00Z"]);
    // The future tariff of C00002 begins with 2035: a job that waits for eight years.
    good(&go(&server, "one", r#"{"to":"2034-12-31T20:59:59Z"}"#));
    assert_eq!(clock(&server, "one")["next"], "2034-12-31T21:00:00Z");
}

#[test]
fn sbx_01_the_commands_control_the_clock() {
    let (_folder, server) = Server::own_sandbox(&["--seed", "1"]);
    let control = |arguments: &[&str]| {
        let command = [&["sandbox"], arguments, &["--administration", &server.administration]].concat();
        said(&command)
    };
    let json = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
    assert_eq!(json(control(&["add", "--key", "ci", "--seed", "5"]))["key"], "ci");
    assert_eq!(control(&["list"]).lines().count(), 2);
    let before = json(control(&["clock", "--key", "ci"]));
    assert_eq!(before["now"], "2026-11-20T06:00:00Z");
    let moved = json(control(&["clock", "advance", "--days", "1", "--seconds", "1", "--key", "ci"]));
    assert_eq!(moved["now"], "2026-11-21T06:00:01Z");
    let moved = json(control(&["clock", "set", "2026-12-01T00:00:00+03:00", "--key", "ci"]));
    assert_eq!(moved["now"], "2026-11-30T21:00:00Z");
    assert_eq!(json(control(&["clock", "next", "--key", "ci"]))["now"], "2026-12-09T08:00:00Z");
    assert_eq!(json(control(&["clock", "stand"]))["pace"], "STANDING");
    assert_eq!(json(control(&["clock", "run"]))["pace"], "RUNNING");
    json(control(&["reset", "--key", "ci"]));
    assert_eq!(json(control(&["clock", "--key", "ci"])), before);
    control(&["remove", "--key", "ci"]);
    let gone = run(&["sandbox", "clock", "--key", "ci", "--administration", &server.administration]);
    assert!(!gone.status.success() && text(&gone.stderr).contains("no sandbox"), "{}", text(&gone.stderr));
}

#[test]
fn sbx_06_a_server_refuses_a_sandbox_and_a_sandbox_a_servers_database() {
    for url in [None, Some("guard")] {
        let (folder, files) = (folder(), folder());
        let database = match url {
            Some(name) => postgres_database(name),
            None => format!("sqlite:{}", files.path().join("live.db").display()),
        };
        let key = said(&["keys", "master-key"]);
        let settings = [format!("database={database}"), format!("master_key={}", key.trim())];
        let set = ["--set", &settings[0], "--set", &settings[1]];
        said(&[&["migrate"], &set[..]].concat());
        if url.is_some() {
            let data = folder.path().join("sandbox");
            let path = data.to_str().expect("UTF-8");
            let told = refused(&["sandbox", "--json", "--data", path, "--database", &database]);
            assert!(told.contains("a bank's own"), "{told}");
        } else {
            // The folder of a sandbox, with a bank's database in the place of its own.
            let data = folder.path().join("sandbox");
            assert!(Server::sandbox(&data, &[]).stop().success());
            for suffix in ["", "-wal", "-shm"] {
                let own = data.join(format!("clientbank.db{suffix}"));
                drop(std::fs::remove_file(&own));
                drop(std::fs::copy(files.path().join(format!("live.db{suffix}")), own));
            }
            let path = data.to_str().expect("UTF-8");
            let told = refused(&["sandbox", "--json", "--data", path]);
            assert!(told.contains("a bank's own"), "{told}");
        }
    }
}

#[test]
fn sbx_06_a_server_refuses_the_database_and_the_key_of_a_sandbox() {
    for database in [None, Some(postgres_database("guard_serve"))] {
        let folder = folder();
        let extra: Vec<&str> = database.iter().flat_map(|url| ["--database", url.as_str()]).collect();
        assert!(Server::sandbox(folder.path(), &extra).stop().success());
        let own = format!("sqlite:{}", folder.path().join("clientbank.db").display());
        let database = format!("database={}", database.as_deref().unwrap_or(&own));
        let bank_key = format!("master_key={}", said(&["keys", "master-key"]).trim());
        let own_key = format!("master_key_file={}", folder.path().join("master.key").display());
        let listen =
            ["api_listen=127.0.0.1:0", "identity_listen=127.0.0.1:0", "administration_listen=127.0.0.1:0"];
        let serve = |key: &str, database: &str| {
            let mut arguments = vec!["serve", "--set", ORDERS, "--set", database, "--set", key];
            arguments.extend(listen.iter().flat_map(|setting| ["--set", setting]));
            let output = run(&arguments);
            assert!(!output.status.success());
            text(&output.stderr)
        };
        let refused = serve(&bank_key, &database);
        assert!(refused.contains("is a sandbox, and a bank's own was asked for"), "{refused}");
        let elsewhere = format!("database=sqlite:{}", folder.path().join("empty.db").display());
        let refused = serve(&own_key, &elsewhere);
        assert!(refused.contains("master key is a sandbox's"), "{refused}");
    }
}

#[test]
fn sbx_06_a_sandbox_refuses_the_keys_and_the_address_of_a_bank() {
    let folder = folder();
    let path = folder.path().to_str().expect("UTF-8");
    let key = format!("master_key={}", said(&["keys", "master-key"]).trim());
    for (setting, word) in [
        (key.as_str(), "makes its own master key"),
        ("identity_address=https://identity.bank.example", "may be a bank's own"),
        ("api_address=https://api.bank.example", "may be a bank's own"),
    ] {
        for command in ["sandbox", "demo"] {
            let refused = run(&[command, "--json", "--data", path, "--set", setting]);
            assert!(!refused.status.success(), "{setting}");
            assert!(text(&refused.stderr).contains(word), "{setting}: {}", text(&refused.stderr));
        }
    }
}

#[test]
fn sbx_06_every_answer_and_every_page_of_a_sandbox_says_so() {
    let (folder, server) = Server::own_sandbox(&[]);
    make(&server, "one", 1);
    let process = server.process(folder.path());
    for key in [None, Some("one")] {
        let calls = [
            (&process.api, "/v1/accounts"),
            (&process.api, "/nothing/here"),
            (&process.api, "/openapi.json"),
            (&process.identity, "/.well-known/openid-configuration"),
            (&process.identity, "/bank/login"),
        ];
        for (address, path) in calls {
            let answer = HostCaller::new(address, key).call("GET", path, &[], "");
            assert_eq!(answer.headers("sandbox"), ["true"], "{path}: {}", answer.head);
        }
        let russian = HostCaller::new(&process.identity, key).call("GET", "/bank/login", &[], "");
        assert!(russian.body.contains("Песочница"), "{}", russian.body);
        let language = [("Accept-Language", "en")];
        let english = HostCaller::new(&process.identity, key).call("GET", "/bank/login", &language, "");
        assert!(english.body.contains("Sandbox:"), "{}", english.body);
    }
    for path in ["/health/live", "/metrics", "/sandboxes", "/sandboxes/none"] {
        let answer = administration(&server).call("GET", path, &[], "");
        assert_eq!(answer.headers("sandbox"), ["true"], "{path}");
    }
}

#[test]
fn ops_04_the_demo_is_a_sandbox_with_its_data() {
    let (_folder, server) = Server::own_demo(&[]);
    let all = good(&administration(&server).call("GET", "/sandboxes", &[], ""));
    assert_eq!(all["sandboxes"][0]["key"], "main");
    make(&server, "one", 1);
    good(&go(&server, "main", r#"{"days":1}"#));
    reset(&server, "main");
    let jwt = tokens(&settings(&server), IVANOVA).access_token;
    let claims = jwt.split('.').nth(1).expect("claims");
    let claims = URL_SAFE_NO_PAD.decode(claims).expect("base64url");
    let claims: Value = serde_json::from_slice(&claims).expect("JSON");
    assert_eq!(claims["sandbox"], true, "{claims}");
}
