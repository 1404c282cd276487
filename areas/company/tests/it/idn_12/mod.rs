//! IDN-12: a company's administrator registers, changes and ends its integrations in the online bank.

mod closed;
mod grants;
mod registering;
mod secrets;
mod settings;
mod switching;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use edge::Verifier;
use http::StatusCode;
use testkit::{Answer, Bench};

use crate::branch::{Branch, csrf};
use crate::browser::{Browser, Page};
use crate::house::{Tokens, VERIFIER, tokens};
use crate::town::authorize;

/// The address at which the software of these tests waits for its codes.
pub(crate) const CALLBACK: &str = "https://erp.romashka.example/cb";
const KEY: &str = "018f3b1c-6f5e-7a00-8000-00000000000a";
/// The identifier of the client that the form with that key registers.
const CLIENT: &str = "app-018f3b1c6f5e7a00800000000000000a";
/// The client that the form with the next key registers.
const SECOND_CLIENT: &str = "app-018f3b1c6f5e7a00800000000000000b";

const RIGHTS: &str = "login,cnum,rights\n\
    petrov,C00001,ACT COMPANY_ADMINISTRATOR\n\
    sidorov,C00003,ACT COMPANY_ADMINISTRATOR\n";

/// A town in which petrov administers C00001 and sidorov C00003, each without a second factor.
pub(crate) struct Rooms {
    pub(crate) branch: Branch,
}

impl Rooms {
    pub(crate) async fn open(bench: &Bench) -> Self {
        let branch = Branch::open(bench).await;
        branch.town.import(&[("user_rights.csv", RIGHTS)]).await;
        Self { branch }
    }

    /// As [`Rooms::open`], with petrov at the pages and the secret of [`CLIENT`], which he has registered.
    async fn with_client(bench: &Bench) -> (Self, Admin, String) {
        let rooms = Self::open(bench).await;
        let mut petrov = rooms.petrov().await;
        let secret = petrov.register().await;
        (rooms, petrov, secret)
    }

    pub(crate) async fn petrov(&self) -> Admin {
        Admin::new(self.branch.petrov().await, "demo-petrov").await
    }

    pub(crate) async fn sidorov(&self) -> Admin {
        let mut browser = self.branch.browser();
        let page = self.branch.type_in(&mut browser, "sidorov", "demo-sidorov").await;
        assert_eq!(page.location(), "/bank");
        Admin::new(browser, "demo-sidorov").await
    }

    /// Time for another wrong answer to be looked at.
    pub(crate) fn wait(&self) {
        self.branch.town.clock.advance_seconds(120);
    }

    /// Actions of the trail with their details, of the kinds that begin with `prefix`, the oldest first.
    pub(crate) async fn trail(&self, prefix: &str) -> Vec<String> {
        let mut entries =
            audit::list(&self.branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
        entries.sort_by_key(|entry| (entry.at, entry.id));
        let told = |entry: &audit::StoredEntry| {
            let actor = entry.actor_id.as_deref().unwrap_or("-");
            format!("{actor} {} {} {}", entry.action, entry.object_id, entry.detail)
        };
        entries.iter().filter(|entry| entry.action.starts_with(prefix)).map(told).collect()
    }

    /// Logs somebody in through a client, up to the code.
    pub(crate) async fn code(&self, login: &str, client: &str) -> Page {
        let mut browser = self.branch.browser();
        let path = authorize(&[("client_id", client), ("redirect_uri", CALLBACK)]);
        let page = browser.get(&path).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        let password = format!("demo-{login}");
        let fields = [("username", login), ("password", password.as_str())];
        browser.submit(&page, "/login", &fields).await
    }

    pub(crate) async fn exchange(&self, bench: &Bench, page: &Page, client: &str, secret: &str) -> Answer {
        let code = page.parameter("code").unwrap_or_else(|| panic!("no code: {}", page.location()));
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code.as_str()),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ];
        self.post(bench, client, secret, &form).await
    }

    pub(crate) async fn refresh(&self, bench: &Bench, token: &str, client: &str, secret: &str) -> Answer {
        let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
        self.post(bench, client, secret, &form).await
    }

    async fn post(&self, bench: &Bench, client: &str, secret: &str, form: &[(&str, &str)]) -> Answer {
        let basic = format!("Basic {}", STANDARD.encode(format!("{client}:{secret}")));
        let software = bench.client(self.branch.town.router.clone());
        software.post("/token").header("authorization", &basic).form(form).send().await
    }

    /// Tokens of somebody through a client.
    pub(crate) async fn log_in(&self, bench: &Bench, login: &str, client: &str, secret: &str) -> Tokens {
        let page = self.code(login, client).await;
        tokens(&self.exchange(bench, &page, client, secret).await)
    }

    pub(crate) fn accepts(&self, tokens: &Tokens) -> bool {
        let verifier: &Verifier = &self.branch.verifier;
        verifier.verify_pair(&tokens.access, &tokens.identity).is_ok()
    }
}

/// Somebody at the pages, who confirms with a password.
pub(crate) struct Admin {
    pub(crate) browser: Browser,
    pub(crate) csrf: String,
    pub(crate) answer: &'static str,
}

impl Admin {
    pub(crate) async fn new(mut browser: Browser, answer: &'static str) -> Self {
        let csrf = csrf(&mut browser).await;
        Self { browser, csrf, answer }
    }

    /// Sends a form with the token of the session and, after the fields, the confirmation.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let own = [("csrf", self.csrf.as_str()), ("answer", self.answer), ("sure", "yes")];
        let kept = own.into_iter().filter(|(name, _)| fields.iter().all(|(sent, _)| sent != name));
        let all: Vec<(&str, &str)> = fields.iter().copied().chain(kept).collect();
        self.browser.post(path, &all).await
    }

    /// Registers [`CLIENT`] and returns its secret.
    pub(crate) async fn register(&mut self) -> String {
        let page = self.post("/bank/integrations", &registration(&[])).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        secret_on(&page)
    }

    /// Registers [`SECOND_CLIENT`] of the same company.
    async fn register_second(&mut self) {
        let changes = [("key", "018f3b1c-6f5e-7a00-8000-00000000000b"), ("name", "Склад")];
        secret_on(&self.post("/bank/integrations", &registration(&changes)).await);
    }

    /// The page of a client.
    pub(crate) async fn look(&mut self, client: &str) -> Page {
        self.browser.get(&format!("/bank/integrations/{client}")).await
    }

    /// The version that the page of a client shows.
    pub(crate) async fn version(&mut self, client: &str) -> String {
        self.look(client).await.hidden("version")
    }
}

/// The fields of a registration, some replaced.
pub(crate) fn registration<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![
        ("key", KEY),
        ("name", "Зарплата 8.3"),
        ("redirect_uris", CALLBACK),
        ("post_logout_redirect_uris", ""),
        ("profile", "SPECIFICATION"),
    ];
    fields.retain(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    fields.extend(changes);
    fields
}

/// The secret on the page that shows it.
pub(crate) fn secret_on(page: &Page) -> String {
    let marker = "id=\"client-secret\" data-shown-once>";
    let start = page.body.find(marker).unwrap_or_else(|| panic!("no secret:\n{}", page.body));
    let secret = page.body[start + marker.len()..].split('<').next().unwrap();
    assert_eq!(secret.len(), 43, "{secret}");
    secret.to_owned()
}

fn shows_secret(page: &Page) -> bool {
    page.body.contains("client-secret")
}
