//! Requests to one Host of a process, and answers byte by byte.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// The longest wait for one answer.
const ANSWER_MAX: Duration = Duration::from_mins(1);

/// An answer as it was sent, without the moment at which it was sent.
#[derive(Clone, Debug)]
pub struct Raw {
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    pub body: String,
}

impl Raw {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}{}", self.head, self.body))
    }

    /// The answer as if it had no head: for the administration, whose head has identifiers of the process.
    pub(super) fn without_head(self) -> Self {
        Self { head: String::new(), ..self }
    }

    /// The values of a header, whose name is in small letters.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value).collect()
    }
}

#[derive(Clone, Debug)]
pub struct HostCaller {
    socket: String,
    host: String,
}

impl HostCaller {
    /// Calls `address`, as the sandbox `key` when there is one.
    pub fn new(address: &str, key: Option<&str>) -> Self {
        let socket = address.strip_prefix("http://").expect("an address").to_owned();
        let port = socket.rsplit_once(':').expect("a port").1.to_owned();
        let host = key.map_or_else(|| socket.clone(), |key| format!("{key}.localhost:{port}"));
        Self { socket, host }
    }

    /// The address under which the caller knows the Host.
    pub fn address(&self) -> String {
        format!("http://{}", self.host)
    }

    /// Sends one request and reads the answer to its end.
    pub fn call(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Raw {
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.host);
        for (name, value) in headers {
            write!(request, "{name}: {value}\r\n").expect("a text grows");
        }
        if method != "GET" {
            request.push_str("Sandbox-Administration: 1\r\n");
            write!(request, "Content-Length: {}\r\n", body.len()).expect("a text grows");
        }
        request.push_str("\r\n");
        request.push_str(body);
        let mut stream = TcpStream::connect(&self.socket).expect("a connection");
        stream.set_read_timeout(Some(ANSWER_MAX)).expect("a time");
        stream.write_all(request.as_bytes()).expect("the request is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let kept: Vec<&str> = head.lines().filter(|line| !line.starts_with("date: ")).collect();
        Raw { status, head: kept.join("\n") + "\n", body: body.to_owned() }
    }

    pub fn post(&self, path: &str, body: &str) -> Raw {
        self.call("POST", path, &[("Content-Type", "application/json")], body)
    }
}
