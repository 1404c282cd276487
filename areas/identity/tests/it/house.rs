//! A bank with one user, three clients and ready-made signing keys, for tests that begin after the login: codes are
//! issued as a finished login issues them.

use std::error::Error;
use std::sync::{Arc, OnceLock};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use edge::{Revocations, Verifier, VerifierSettings};
use http::StatusCode;
use identity::keys::signing_key::{KeyState, SealedKey, SigningAlgorithm};
use identity::keys_command::Mint;
use identity::person::origin::Origin;
use identity::sealing::{KEY_BYTES, MasterKey, sha256};
use identity::store::signing_keys;
use identity::token::authorization_code::NewAuthorizationCode;
use identity::token::session::Holder;
use identity::work::finish_login::issue_code;
use identity::work::suspend;
use identity::work::trail::{Author, Occasion};
use identity::{IdentitySettings, IdentityState, OpenError};
use kernel::{Clock, Instant, MovableClock, Randomness, SystemRandomness};
use serde_json::Value;
use store::{Store, StoreError, Tx, params};
use testkit::{Answer, Bench, TestClient};

pub(crate) const ISSUER: &str = "https://auth.bank.example";
pub(crate) const AUDIENCE: &str = "https://api.bank.example";
pub(crate) const REDIRECT_URI: &str = "https://erp.example/callback";
pub(crate) const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub(crate) const SCOPE: &str = "openid profile email phone";
pub(crate) const USER: &str = "U00001";
pub(crate) const COMPANY: &str = "C00001";

/// A client of the house: identifier and secret.
pub(crate) type Client = (&'static str, &'static str);
/// Identity tokens with RS256.
pub(crate) const ERP: Client = ("erp", "erp secret: 100% +&=");
/// Identity tokens with ES256.
pub(crate) const SHOP: Client = ("shop", "shop-secret");
/// Disabled.
pub(crate) const OFF: Client = ("off", "off-secret");

store::queries! {
    SEED_USER = "insert into users (user_id, login, full_name, email, phone_number, status, status_changed_at_us)
        values ($1, $2, 'Иванова Анна Сергеевна', 'ivanova@romashka.example', '+79990000001', 'ACTIVE', $3)";
    SEED_ROLE = "insert into user_roles (user_id, role) values ($1, $2)";
    SEED_CLIENT = "insert into oauth_clients (client_id, name, secret_hash, profile, id_token_algorithm, status,
            status_changed_at_us) values ($1, $1, $2, 'SPECIFICATION', $3, $4, $5)";
    /// The strictness with which a client's requests are read.
    pub(crate) SET_PROFILE = "update oauth_clients set profile = $2 where client_id = $1";
    SEED_COMPANY = "insert into companies (cnum, name_ru, name_en, inn, signature_scheme, status)
        values ($1, 'ООО «Ромашка»', 'Romashka LLC', '7707123458', 'FIRST=1', 'OPEN')";
    SEED_RIGHT = "insert into user_company_rights (user_id, cnum, right_code) values ($1, $2, 'ACT')";
    SEED_LINK = "insert into oauth_client_companies (client_id, cnum) values ($1, $2)";
    SEED_URI = "insert into oauth_client_redirect_uris (client_id, uri_use, uri) values ($1, $2, $3)";
}

pub(crate) fn master_key() -> MasterKey {
    MasterKey::from_bytes(&[7; KEY_BYTES])
}

/// One process of the bank.
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) clock: Arc<MovableClock>,
    pub(crate) state: IdentityState,
    pub(crate) client: TestClient,
}

/// Somebody whom the bank stops.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stopped {
    User(&'static str),
    Client(&'static str),
}

/// The tokens of an answer.
#[derive(Clone, Debug)]
pub(crate) struct Tokens {
    pub(crate) access: String,
    pub(crate) identity: String,
    pub(crate) refresh: String,
}

impl House {
    pub(crate) async fn build(bench: &Bench) -> Self {
        bench.migrate(crate::TREES).await;
        let now = bench.clock.now();
        let work = move |tx: &mut Tx| seed(tx, now);
        bench.store.write("seed", work).await.unwrap();
        Self::process(bench, bench.store.clone()).await
    }

    /// As [`House::build`], with a process that verifies.
    pub(crate) async fn with_verifier(bench: &Bench) -> (Self, Arc<Verifier>, Feed) {
        let house = Self::build(bench).await;
        let (verifier, feed) = house.verifier().await;
        (house, verifier, feed)
    }

    /// As [`House::build`], with tokens of [`ERP`].
    pub(crate) async fn with_login(bench: &Bench) -> (Self, Tokens) {
        let house = Self::build(bench).await;
        let own = house.log_in(ERP).await;
        (house, own)
    }

    /// As [`House::with_verifier`], with tokens of [`ERP`].
    pub(crate) async fn logged_in(bench: &Bench) -> (Self, Arc<Verifier>, Feed, Tokens) {
        let (house, verifier, feed) = Self::with_verifier(bench).await;
        let own = house.log_in(ERP).await;
        (house, verifier, feed, own)
    }

    pub(crate) async fn process(bench: &Bench, store: Store) -> Self {
        Self::process_with_feed(bench, store, None).await
    }

    /// A process with another master key; `None` when it does not start with it.
    pub(crate) async fn with_master_key(bench: &Bench, master_key: MasterKey) -> Option<Self> {
        Self::with(bench, bench.store.clone(), master_key, None).await.ok()
    }

    /// A process that answers while its feed is read at least that often.
    pub(crate) async fn process_with_feed(bench: &Bench, store: Store, feed_age_s_max: Option<i64>) -> Self {
        Self::with(bench, store, master_key(), feed_age_s_max).await.unwrap()
    }

    async fn with(
        bench: &Bench,
        store: Store,
        master_key: MasterKey,
        feed_age_s_max: Option<i64>,
    ) -> Result<Self, OpenError> {
        let mut settings = IdentitySettings::new(ISSUER, AUDIENCE, master_key);
        settings.passwords.memory_kib = 64;
        settings.passwords.passes = 1;
        settings.feed_age_s_max = feed_age_s_max;
        let randomness = Arc::new(SystemRandomness);
        let state = IdentityState::open(store.clone(), bench.clock.clone(), randomness, settings).await?;
        let client = bench.client(identity::OPERATIONS.routes(state.clone()));
        Ok(Self { store, clock: bench.clock.clone(), state, client })
    }

    /// The maker of signing keys.
    pub(crate) fn mint(&self) -> Mint {
        let IdentityState { settings, randomness, clock, .. } = &self.state;
        Mint {
            master_key: settings.master_key.clone(),
            randomness: Arc::clone(randomness),
            clock: Arc::clone(clock),
        }
    }

    /// Learns of new signing keys.
    pub(crate) async fn refresh_keys(&self) {
        self.state.take_keys(&self.state.sealed_keys().await.unwrap()).unwrap();
    }

    /// Grant of a finished login through `client`.
    pub(crate) fn grant(&self, client: Client) -> NewAuthorizationCode {
        NewAuthorizationCode {
            client: client.0.parse().unwrap(),
            user: USER.parse().unwrap(),
            company: COMPANY.parse().unwrap(),
            redirect_uri: REDIRECT_URI.to_owned(),
            code_challenge: URL_SAFE_NO_PAD.encode(sha256(VERIFIER.as_bytes())),
            nonce: Some("n-0S6_WzA2Mj".to_owned()),
            scope: SCOPE.to_owned(),
            max_age_s: None,
            authenticated_at: self.clock.now(),
            origin: Origin::default(),
        }
    }

    pub(crate) async fn issue(&self, grant: NewAuthorizationCode) -> String {
        let (now, lifetime_s) = (self.clock.now(), self.state.settings.code_lifetime_s);
        self.store
            .write("issue", move |tx: &mut Tx| issue_code(tx, &SystemRandomness, now, lifetime_s, &grant))
            .await
            .unwrap_or_else(|error: StoreError| panic!("{error}"))
    }

    pub(crate) async fn code(&self, client: Client) -> String {
        self.issue(self.grant(client)).await
    }

    pub(crate) async fn post(&self, path: &str, client: Client, fields: &[(&str, &str)]) -> Answer {
        self.client.post(path).header("authorization", &basic(client)).form(fields).send().await
    }

    pub(crate) async fn exchange(&self, client: Client, code: &str) -> Answer {
        self.post("/token", client, &code_form(code)).await
    }

    pub(crate) async fn refresh(&self, client: Client, token: &str) -> Answer {
        self.post("/token", client, &[("grant_type", "refresh_token"), ("refresh_token", token)]).await
    }

    /// Logs in, from the code to the tokens.
    pub(crate) async fn log_in(&self, client: Client) -> Tokens {
        let code = self.code(client).await;
        tokens(&self.exchange(client, &code).await)
    }

    pub(crate) async fn userinfo(&self, access: &str) -> Answer {
        self.client.get("/userinfo").bearer(access).send().await
    }

    /// A process that verifies, fed once.
    pub(crate) async fn verifier(&self) -> (Arc<Verifier>, Feed) {
        let settings = VerifierSettings {
            issuer: ISSUER.to_owned(),
            audience: AUDIENCE.to_owned(),
            feed_age_s_max: Some(edge::REVOCATION_FEED_AGE_S_MAX),
        };
        let verifier = Arc::new(Verifier::new(settings, self.clock.clone()));
        let mut feed = Feed::new(self.store.clone(), self.clock.clone());
        poll(&verifier, &mut feed).await;
        (verifier, feed)
    }
}

/// Stops somebody as the bank's command does, or lets them in; false when nothing changes.
pub(crate) async fn set_stopped(
    store: &Store,
    clock: &MovableClock,
    whom: Stopped,
    is_stopped: bool,
) -> bool {
    let now = clock.now();
    let work = move |tx: &mut Tx| -> Result<bool, StoreError> {
        let author = Author::outside_of_requests(audit::Actor::Operator("duty".to_owned()));
        let occasion = Occasion { author: &author, randomness: &SystemRandomness, now };
        let change = if is_stopped { suspend::stop } else { suspend::let_in };
        match whom {
            Stopped::User(id) => change(tx, Holder::User(&id.parse().unwrap()), &occasion),
            Stopped::Client(id) => change(tx, Holder::Client(&id.parse().unwrap()), &occasion),
        }
    };
    store.write("stop", work).await.unwrap()
}

/// The feed of a process, with the clock by which it polls.
pub(crate) struct Feed {
    feed: identity::Feed,
    clock: Arc<MovableClock>,
}

impl Feed {
    pub(crate) fn new(store: Store, clock: Arc<MovableClock>) -> Self {
        Self { feed: identity::Feed::new(store), clock }
    }

    /// Tells the verifier what is new.
    pub(crate) async fn tell(
        &mut self,
        verifier: &Verifier,
    ) -> Result<Revocations, Box<dyn Error + Send + Sync>> {
        self.feed.tell(verifier, self.clock.now()).await
    }
}

/// Makes one turn of the loop that every process runs; what the verifier was told.
pub(crate) async fn poll(verifier: &Verifier, feed: &mut Feed) -> Revocations {
    feed.tell(verifier).await.unwrap()
}

/// Encodes as RFC 6749, 2.3.1, wants it.
pub(crate) fn basic((id, secret): Client) -> String {
    let encoded = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(id), encoded(secret))))
}

pub(crate) fn code_form(code: &str) -> [(&str, &str); 4] {
    [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", REDIRECT_URI),
        ("code_verifier", VERIFIER),
    ]
}

pub(crate) fn tokens(answer: &Answer) -> Tokens {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let body = answer.json();
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    Tokens { access: text("access_token"), identity: text("id_token"), refresh: text("refresh_token") }
}

/// The header and the claims of a token, unverified.
pub(crate) fn parts(token: &str) -> (Value, Value) {
    let part = |text: &str| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).unwrap()).unwrap();
    let mut texts = token.split('.');
    (part(texts.next().unwrap()), part(texts.next().unwrap()))
}

/// Asserts an answer of RFC 6749, 5.2.
pub(crate) fn assert_error(answer: &Answer, status: u16, error: &str) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
    let body = answer.json();
    assert_eq!(body["error"], error, "{body}");
    assert!(!body["error_description"].as_str().unwrap().is_empty());
    assert_eq!(body.as_object().unwrap().len(), 2, "{body}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("pragma"), Some("no-cache"));
}

fn seed(tx: &mut Tx, now: Instant) -> Result<(), StoreError> {
    tx.execute_one(&SEED_USER, params![USER, "ivanova", now])?;
    for role in ["ONLINE-USER", "PAYROLL-EDITOR"] {
        tx.execute_one(&SEED_ROLE, params![USER, role])?;
    }
    tx.execute_one(&SEED_COMPANY, params![COMPANY])?;
    tx.execute_one(&SEED_RIGHT, params![USER, COMPANY])?;
    let clients = [(ERP, "RS256", "ACTIVE"), (SHOP, "ES256", "ACTIVE"), (OFF, "RS256", "DISABLED")];
    for ((id, secret), algorithm, status) in clients {
        let hash = clients::SecretHash::compute(&id.parse().unwrap(), secret);
        tx.execute_one(&SEED_CLIENT, params![id, hash.as_str(), algorithm, status, now])?;
        tx.execute_one(&SEED_LINK, params![id, COMPANY])?;
        tx.execute_one(&SEED_URI, params![id, "LOGIN", REDIRECT_URI])?;
        tx.execute_one(&SEED_URI, params![id, "LOGOUT", format!("https://{id}.example/bye?x=1")])?;
    }
    for key in ready_keys(now) {
        signing_keys::insert(tx, key)?;
    }
    Ok(())
}

/// Returns ready-made keys: RSA keys take longer than most tests, so all tests of a process have the same.
pub(crate) fn ready_keys(now: Instant) -> &'static [SealedKey] {
    static KEYS: OnceLock<Vec<SealedKey>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let states = [KeyState::Active, KeyState::Next];
        let wanted =
            SigningAlgorithm::ALL.into_iter().flat_map(|algorithm| states.map(|state| (algorithm, state)));
        let mint = |(algorithm, state)| {
            SealedKey::mint(algorithm, state, &master_key(), &SystemRandomness as &dyn Randomness, now)
                .unwrap()
        };
        wanted.map(mint).collect()
    })
}
