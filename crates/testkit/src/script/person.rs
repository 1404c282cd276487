//! Somebody who has logged in.

use super::caller::{HostCaller, Raw};

const JSON: &str = "application/json";

pub(super) struct Person<'a> {
    api: &'a HostCaller,
    bearer: String,
    id_token: String,
}

impl<'a> Person<'a> {
    pub(super) fn new(api: &'a HostCaller, tokens: &Raw) -> Self {
        let tokens = tokens.json();
        let token = |name: &str| tokens[name].as_str().expect("a token").to_owned();
        Self { api, bearer: format!("Bearer {}", token("access_token")), id_token: token("id_token") }
    }

    pub(super) fn call(&self, method: &str, path: &str, body: &str) -> Raw {
        self.with((None, JSON), method, path, body)
    }

    /// Calls with the name of a trigger.
    pub(super) fn asking(&self, trigger: Option<&str>, method: &str, path: &str, body: &str) -> Raw {
        self.with((trigger, JSON), method, path, body)
    }

    pub(super) fn sending(&self, kind: &str, path: &str, body: &str) -> Raw {
        self.with((None, kind), "POST", path, body)
    }

    fn with(&self, (trigger, kind): (Option<&str>, &str), method: &str, path: &str, body: &str) -> Raw {
        let mut headers = vec![
            ("Authorization", self.bearer.as_str()),
            ("Id-Token", self.id_token.as_str()),
            ("Content-Type", kind),
        ];
        headers.extend(trigger.map(|trigger| ("Sandbox-Trigger", trigger)));
        self.api.call(method, path, &headers, body)
    }
}
