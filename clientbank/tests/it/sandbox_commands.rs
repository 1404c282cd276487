//! The commands that ask a running sandbox for tokens, people, staff and its log, through the port on which it is
//! really served: for the main sandbox and for one with a key (SBX-03, SBX-05).

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

use serde_json::Value;
use testkit::script::HostCaller;

use crate::program::{Server, folder, refused, said, text};
use crate::software::Software;

fn people_sign_a_statement(software: &Software<'_>) {
    let body = said(&["payroll", "sample", "--transfers", "1", "--external-id", "walk"]);
    let (status, told) = software.call("POST", "/v1/statements", None, &body);
    assert_eq!(status, 202, "{told}");
    // Asked for at once: the log keeps the last calls, and what follows asks often.
    let log = software.said(&["logs", "--client", "demo-erp"]);
    assert!(log.contains(" POST /v1/statements 202 "), "{log}");
    software.learned("/v1/statements/walk", "AWAITING_SIGN");
    for kind in ["FIRST", "SECOND"] {
        software.said(&["sandbox", "sign", "statement", "walk", "--company", "C00001", "--as", kind]);
    }
    software.learned("/v1/statements/walk", "EXECUTED");
    let again = ["sandbox", "sign", "statement", "walk", "--company", "C00001", "--as", "FIRST"];
    let told = refused(&software.arguments(&again));
    assert!(told.contains("EXECUTED"), "{told}");
}

fn staff_decide(software: &Software<'_>) {
    let body = r#"{"cnum":"C00001","tariffPlan":"PRO"}"#;
    let (status, told) = software.call("POST", "/v1/ctcm/request/create", None, body);
    assert_eq!(status, 200, "{told}");
    let id = serde_json::from_str::<Value>(&told).expect("JSON")["id"].to_string();
    software.said(&["sandbox", "decide", "tariff", &id, "DECLINED", "--reason", "PLAN_WITHDRAWN"]);
    software.said(&["sandbox", "sign", "tariff", &id, "--as", "SECOND"]);
    software.said(&["sandbox", "sign", "tariff", &id, "--as", "FIRST"]);
    software.learned(&format!("/v1/ctcm/request/{id}/client/C00001/state/history"), "DECLINED");

    let document = said(&["certificate", "sample"]);
    let path = "/v1/iso20022/currency-transaction-certificate";
    let (status, told) = software.call("POST", path, Some("certificate-waits"), &document);
    assert_eq!(status, 200, "{told}");
    let task = told.replace("<taskId>", "").replace("</taskId>", "");
    let path = format!("/v1/iso20022/tasks/{task}");
    software.learned(&path, "CHECKING");
    software.said(&["sandbox", "decide", "certificate", &task, "REJECTED", "--reason", "ACCOUNT_KEY"]);
    software.learned(&path, "ACCOUNT_KEY");
}

fn staff_answer(software: &Software<'_>) {
    let path = "/v1/ctcm/correspond/client/C00002/correspond/future/1";
    let (status, told) = software.call("POST", path, None, "");
    assert_eq!(status, 200, "{told}");
    let letter = serde_json::from_str::<Value>(&told).expect("JSON")["mailId"].as_str().map(str::to_owned);
    software.said(&["sandbox", "answer", &letter.expect("a letter"), "It is done."]);
}

fn walk(server: &Server, key: Option<&str>) {
    let software = Software::new(server, key, "C00001");
    people_sign_a_statement(&software);
    staff_decide(&software);
    staff_answer(&Software::new(server, key, "C00002"));
    let clock = HostCaller::new(&server.administration, key).call("GET", "/sandbox/v1/triggers", &[], "");
    assert!(clock.body.contains("lost-answer"), "{}", clock.body);
}

#[test]
fn sbx_03_every_command_reaches_the_main_sandbox_and_one_with_a_key() {
    let (_folder, server) = Server::own_sandbox(&["--seed", "1"]);
    walk(&server, None);
    let at = ["--administration", server.administration.as_str(), "--key", "ci"];
    said(&[&["sandbox", "add", "--seed", "3"], &at[..]].concat());
    // Nothing of the main sandbox is in the log of the other.
    assert_eq!(said(&[&["logs"], &at[..]].concat()), "");
    walk(&server, Some("ci"));
    // Health and metrics are where they were.
    let main = HostCaller::new(&server.administration, None);
    for path in ["/health/live", "/health/ready", "/metrics"] {
        assert_eq!(main.call("GET", path, &[], "").status, 200, "{path}");
    }
    assert_eq!(main.call("GET", "/nothing", &[], "").status, 404);
    for command in [&["sandbox", "token", "--user", "ivanova"][..], &["sandbox", "clock"]] {
        let told = refused(&[command, &["--administration", server.api.as_str()]].concat());
        assert!(told.contains("is neither a demo nor a sandbox"), "{told}");
    }
}

#[test]
fn evt_02_a_sandbox_with_a_key_delivers_before_it_answers() {
    let (folder, (address, heard)) = (folder(), receiver());
    let server = Server::sandbox(folder.path(), &["--seed", "7"]);
    said(&["sandbox", "add", "--key", "hooks", "--administration", &server.administration]);
    let software = Software::new(&server, Some("hooks"), "C00001");
    let webhook = format!(r#"{{"url":"{address}/hooks","types":["payroll.statement.executed"]}}"#);
    let administrator = Software::of("petrov", &server, Some("hooks"), "C00001");
    let (status, told) = administrator.call("POST", "/v1/webhooks", None, &webhook);
    assert_eq!(status, 201, "{told}");
    let statement = said(&["payroll", "sample", "--transfers", "1", "--external-id", "hooks"]);
    let (status, told) = software.call("POST", "/v1/statements", Some("people-sign"), &statement);
    assert_eq!(status, 202, "{told}");
    // Whatever has not come by now never comes: the clock of this sandbox stands.
    let deliveries: Vec<String> = heard.try_iter().collect();
    assert_eq!(deliveries.len(), 1, "{deliveries:?}");
    assert!(deliveries[0].contains("payroll.statement.executed"), "{deliveries:?}");
    let (status, told) = software.call("GET", "/v1/events?limit=100", None, "");
    assert_eq!(status, 200, "{told}");
    assert!(told.contains("payroll.statement.executed"), "{told}");
}

/// A receiver of webhooks on this machine: its address, and the requests that it has answered.
fn receiver() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let (told, heard) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut request = Vec::new();
            let mut part = [0; 4_096];
            // One request a connection, whose length its head names.
            while !is_whole(&request) {
                match stream.read(&mut part).expect("bytes") {
                    0 => break,
                    read => request.extend_from_slice(&part[..read]),
                }
            }
            if told.send(String::from_utf8_lossy(&request).into_owned()).is_err() {
                return;
            }
            stream
                .write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
                .expect("the answer is sent");
        }
    });
    (address, heard)
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, _)) = text.split_once("\r\n\r\n") else { return false };
    let length = head
        .lines()
        .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
    request.len() >= head.len() + 4 + length.unwrap_or(0_usize)
}

#[test]
fn sbx_03_variables_for_a_shell_work_as_they_are_printed() {
    let (_folder, server) = Server::own_demo(&[]);
    let program = env!("CARGO_BIN_EXE_clientbank");
    let script = format!(
        "eval \"$('{program}' demo token --user ivanova --company C00001 --administration '{}')\"\n\
         curl --fail --silent --show-error -H \"Authorization: Bearer $ACCESS_TOKEN\" -H \"Id-Token: $ID_TOKEN\" \
         \"$API/v1/accounts?fields=Number\" \"$API/v1/accounts?fields=Balance\"",
        server.administration
    );
    let output = std::process::Command::new("bash").args(["-euo", "pipefail", "-c", &script]).output();
    let output = output.expect("bash starts");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success() && out.contains("40702810600000000001"), "{out}{err}");
}

#[test]
fn integrator_16_commands_work_with_the_tokens_of_the_environment() {
    let folder = folder();
    let server = Server::demo(&folder.path().join("demo"), &[]);
    let program = env!("CARGO_BIN_EXE_clientbank");
    let script = format!(
        "cd '{folder}'\n\
         eval \"$('{program}' demo token --user ivanova --company C00001 --administration '{address}')\"\n\
         '{program}' accounts list\n\
         '{program}' operations 40702810600000000001 --limit 1\n\
         '{program}' payroll sample > statement.json\n\
         '{program}' payroll submit statement.json\n\
         export ACCESS_TOKEN=$ID_TOKEN\n\
         for command in 'accounts list' 'tariff list' 'payroll status s-1'; do\n\
           if '{program}' $command; then exit 1; fi\n\
         done",
        folder = folder.path().display(),
        address = server.administration
    );
    let home = folder.path().join("home");
    let output = std::process::Command::new("bash")
        .args(["-euo", "pipefail", "-c", &script])
        .env("HOME", &home)
        .env_remove("XDG_STATE_HOME")
        .output()
        .expect("bash starts");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success() && out.contains("40702810600000000001"), "{out}{err}");
    assert_eq!(
        err.matches("log in again: `clientbank login`, or `clientbank demo token`").count(),
        3,
        "{out}{err}"
    );
    assert!(!home.exists(), "nothing is kept");
}

#[test]
fn sbx_03_the_commands_say_what_to_do_where_they_cannot_work() {
    let (_folder, server) = Server::own_sandbox(&["--seed", "1"]);
    let at = ["--administration", server.administration.as_str()];
    // A port where nobody listens: that of a process that has ended.
    let dead = ["--administration", "http://127.0.0.1:1"];
    for command in [
        &["sandbox", "token", "--user", "ivanova"][..],
        &["demo", "token", "--user", "ivanova"],
        &["sandbox", "clock"],
        &["sandbox", "reset"],
        &["logs"],
    ] {
        let told = refused(&[command, &dead[..]].concat());
        assert!(told.contains("--administration"), "{command:?}: {told}");
    }
    let told = refused(&[&["sandbox", "token", "--user", "ivanova", "--key", "none"], &at[..]].concat());
    assert!(told.contains("no sandbox with this key"), "{told}");
    for command in ["add", "remove"] {
        let told = refused(&[&["sandbox", command], &at[..]].concat());
        assert!(told.contains("--key"), "{command}: {told}");
    }
    let told = refused(&[&["sandbox", "clock", "advance"], &at[..]].concat());
    assert!(told.contains("--days"), "a move by nothing: {told}");
    assert!(refused(&[&["sandbox", "token", "--user", "nobody"], &at[..]].concat()).contains("nobody"));
}

#[test]
fn sbx_01_tokens_age_by_the_clock_that_the_setting_names() {
    for (setting, wanted) in [("sandbox_token_clock=machine", 200), ("sandbox_token_clock=sandbox", 401)] {
        let (_folder, server) = Server::own_sandbox(&["--set", setting]);
        let software = Software::new(&server, None, "C00001");
        software.said(&["sandbox", "clock", "advance", "--days", "1"]);
        let (status, told) = software.call("GET", "/v1/accounts?fields=Number", None, "");
        assert_eq!(status, wanted, "{setting}: {told}");
        // A login of after the move works with either.
        let software = Software::new(&server, None, "C00001");
        assert_eq!(software.call("GET", "/v1/accounts?fields=Number", None, "").0, 200, "{setting}");
    }
}

#[test]
fn sbx_06_a_sandbox_that_listens_everywhere_names_an_address_of_this_machine() {
    let (_folder, server) = Server::own_sandbox(&["--listen", "0.0.0.0"]);
    for address in [&server.api, &server.identity, &server.administration] {
        assert!(!address.contains("0.0.0.0"), "nobody calls {address}");
    }
    let port = server.api.rsplit_once(':').expect("a port").1;
    let answer =
        HostCaller::new(&format!("http://127.0.0.1:{port}"), None).call("GET", "/openapi.json", &[], "");
    assert_eq!(answer.headers("sandbox"), ["true"], "{}", answer.head);
}
