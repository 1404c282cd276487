//! The software of a person, at a sandbox of a running process.

use std::time::{Duration, Instant};

use serde_json::Value;
use testkit::script::HostCaller;

use crate::program::{Server, said};

/// The longest wait for what workers do.
const DONE_MAX: Duration = Duration::from_mins(1);

/// A person's software at one sandbox of a process.
pub(crate) struct Software<'s> {
    server: &'s Server,
    key: Option<&'s str>,
    tokens: Value,
}

impl<'s> Software<'s> {
    pub(crate) fn new(server: &'s Server, key: Option<&'s str>, company: &str) -> Self {
        Self::of("ivanova", server, key, company)
    }

    pub(crate) fn of(user: &str, server: &'s Server, key: Option<&'s str>, company: &str) -> Self {
        let mut software = Self { server, key, tokens: Value::Null };
        let asked = ["sandbox", "token", "--user", user, "--company", company, "--json"];
        software.tokens = serde_json::from_str(&software.said(&asked)).expect("JSON");
        software
    }

    pub(crate) fn arguments<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        let mut all = arguments.to_vec();
        all.extend(["--administration", &self.server.administration]);
        all.extend(self.key.iter().flat_map(|key| ["--key", key]));
        all
    }

    /// Runs a command at the sandbox.
    pub(crate) fn said(&self, arguments: &[&str]) -> String {
        said(&self.arguments(arguments))
    }

    /// Calls the API.
    pub(crate) fn call(&self, method: &str, path: &str, trigger: Option<&str>, body: &str) -> (u16, String) {
        let token = |name: &str| self.tokens[name].as_str().expect("a token").to_owned();
        let (bearer, identity) = (format!("Bearer {}", token("access_token")), token("id_token"));
        let kind = if body.starts_with('<') { "application/xml" } else { "application/json" };
        let mut headers =
            vec![("Authorization", bearer.as_str()), ("Id-Token", identity.as_str()), ("Content-Type", kind)];
        headers.extend(trigger.map(|trigger| ("Sandbox-Trigger", trigger)));
        let answer = HostCaller::new(&self.server.api, self.key).call(method, path, &headers, body);
        (answer.status, answer.body)
    }

    /// Asks until the answer has this text.
    pub(crate) fn learned(&self, path: &str, wanted: &str) {
        let began = Instant::now();
        loop {
            let (_, told) = self.call("GET", path, None, "");
            if told.contains(wanted) {
                return;
            }
            assert!(began.elapsed() < DONE_MAX, "{path} never had {wanted}: {told}");
            std::thread::yield_now();
        }
    }
}
