//! The room "Security" of the online bank (requirement ONL-04).

mod ending;
mod logins;
mod password;
mod second_factor;
mod sessions;

use http::StatusCode;

use store::params;

use crate::branch::Branch;
use crate::browser::{Browser, Page};

store::queries! {
    STORED_SECRETS = "select code_hmac as secret from recovery_codes where user_id = $1
        union all select totp_secret_sealed as secret from user_credentials where user_id = $1";
}

/// Reads the rows about the second factor of petrov.
pub(crate) async fn stored_secrets(branch: &Branch) -> Vec<Vec<u8>> {
    let rows = branch.town.store.query(&STORED_SECRETS, params!["U00002"]).await.unwrap();
    rows.iter().map(|row| row.bytes("secret").unwrap().to_vec()).collect()
}

/// Sends a form of the room.
pub(crate) async fn send(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> Page {
    let csrf = browser.get("/bank/security").await.hidden("csrf");
    let mut fields: Vec<(&str, &str)> = fields.iter().copied().chain([("csrf", csrf.as_str())]).collect();
    if !fields.iter().any(|(name, _)| *name == "sure") {
        fields.push(("sure", "yes"));
    }
    browser.post(path, &fields).await
}

/// Changes the password in the browser.
pub(crate) async fn change(browser: &mut Browser, present: &str, new: &str) -> Page {
    let fields = [("present", present), ("new", new), ("repeated", new)];
    send(browser, "/bank/security/password", &fields).await
}

/// Tells that login and password of a person without a second factor open the online bank.
pub(crate) async fn opens(branch: &Branch, login: &str, password: &str) -> bool {
    branch.type_in(&mut branch.browser(), login, password).await.status == StatusCode::SEE_OTHER
}

/// The actions of the trail with their details, the newest first.
pub(crate) async fn trail(branch: &Branch) -> Vec<String> {
    let entries = audit::list(&branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
    entries
        .into_iter()
        .map(|entry| format!("{} {} {}", entry.action, entry.object_id, entry.detail))
        .collect()
}
