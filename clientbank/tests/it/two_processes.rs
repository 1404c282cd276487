//! Two equal processes on one PostgreSQL: each knows the changes of the other (IDN-11), and goes on with its work.

use crate::wired::ORDERS;
use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use sdk::Tokens;
use serde_json::Value;
use url::Url;

use testkit::person::Person;

use crate::browser::{IVANOVA, log_in};
use crate::demo::postgres_database;
use crate::program::{agent, clientbank, folder, get, said, write_bank_files};

/// The longest that a revocation may take to reach every process (IDN-11).
const KNOWN_EVERYWHERE_S_MAX: u64 = 2;

/// The longest wait for what has to happen some time, on the busiest machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(3);

/// The first port of those that the system gives to nobody who asks for any.
const PORTS_FIRST: u16 = 20_000;
/// The ports that one run of tests takes its own from.
const PORTS: u16 = 600;

/// One name for the API of all processes: the address of the load balancer before them, were there one.
const API: &str = "https://api.bank.example";

/// The database and settings of both processes.
struct Cluster {
    settings: Vec<String>,
    /// The issuer of all processes: the address of the first one, because browsers log in there.
    issuer: String,
    /// The ports of the first process.
    first_ports: [u16; 3],
    /// Holds the files for as long as they are needed.
    folder: tempfile::TempDir,
}

impl Cluster {
    fn new(name: &str) -> Self {
        let folder = folder();
        let key = said(&["keys", "master-key"]);
        let first_ports = free_ports();
        let issuer = format!("http://127.0.0.1:{}", first_ports[1]);
        let settings = vec![
            format!("database={}", postgres_database(name)),
            format!("master_key={}", key.trim()),
            format!("identity_address={issuer}"),
            format!("api_address={API}"),
            "log_filter=warn".to_owned(),
            "password_memory_kib=8192".to_owned(),
            "password_passes=1".to_owned(),
        ];
        let cluster = Self { settings, issuer, first_ports, folder };
        let files = cluster.folder.path().join("import");
        write_bank_files(&files);
        std::fs::remove_file(files.join("employees_accounts.csv")).expect("a file less");
        cluster.says(&["import", files.to_str().expect("UTF-8")]);
        cluster
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = clientbank();
        command.args(arguments);
        for setting in &self.settings {
            command.args(["--set", setting]);
        }
        command
    }

    fn says(&self, arguments: &[&str]) {
        let status = self.command(arguments).status().expect("the program starts");
        assert!(status.success(), "{arguments:?}");
    }

    /// Two processes, the first of them at the issuer's address.
    fn processes(&self) -> (Process, Process) {
        (self.process(self.first_ports), self.process(free_ports()))
    }

    /// A process on these ports. `serve` prints nothing, so the ports are chosen here.
    fn process(&self, [api, identity, administration]: [u16; 3]) -> Process {
        let listen = [("api", api), ("identity", identity), ("administration", administration)];
        let mut command = self.command(&["serve", "--set", ORDERS, "--set", "farewell_s=1"]);
        for (name, port) in listen {
            command.args(["--set", &format!("{name}_listen=127.0.0.1:{port}")]);
        }
        let child = command.spawn().expect("the program starts");
        let address = |port: u16| format!("http://127.0.0.1:{port}");
        let process = Process {
            child,
            api: address(api),
            identity: address(identity),
            administration: address(administration),
        };
        process.wait_until_ready();
        process
    }
}

struct Process {
    child: std::process::Child,
    api: String,
    identity: String,
    administration: String,
}

impl Process {
    fn wait_until_ready(&self) {
        let address = format!("{}/health/ready", self.administration);
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if crate::program::agent().get(&address).call().is_ok_and(|answer| answer.status() == 200) {
                return;
            }
        }
        panic!("the process is never ready");
    }

    fn reads(&self, tokens: &Tokens) -> Result<usize, u16> {
        let bearer = format!("Bearer {}", tokens.access_token);
        let headers = [("authorization", bearer.as_str()), ("id-token", tokens.id_token.as_str())];
        let (status, body) = get(&format!("{}/v1/accounts?fields=Number", self.api), &headers);
        if status == 200 { Ok(body.matches("\"number\"").count()) } else { Err(status) }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Ports for a process to come: no other test gets one of them in the meantime, because the system gives such ports to
/// those alone who name them.
pub(crate) fn free_ports() -> [u16; 3] {
    static GIVEN: AtomicU16 = AtomicU16::new(0);
    let run = u16::try_from(std::process::id() % 20).expect("a small number");
    [(); 3].map(|()| {
        let ports = std::iter::repeat_with(|| {
            PORTS_FIRST + run * PORTS + GIVEN.fetch_add(1, Ordering::Relaxed) % PORTS
        });
        // Asked by a connection: a listener that is opened to ask may live on for a moment in the child that another
        // test is starting.
        let is_free = |port: &u16| std::net::TcpStream::connect(("127.0.0.1", *port)).is_err();
        ports.take(usize::from(PORTS)).find(is_free).expect("a free port")
    })
}

/// The pair of the example in RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const REDIRECT_URI: &str = "http://127.0.0.1:9090/callback";

/// The code of a login at `process`.
fn code(cluster: &Cluster, process: &Process) -> String {
    let mut address: Url = format!("{}/authorize", process.identity).parse().expect("an address");
    address.query_pairs_mut().extend_pairs([
        ("scope", "openid profile email phone"),
        ("client_id", "demo-erp"),
        ("response_type", "code"),
        ("redirect_uri", REDIRECT_URI),
        ("state", "state-of-this-test"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ]);
    let ivanova = Person { password: "bank-ivanova", ..IVANOVA };
    let answer = log_in(&address, &REDIRECT_URI.parse().expect("an address"), ivanova);
    let pairs: Vec<(String, String)> = answer.query_pairs().into_owned().collect();
    let one = |name: &str| pairs.iter().find(|(found, _)| found == name).map(|(_, value)| value.clone());
    assert_eq!(one("iss").as_deref(), Some(cluster.issuer.as_str()));
    one("code").expect("a code")
}

/// Asks the token endpoint of `process`.
fn token(process: &Process, form: &[(&str, &str)]) -> Result<Tokens, Value> {
    let mut answer = agent()
        .post(format!("{}/token", process.identity))
        // demo-erp:demo-erp-secret
        .header("authorization", "Basic ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0")
        .send_form(form.iter().copied())
        .expect("an answer");
    let body = answer.body_mut().read_to_string().expect("a body");
    if answer.status() == 200 {
        Ok(serde_json::from_str(&body).expect("tokens"))
    } else {
        Err(serde_json::from_str(&body).expect("an error"))
    }
}

fn exchange(process: &Process, code: &str) -> Result<Tokens, Value> {
    token(
        process,
        &[
            ("grant_type", "authorization_code"),
            ("client_id", "demo-erp"),
            ("code", code),
            ("redirect_uri", REDIRECT_URI),
            ("code_verifier", VERIFIER),
        ],
    )
}

fn refresh(process: &Process, refresh_token: &str) -> Result<Tokens, Value> {
    token(
        process,
        &[("grant_type", "refresh_token"), ("client_id", "demo-erp"), ("refresh_token", refresh_token)],
    )
}

/// Asks `process` until it refuses the tokens; when the last request was sent that it took them in. However busy the
/// machine is, none is that was sent later than [`KNOWN_EVERYWHERE_S_MAX`]: a process that has not heard of revocations
/// for so long answers 503.
fn taken_until(process: &Process, tokens: &Tokens) -> Duration {
    let start = Instant::now();
    let mut last = Duration::ZERO;
    while start.elapsed() < PATIENCE {
        let sent = start.elapsed();
        match process.reads(tokens) {
            Ok(_) => last = sent,
            Err(503) => {}
            Err(401) => return last,
            Err(status) => panic!("{status}"),
        }
    }
    panic!("the tokens are never refused");
}

/// Asks `process` until it takes the tokens.
fn takes(process: &Process, tokens: &Tokens) {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match process.reads(tokens) {
            Ok(_) => return,
            Err(401 | 503) => {}
            Err(status) => panic!("{status}"),
        }
    }
    panic!("the tokens are never accepted");
}

#[test]
fn what_one_process_begins_the_other_goes_on_with() {
    let cluster = Cluster::new("continue");
    let (one, other) = cluster.processes();
    let first = exchange(&other, &code(&cluster, &one)).expect("tokens");
    assert!(one.reads(&first).is_ok() && other.reads(&first).is_ok());
    let second = refresh(&one, &first.refresh_token).expect("tokens");
    let third = refresh(&other, &second.refresh_token).expect("tokens");
    assert!(one.reads(&third).is_ok() && other.reads(&third).is_ok());
}

#[test]
fn idn_06_one_code_gives_tokens_once_whichever_process_is_asked() {
    let cluster = Cluster::new("codes");
    let (one, other) = cluster.processes();
    let (code, processes) = (code(&cluster, &one), [one, other]);
    let outcomes: Vec<Result<Tokens, Value>> = std::thread::scope(|scope| {
        let callers: Vec<_> = (0..16)
            .map(|index| {
                scope.spawn({
                    let (process, code) = (&processes[index % 2], code.as_str());
                    move || exchange(process, code)
                })
            })
            .collect();
        callers.into_iter().map(|caller| caller.join().expect("an outcome")).collect()
    });
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    for refusal in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        assert_eq!(refusal["error"], "invalid_grant");
    }
}

#[test]
fn idn_11_a_revoked_session_ends_in_every_process_within_two_seconds() {
    let cluster = Cluster::new("revoked");
    let (one, other) = cluster.processes();
    let tokens = exchange(&one, &code(&cluster, &one)).expect("tokens");
    assert!(other.reads(&tokens).is_ok());
    let revoked = agent()
        .post(format!("{}/revoke", one.identity))
        .header("authorization", "Basic ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0")
        .send_form([("token", tokens.refresh_token.as_str())])
        .expect("an answer");
    assert_eq!(revoked.status(), 200);
    for process in [&one, &other] {
        let taken = taken_until(process, &tokens);
        assert!(taken <= Duration::from_secs(KNOWN_EVERYWHERE_S_MAX), "{taken:?}");
    }
    assert!(refresh(&other, &tokens.refresh_token).is_err());
}

#[test]
fn idn_11_a_locked_user_is_out_of_every_process_within_two_seconds() {
    let cluster = Cluster::new("locked");
    let (one, other) = cluster.processes();
    let tokens = exchange(&one, &code(&cluster, &one)).expect("tokens");
    cluster.says(&["users", "lock", "ivanova"]);
    for process in [&one, &other] {
        let taken = taken_until(process, &tokens);
        assert!(taken <= Duration::from_secs(KNOWN_EVERYWHERE_S_MAX), "{taken:?}");
        assert!(refresh(process, &tokens.refresh_token).is_err());
    }
}

#[test]
fn idn_09_a_rotation_reaches_every_process_and_costs_nobody_a_token() {
    let cluster = Cluster::new("rotation");
    let (one, other) = cluster.processes();
    let tokens = exchange(&one, &code(&cluster, &one)).expect("tokens");
    let keys = |process: &Process| get(&format!("{}/jwks", process.identity), &[]).1;
    let before = keys(&one);
    assert_eq!(before, keys(&other));
    cluster.says(&["keys", "rotate", "--compromised"]);
    let start = Instant::now();
    while keys(&one) == before || keys(&other) == before {
        assert!(start.elapsed() < PATIENCE, "the new keys never arrive");
    }
    assert_eq!(keys(&one), keys(&other));
    // Tokens signed by the lost key are refused; the login goes on.
    assert!(taken_until(&other, &tokens) <= Duration::from_secs(KNOWN_EVERYWHERE_S_MAX));
    let next = refresh(&other, &tokens.refresh_token).expect("tokens");
    // A key that replaces a lost one signs at once, without the time of publication that a planned rotation waits: a
    // process takes its tokens from its next look at the feed on.
    for process in [&one, &other] {
        takes(process, &next);
    }
}
