//! Tokens for a measurement: a person logs in through the pages.

use sdk::{Settings, Tokens};

use crate::outcome::Outcome;
use crate::server::Demo;

pub(crate) const CLIENT_ID: &str = "demo-erp";
pub(crate) const CLIENT_SECRET: &str = "demo-erp-secret";

/// One login of ivanova for C00001.
pub(crate) fn tokens(demo: &Demo) -> Outcome<Tokens> {
    tokens_at(&demo.identity, &demo.api)
}

/// One login of ivanova for C00001 at these addresses.
pub(crate) fn tokens_at(identity: &str, api: &str) -> Outcome<Tokens> {
    Ok(testkit::person::tokens(&settings_at(identity, api)?, testkit::person::IVANOVA))
}

/// The demo's client at these addresses.
pub(crate) fn settings_at(identity: &str, api: &str) -> Outcome<Settings> {
    Ok(Settings {
        identity: identity.parse()?,
        api: api.parse()?,
        client_id: CLIENT_ID.parse()?,
        client_secret: CLIENT_SECRET.to_owned(),
        redirect_uri: "http://127.0.0.1:9090/callback".parse()?,
    })
}
