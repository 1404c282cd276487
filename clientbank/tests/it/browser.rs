//! The demo's settings for the person of the test kit.

use sdk::Settings;

pub(crate) use testkit::person::{IVANOVA, SIDOROV, log_in, tokens};

use crate::program::Server;

/// The settings of the demo's client for a server on free ports.
pub(crate) fn settings(server: &Server) -> Settings {
    settings_for(server, "demo-erp", "http://127.0.0.1:9090/callback")
}

pub(crate) fn settings_for(server: &Server, client: &str, redirect_uri: &str) -> Settings {
    Settings {
        identity: server.identity.parse().expect("an address"),
        api: server.api.parse().expect("an address"),
        client_id: client.parse().expect("a client"),
        client_secret: format!("{client}-secret"),
        redirect_uri: redirect_uri.parse().expect("an address"),
    }
}
