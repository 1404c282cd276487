//! Passkeys (requirement ONL-04): registered, listed and removed by their person, a login of their own, and a
//! confirmation.

mod attacks;
mod confirming;
mod logging_in;
mod registering;
mod registering_refused;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use serde_json::Value;
use testkit::Bench;
use testkit::authenticator::{Algorithm, Authenticator, Created};

use crate::branch::{Branch, csrf};
use crate::browser::{Browser, Page};
use crate::security::send;
use crate::town::{PASSWORDS, Town};

const ORIGIN: &str = "http://localhost:8081";
const PATH: &str = "/bank/security/passkeys";
const NEW: &str = "/bank/security/passkeys/new";
const CHALLENGE: &str = "/login/passkey/challenge";
/// The sentence of a login's page about every passkey that opens nothing.
const REFUSED: &str = "Войти этим ключом доступа не получилось";

/// A branch at an address with a name.
async fn branch(bench: &Bench) -> Branch {
    Branch::in_town(Town::with(bench, ORIGIN, PASSWORDS).await).await
}

fn device() -> Authenticator {
    Authenticator::at(ORIGIN, Algorithm::Es256)
}

/// Returns the options that the page of a new passkey hands to the browser.
fn options(page: &Page) -> Value {
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    let (_, rest) = page.body.split_once("data-passkey-options=\"").unwrap();
    let text = rest.split('"').next().unwrap().replace("&#34;", "\"").replace("&#38;", "&");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn bytes(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}

/// Gives the proof, and lets the device make a passkey for the page.
async fn create(browser: &mut Browser, device: &mut Authenticator, answer: &str) -> Created {
    assert_eq!(send(browser, PATH, &[("answer", answer)]).await.location(), NEW);
    let options = options(&browser.get(NEW).await);
    device.create(options["challenge"].as_str().unwrap(), &bytes(&options["user"]["id"]))
}

/// Sends what the device has made.
async fn register(browser: &mut Browser, name: &str, created: &Created) -> Page {
    send(browser, NEW, &[("name", name), ("passkey", &created.text())]).await
}

/// Registers the device in the browser; `answer` is the proof.
async fn add(browser: &mut Browser, device: &mut Authenticator, answer: &str) {
    let created = create(browser, device, answer).await;
    assert_eq!(
        register(browser, "Телефон", &created).await.location(),
        "/bank/security/passkeys?done=passkey"
    );
}

/// A device of petrov, who has one company and no second factor.
async fn device_of_petrov(branch: &Branch) -> (Browser, Authenticator) {
    let (mut browser, mut device) = (branch.petrov().await, device());
    add(&mut browser, &mut device, "demo-petrov").await;
    (browser, device)
}

/// A branch with a device of petrov.
async fn with_device(bench: &Bench) -> (Branch, Browser, Authenticator) {
    let branch = branch(bench).await;
    let (browser, device) = device_of_petrov(&branch).await;
    (branch, browser, device)
}

/// A device of orlova, who has a second factor.
async fn device_of_orlova(branch: &Branch) -> (Browser, Authenticator) {
    let (mut browser, mut device) = (branch.orlova().await, device());
    branch.town.clock.advance_seconds(30);
    add(&mut browser, &mut device, &branch.code_of_orlova()).await;
    (browser, device)
}

/// Asks like the script of a page; the status tells of a refusal.
async fn ask(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> Page {
    browser.post(path, fields).await
}

/// The challenge of a login whose first page is `page`.
async fn challenge(browser: &mut Browser, page: &Page) -> Value {
    let (interaction, csrf) = (page.hidden("interaction"), page.hidden("csrf"));
    let asked = ask(browser, CHALLENGE, &[("interaction", &interaction), ("csrf", &csrf)]).await;
    assert_eq!((asked.status, asked.header("cache-control")), (StatusCode::OK, "no-store"), "{}", asked.body);
    serde_json::from_str(&asked.body).unwrap()
}

/// Logs in with the device, from the page at `path` on.
async fn log_in_at(browser: &mut Browser, device: &mut Authenticator, path: &str) -> Page {
    let page = browser.get(path).await;
    let asked = challenge(browser, &page).await;
    let signed = device.sign(asked["challenge"].as_str().unwrap());
    browser.submit(&page, "/login/passkey", &[("answer", &signed.text())]).await
}

async fn log_in(browser: &mut Browser, device: &mut Authenticator) -> Page {
    log_in_at(browser, device, "/bank/login").await
}

/// Asks like the script of a page that confirms.
async fn confirmation(browser: &mut Browser) -> Value {
    let csrf = csrf(browser).await;
    let asked = ask(browser, "/bank/confirmation/passkey", &[("csrf", &csrf)]).await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.body);
    serde_json::from_str(&asked.body).unwrap()
}

/// Sends an answer to the form that signs.
async fn sign(browser: &mut Browser, answer: &str) -> Page {
    let csrf = csrf(browser).await;
    browser.post("/bank/sign", &[("csrf", &csrf), ("answer", answer)]).await
}
