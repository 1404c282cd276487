//! LIF-07: one trace leads from a request through units of work and jobs to a delivery, and whoever collects traces
//! cannot disturb what they are about.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::thread::spawn;
use std::time::Duration;

use clientbank::configuration::{Configuration, Sources, read};
use clientbank::telemetry::start_spans;
use kernel::{Clock as _, Randomness as _, SystemClock};
use outgoing::address::Reach;
use serde_json::{Value, json};
use testkit::{Bench, TestCaller};

use crate::program::{Server, agent, clientbank, folder, get, said};
use crate::two_processes::free_ports;
use crate::wired::{application_with, configuration};

/// The longest wait for something that has to come.
const PATIENCE: Duration = Duration::from_mins(1);
/// The example of the recommendation.
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// Requests, each of a head and a body, and the bell that rings when one comes.
type Heard = (Mutex<Vec<(String, String)>>, Condvar);

/// Whoever is spoken to over HTTP and answers `200`: a collector or a receiver of webhooks.
#[derive(Clone)]
struct Listener {
    address: String,
    heard: Arc<Heard>,
}

impl Listener {
    fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let heard: Arc<Heard> = Arc::default();
        let own = Arc::clone(&heard);
        spawn(move || {
            for stream in listener.incoming().flatten() {
                let Some(request) = read_request(stream) else { continue };
                own.0.lock().unwrap().push(request);
                own.1.notify_all();
            }
        });
        Self { address, heard }
    }

    /// Waits until `find` finds something in the requests, each of a head and a body.
    fn wait<T>(&self, mut find: impl FnMut(&[(String, String)]) -> Option<T>) -> T {
        let (mut found, heard) = (None, self.heard.0.lock().unwrap());
        let until_found = |heard: &mut Vec<(String, String)>| {
            found = find(heard);
            found.is_none()
        };
        let (heard, _) = self.heard.1.wait_timeout_while(heard, PATIENCE, until_found).unwrap();
        drop(heard);
        found.expect("it comes")
    }
}

fn read_request(mut stream: TcpStream) -> Option<(String, String)> {
    let (mut text, mut part) = (String::new(), [0; 8 * 1_024]);
    loop {
        let count = stream.read(&mut part).ok().filter(|count| *count > 0)?;
        text.push_str(std::str::from_utf8(&part[..count]).expect("ASCII"));
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length =
            head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if body.len() >= length.unwrap_or(0) {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}").ok()?;
            return Some((head.to_owned(), body.to_owned()));
        }
    }
}

/// The one collector of this process, which spans are told to.
fn collector() -> &'static Listener {
    static COLLECTOR: OnceLock<Listener> = OnceLock::new();
    COLLECTOR.get_or_init(|| {
        let listener = Listener::open();
        start_spans(listener.address.parse().expect("an address"), 10_000).expect("a thread");
        listener
    })
}

/// Draws so much that the traces of this bench are not those of another one: all begin with one seed, and the collector
/// hears all that run in this process.
fn make_traces_of_its_own(bench: &Bench) {
    static BENCHES: AtomicUsize = AtomicUsize::new(1);
    bench.randomness.fill(&mut vec![0; 1_000_003 * BENCHES.fetch_add(1, Ordering::Relaxed)]);
}

/// The spans of a trace by their identifiers, of whatever the collector has heard.
fn spans_of(heard: &[(String, String)], trace: &str) -> BTreeMap<String, Value> {
    let mut spans = BTreeMap::new();
    for (head, body) in heard {
        assert!(
            head.starts_with("POST /v1/traces HTTP/1.1") && head.contains("content-type: application/json")
        );
        let message: Value = serde_json::from_str(body).expect("JSON");
        let told = message["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().expect("spans").clone();
        let of_trace = told.into_iter().filter(|span| span["traceId"] == trace);
        spans.extend(of_trace.map(|span| (span["spanId"].as_str().expect("a text").to_owned(), span)));
    }
    spans
}

/// The names of a span and of everything above it that the collector was told of.
fn chain<'a>(spans: &'a BTreeMap<String, Value>, mut span: &'a Value) -> Vec<&'a str> {
    let mut names = vec![span["name"].as_str().expect("a name")];
    while let Some(parent) = span["parentSpanId"].as_str().and_then(|parent| spans.get(parent)) {
        names.push(parent["name"].as_str().expect("a name"));
        span = parent;
    }
    names
}

/// The chain that shows a statement from its request to a delivery of what its check has found.
fn shown(spans: &BTreeMap<String, Value>) -> Option<Vec<String>> {
    let sent = spans.values().filter(|span| span["name"] == "webhooks.send");
    let mut chains = sent.map(|span| chain(spans, span));
    let shown =
        chains.find(|names| names.contains(&"payroll.check") && names.contains(&"POST /v1/statements"))?;
    Some(shown.into_iter().map(str::to_owned).collect())
}

fn statement() -> Value {
    json!({"payload": {
        "externalId": "salary", "account": "40702810600000000001", "transfersCount": 1, "totalAmount": 1,
        "enrollmentCode": "01", "transfers": [{"lastName": "Skobelev", "firstName": "B", "orderNumber": 1,
        "amount": 1, "account": "40817810000000000101", "currency": "RUR"}],
    }})
}

testkit::on_both_engines! {
    async fn lif_07_a_trace_shows_a_statement_from_its_request_to_its_delivery(bench: Bench) {
        let (collector, receiver) = (collector(), Listener::open());
        let settings = Configuration { webhook_reach: Reach::Local, ..configuration() };
        let application = application_with(&bench, &settings).await;
        let api = bench.client(application.api.clone());
        // The engines follow each other in one process, so each has a trace of its own.
        let port: u16 = receiver.address.rsplit(':').next().unwrap().parse().unwrap();
        let trace = format!("{}{port:05x}", &TRACE[..27]);
        let tokens = |user: &str| bench.tokens.pair(&TestCaller::new(user, "C00001"));
        let webhook = json!({"url": format!("{}/hook", receiver.address), "types": ["*"]});
        let made = api.post("/v1/webhooks").tokens(&tokens("U00002")).json(&webhook).send().await;
        assert_eq!(made.status, 201, "{}", made.text());
        let parent = format!("00-{trace}-{CALLER}-01");
        let sent = api.post("/v1/statements").tokens(&tokens("U00001")).header("traceparent", &parent);
        let sent = sent.json(&statement()).send().await;
        assert_eq!(sent.status, 202, "{}", sent.text());
        application.workers.work_off_jobs().await.expect("the jobs are done");
        let chain = collector.wait(|heard| shown(&spans_of(heard, &trace)));
        assert_eq!((chain[0].as_str(), chain[chain.len() - 1].as_str()), ("webhooks.send", "POST /v1/statements"));
        let units: Vec<&String> = chain[1..chain.len() - 1].iter().filter(|name| *name != "payroll.check").collect();
        assert!(units.len() >= 2 && units.iter().all(|unit| unit.starts_with("payroll.")), "{chain:?}");
        let spans = collector.wait(|heard| Some(spans_of(heard, &trace)));
        let request = spans.values().find(|span| span["name"] == "POST /v1/statements").expect("the request");
        assert_eq!((&request["parentSpanId"], &request["kind"]), (&json!(CALLER), &json!(2)));
        let own = format!("00-{trace}-{}-01", request["spanId"].as_str().unwrap());
        assert_eq!(sent.header("traceresponse"), Some(own.as_str()), "the answer names the step");
        for span in spans.values() {
            let (began, ended) = (&span["startTimeUnixNano"], &span["endTimeUnixNano"]);
            let number = |moment: &Value| moment.as_str().expect("a text").parse::<u64>().expect("a number");
            assert!(number(began) > 0 && number(began) <= number(ended), "{span}");
            let text = span.to_string();
            for secret in ["Skobelev", "salary", "4070281", "4081781", "C00001", "U00001", "/hook"] {
                assert!(!text.contains(secret), "{secret} is told: {text}");
            }
        }
        let heads = receiver.wait(|heard| (heard.len() >= 2).then(|| heard.to_vec()));
        assert!(heads.iter().all(|(head, _)| !head.to_lowercase().contains("trace")), "the receiver is not told");
    }

    async fn lif_07_a_hostile_traceparent_begins_no_trace_of_its_own(bench: Bench) {
        let collector = collector();
        let application = application_with(&bench, &configuration()).await;
        make_traces_of_its_own(&bench);
        let api = bench.client(application.api.clone());
        let long = format!("00-{TRACE}-{CALLER}-01{}", "-1".repeat(4_000));
        let hostile = [
            "", "00", "x", &long, "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01 ",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473'-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-and more",
        ];
        for parent in hostile {
            let answer = api.get("/v1/accounts?secret=1").header("traceparent", parent).send().await;
            assert_eq!(answer.status, 401, "{parent}");
            let own = answer.header("traceresponse").expect("a trace").split('-').nth(1).unwrap().to_owned();
            assert_ne!(own, TRACE, "{parent}");
            let spans = collector.wait(|heard| Some(spans_of(heard, &own)).filter(|spans| !spans.is_empty()));
            let span = spans.values().next().expect("one");
            assert_eq!((spans.len(), &span["name"], span.get("parentSpanId")), (1, &json!("GET /v1/accounts"), None));
            assert!(!span.to_string().contains("secret"), "{span}");
        }
    }
}

fn told(server: &Server, outcome: &str) -> Option<u64> {
    let (status, text) = get(&format!("{}/metrics", server.administration), &[]);
    assert_eq!(status, 200);
    let line = format!("clientbank_spans_total{{outcome=\"{outcome}\"}} ");
    text.lines().find_map(|found| found.strip_prefix(&line)?.parse().ok())
}

fn answers(server: &Server) {
    assert_eq!(get(&format!("{}/v1/accounts", server.api), &[]).0, 401);
    assert_eq!(get(&format!("{}/jwks", server.identity), &[]).0, 200);
}

/// A demo whose spans go to `endpoint`.
fn demo(endpoint: &str) -> (tempfile::TempDir, Server) {
    let (folder, server) = Server::own_demo(&["--set", &format!("otlp_endpoint={endpoint}")]);
    (folder, server)
}

/// Asks the server until spans have met this fate.
fn until(server: &Server, outcome: &str) {
    let began = std::time::Instant::now();
    while told(server, outcome).expect("the metric is there") == 0 {
        answers(server);
        assert!(began.elapsed() < PATIENCE, "{outcome} does not come");
    }
}

#[test]
fn lif_07_a_collector_that_is_down_silent_or_hostile_changes_nothing() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let hostile = TcpListener::bind("127.0.0.1:0").unwrap();
    let (of_silent, of_hostile) = (silent.local_addr().unwrap(), hostile.local_addr().unwrap());
    spawn(move || {
        for mut stream in hostile.incoming().flatten() {
            spawn(move || while stream.write_all(&[b'x'; 4_096]).is_ok() {});
        }
    });
    for collector in [free, of_silent, of_hostile] {
        let (_folder, server) = demo(&format!("http://{collector}"));
        until(&server, "NOT_TAKEN");
        answers(&server);
        assert_eq!(get(&format!("{}/health/ready", server.administration), &[]).1, r#"{"status":"ready"}"#);
        assert_eq!(told(&server, "SENT"), Some(0));
        assert!(server.stop().success());
    }
}

#[test]
fn lif_07_spans_of_the_program_arrive_and_are_counted() {
    let collector = Listener::open();
    let (_folder, server) = demo(&collector.address);
    until(&server, "SENT");
    assert_eq!(told(&server, "NOT_TAKEN"), Some(0));
    let (head, body) = collector.wait(|heard| heard.first().cloned());
    let message: Value = serde_json::from_str(&body).expect("JSON");
    let name = &message["resourceSpans"][0]["resource"]["attributes"][0];
    assert_eq!(*name, json!({"key": "service.name", "value": {"stringValue": "clientbank"}}), "{head}");
    assert!(!body.contains("/health") && !body.contains("/metrics"), "probes are no traces");
}

#[test]
fn lif_07_nobody_is_told_of_traces_by_default() {
    let settings = |overrides: &[&str]| {
        let overrides = overrides.iter().map(|one| (*one).to_owned()).collect();
        read(&Sources { file: None, overrides }, |_| None)
    };
    assert_eq!(settings(&[]).expect("the settings are good").otlp_endpoint, None);
    for wrong in
        ["ftp://collector:4318", "collector:4318", "http://", "https://u:p@host", "http://host?token=1"]
    {
        let error = settings(&[&format!("otlp_endpoint={wrong}")]).expect_err(wrong).to_string();
        assert!(error.starts_with("otlp_endpoint: "), "{error}");
    }
    let (_folder, server) = Server::own_demo(&[]);
    answers(&server);
    assert_eq!(told(&server, "SENT"), None);
    assert!(server.stop().success());
}

#[test]
fn lif_07_a_share_of_the_traces_is_told() {
    let (collector, folder) = (Listener::open(), folder());
    let endpoint = format!("otlp_endpoint={}", collector.address);
    let share = ["--set", &endpoint, "--set", "otlp_traces_per_10000=5000"];
    let server = Server::demo(folder.path(), &share);
    // The last one of the half that is not told, and the first one of the other half.
    let [left_out, chosen] = ["7fffffffffffff", "80000000000000"].map(|end| format!("{}{end}", &TRACE[..18]));
    for trace in [&left_out, &chosen] {
        let parent = format!("00-{trace}-{CALLER}-01");
        assert_eq!(get(&format!("{}/v1/accounts", server.api), &[("traceparent", &parent)]).0, 401);
    }
    collector.wait(|heard| Some(spans_of(heard, &chosen)).filter(|spans| !spans.is_empty()));
    assert!(collector.wait(|heard| Some(spans_of(heard, &left_out))).is_empty(), "it came first");
}

/// Sends a statement in a trace.
fn send_statement(server: &Server, tokens: &Value, external_id: usize, parent: &str) {
    let token = |name: &str| tokens[name].as_str().expect("a token");
    let mut statement = statement();
    statement["payload"]["externalId"] = format!("salary-{external_id}").into();
    let request = agent().post(format!("{}/v1/statements", server.api)).header("traceparent", parent);
    let request = request.header("authorization", format!("Bearer {}", token("access_token")));
    let request = request.header("id-token", token("id_token")).header("content-type", "application/json");
    assert_eq!(request.send(statement.to_string()).expect("an answer").status(), 202);
}

/// A job of a trace that is not told begins none of its own, of which the half would be told.
#[test]
fn lif_07_jobs_of_a_trace_that_is_not_told_are_not_told_either() {
    let (collector, folder) = (Listener::open(), folder());
    let endpoint = format!("otlp_endpoint={}", collector.address);
    let share = ["--set", &endpoint, "--set", "otlp_traces_per_10000=5000"];
    let server = Server::sandbox(folder.path(), &share);
    let asked =
        ["sandbox", "token", "--user", "ivanova", "--company", "C00001", "--json", "--administration"];
    let tokens =
        serde_json::from_str(&said(&[&asked[..], &[&server.administration]].concat())).expect("JSON");
    let began = i128::from(SystemClock.now().microseconds()) * 1_000;
    let [left_out, chosen] = ["7fffffffffffff", "80000000000000"].map(|end| format!("{}{end}", &TRACE[..18]));
    for number in 0..8 {
        send_statement(&server, &tokens, number, &format!("00-{left_out}-{CALLER}-01"));
    }
    send_statement(&server, &tokens, 8, &format!("00-{chosen}-{CALLER}-01"));
    let is_check = |span: &Value| span["name"] == "payroll.check";
    collector.wait(|heard| spans_of(heard, &chosen).values().any(is_check).then_some(()));
    let others = collector.wait(|heard| {
        let spans = heard.iter().flat_map(|(_, body)| {
            let message: Value = serde_json::from_str(body).expect("JSON");
            let spans = &message["resourceSpans"][0]["scopeSpans"][0]["spans"];
            spans.as_array().expect("spans").clone()
        });
        let began_ns =
            |span: &Value| span["startTimeUnixNano"].as_str().and_then(|at| at.parse::<i128>().ok());
        let is_other = |span: &Value| {
            is_check(span)
                && span["traceId"] != chosen.as_str()
                && began_ns(span).is_some_and(|at| at >= began)
        };
        Some(spans.filter(is_other).collect::<Vec<_>>())
    });
    assert!(others.is_empty(), "{others:?}");
}

/// Whoever speaks TLS and shows what it hears. Killed when dropped.
struct TlsListener(Child);

impl TlsListener {
    fn open(port: u16, [certificate, key]: [&Path; 2]) -> Self {
        let mut command = Command::new("openssl");
        command.args(["s_server", "-quiet", "-accept", &port.to_string(), "-cert"]).arg(certificate);
        command.arg("-key").arg(key).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        Self(command.spawn().expect("openssl starts"))
    }

    /// Answers the first message.
    fn answer(&mut self) {
        let (mut heard, mut part) = (String::new(), [0; 1_024]);
        let output = self.0.stdout.as_mut().expect("an output");
        while !heard.contains("POST /v1/traces HTTP/1.1") {
            let count = output.read(&mut part).expect("a message");
            assert!(count > 0, "{heard}");
            heard.push_str(&String::from_utf8_lossy(&part[..count]));
        }
        let input = self.0.stdin.as_mut().expect("an input");
        input.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").expect("an answer");
    }
}

impl Drop for TlsListener {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn lif_07_a_collector_is_spoken_to_by_tls_if_the_machine_trusts_it() {
    if Command::new("openssl").arg("version").output().is_err() {
        return;
    }
    let keys = folder();
    let [certificate, key] = ["certificate.pem", "key.pem"].map(|name| keys.path().join(name));
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]);
    command.args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
    command.args(["-addext", "basicConstraints=critical,CA:FALSE", "-out"]).arg(&certificate);
    assert!(
        command.arg("-keyout").arg(&key).stderr(Stdio::null()).status().expect("openssl starts").success()
    );
    for is_trusted in [false, true] {
        let ([port, ..], data) = (free_ports(), folder());
        let mut collector = TlsListener::open(port, [&certificate, &key]);
        let mut command = clientbank();
        command.args(["demo", "--json", "--set", &format!("otlp_endpoint=https://localhost:{port}")]);
        command.args(["--api-port", "0", "--identity-port", "0", "--administration-port", "0", "--data"]);
        if is_trusted {
            command.env("SSL_CERT_FILE", &certificate);
        }
        let server = Server::start(command.arg(data.path()));
        answers(&server);
        if is_trusted {
            collector.answer();
        }
        until(&server, if is_trusted { "SENT" } else { "NOT_TAKEN" });
        assert_eq!(told(&server, if is_trusted { "NOT_TAKEN" } else { "SENT" }), Some(0));
    }
}
