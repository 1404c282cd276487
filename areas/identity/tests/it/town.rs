//! A bank with a few users and clients, imported from files like a bank's own.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use edge::RateLimit;
use identity::person::credential::PasswordSettings;
use identity::sealing::MasterKey;
use identity::store::signing_keys;
use identity::token::online_bank::SessionLimits;
use identity::{IdentitySettings, IdentityState};
use import::{ImportError, ImportOptions, Pace, Report, TableImporter};
use kernel::{Clock, MovableClock, SystemRandomness};
use store::{Store, StoreError, Tx};
use testkit::{Answer, Bench};

use crate::browser::{Browser, Page, encoded};
use crate::house::{VERIFIER, basic, master_key, ready_keys};

pub(crate) const ISSUER: &str = "http://127.0.0.1:8081";
pub(crate) const REDIRECT_URI: &str = "http://127.0.0.1:9090/callback";
pub(crate) const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// The second factor of orlova.
pub(crate) const TOTP_SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
/// The cheapest hash: tests count hashes and do not weigh them.
pub(crate) const PASSWORDS: PasswordSettings =
    PasswordSettings { memory_kib: 64, passes: 1, lanes: 1, hashes_at_once_max: 2, queue_max: 128 };

const FILES: [(&str, &str); 5] = [
    (
        "companies.csv",
        "cnum,name_ru,name_en,inn,kpp,signature_scheme\n\
         C00001,ООО «Ромашка»,Romashka LLC,7707123458,770701001,\"FIRST=1,SECOND=1\"\n\
         C00002,ООО «Василёк»,Vasilek LLC,7707654321,770701001,FIRST=1\n\
         C00003,ИП Колос,Kolos IE,770712345633,,FIRST=1\n",
    ),
    (
        "users.csv",
        "user_id,login,full_name,status\n\
         U00001,ivanova,Иванова Анна,ACTIVE\n\
         U00002,petrov,Пётр Петров,ACTIVE\n\
         U00003,sidorov,Сидор Сидоров,ACTIVE\n\
         U00005,orlova,Орлова Вера,ACTIVE\n\
         U00006,zaitsev,Зайцев Лев,LOCKED\n\
         U00007,nopass,Никто,ACTIVE\n",
    ),
    (
        "user_rights.csv",
        "login,cnum,rights\n\
         ivanova,C00001,ACT\n\
         ivanova,C00002,ACT VIEW_ACCOUNTS\n\
         petrov,C00001,ACT\n\
         sidorov,C00003,ACT\n\
         orlova,C00001,ACT\n\
         zaitsev,C00001,ACT\n\
         nopass,C00001,ACT\n",
    ),
    (
        "oauth_clients.csv",
        "client_id,name,secret_sha256,profile,redirect_uris,cnums,status\n\
         demo-erp,ERP «Ромашка» & Co,2c7d7b1e03f0ddecbd9212b6481e06c1cf6322b5a55561c8e7af631d3e88e11f,SPECIFICATION,http://127.0.0.1:9090/callback https://erp.example/cb?tenant=7,C00001 C00002,ACTIVE\n\
         kolos-erp,Kolos ERP,0d48582e6863edcaad9801013ba3289c8eddfe08892f674e45aa5ec4bafcb43a,SPECIFICATION,http://127.0.0.1:9091/callback,C00003,ACTIVE\n\
         std-app,Standard app,072f3313aaae93f27bdb41e9cb7f159c856687bca1299fd6ade9a2d80ba2ea5b,STANDARD,https://std.example/cb,C00001,ACTIVE\n\
         off-app,Switched off,e5c133c3f2a963463e210491d5f99893662ec58fcab49186775063663a918361,SPECIFICATION,https://off.example/cb,C00001,DISABLED\n",
    ),
    (
        "credentials.csv",
        "login,password,totp_secret\n\
         ivanova,demo-ivanova,\n\
         petrov,demo-petrov,\n\
         sidorov,demo-sidorov,\n\
         orlova,demo-orlova,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n\
         zaitsev,demo-zaitsev,\n",
    ),
];

/// One process of the bank.
pub(crate) struct Town {
    pub(crate) store: Store,
    pub(crate) clock: Arc<MovableClock>,
    pub(crate) state: IdentityState,
    pub(crate) router: Router,
    pub(crate) settings: IdentitySettings,
}

impl Town {
    pub(crate) async fn build(bench: &Bench) -> Self {
        Self::with(bench, ISSUER, PASSWORDS).await
    }

    pub(crate) async fn with(bench: &Bench, issuer: &str, passwords: PasswordSettings) -> Self {
        let mut settings = IdentitySettings::new(issuer, "clientbank-api", master_key());
        settings.passwords = passwords;
        settings.feed_age_s_max = None;
        // The clock of a test jumps: only tests about the limit of idle time have one.
        settings.online_bank.idle_s = settings.online_bank.session_s;
        bench.migrate(crate::TREES).await;
        let now = bench.clock.now();
        let keys = move |tx: &mut Tx| -> Result<(), StoreError> {
            ready_keys(now).iter().try_for_each(|key| signing_keys::insert(tx, key).map(|_| ()))
        };
        bench.store.write("seed", keys).await.unwrap();
        let town = Self::process(bench, settings).await;
        town.import(&FILES).await;
        town
    }

    /// As [`Town::build`], with a browser in front of it.
    pub(crate) async fn with_browser(bench: &Bench) -> (Self, Browser) {
        let town = Self::build(bench).await;
        let browser = town.browser();
        (town, browser)
    }

    /// A town whose sessions of the online bank have these limits.
    pub(crate) async fn with_limits(bench: &Bench, limits: SessionLimits) -> Self {
        let town = Self::build(bench).await;
        let settings = IdentitySettings { online_bank: limits, ..town.settings.clone() };
        Self::process(bench, settings).await
    }

    /// A process of a bank that asks for a second factor.
    pub(crate) async fn asking_for_factors(&self, bench: &Bench) -> Self {
        let settings = IdentitySettings { second_factor_required: true, ..self.settings.clone() };
        Self::process(bench, settings).await
    }

    /// A process with another master key.
    pub(crate) async fn with_master_key(&self, bench: &Bench, master_key: MasterKey) -> Self {
        Self::process(bench, IdentitySettings { master_key, ..self.settings.clone() }).await
    }

    /// A process that serves a sandbox.
    pub(crate) async fn as_sandbox(&self, bench: &Bench) -> Self {
        let settings = IdentitySettings { is_sandbox: true, ..self.settings.clone() };
        Self::process(bench, settings).await
    }

    /// A process that lets one address begin that many logins.
    pub(crate) async fn with_logins_begun(&self, bench: &Bench, limit: RateLimit) -> Self {
        let settings = IdentitySettings { logins_begun: limit, ..self.settings.clone() };
        Self::process(bench, settings).await
    }

    /// A process with these settings on the database of the bench.
    pub(crate) async fn process(bench: &Bench, settings: IdentitySettings) -> Self {
        let randomness = Arc::new(SystemRandomness);
        let state =
            IdentityState::open(bench.store.clone(), bench.clock.clone(), randomness, settings.clone())
                .await
                .unwrap();
        let router = identity::OPERATIONS.routes(state.clone());
        Self { store: bench.store.clone(), clock: bench.clock.clone(), state, router, settings }
    }

    /// Another process on the same database.
    pub(crate) async fn another_process(&self, bench: &Bench) -> Self {
        Self::process(bench, self.settings.clone()).await
    }

    /// Imports files of these names and contents.
    pub(crate) async fn import(&self, files: &[(&str, &str)]) -> Report {
        self.try_import(files).await.unwrap()
    }

    /// Reasons for which an import is refused.
    pub(crate) async fn errors(&self, files: &[(&str, &str)]) -> Vec<String> {
        match self.try_import(files).await.unwrap_err() {
            ImportError::Files { errors, .. } => errors.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    /// Brings everybody back to what they were at first.
    pub(crate) async fn reset(&self) {
        self.import(&FILES).await;
    }

    async fn try_import(&self, files: &[(&str, &str)]) -> Result<Report, ImportError> {
        self.import_at(&Pace::default(), files, Vec::new()).await
    }

    /// Imports files at a pace, with other importers before those of the town.
    pub(crate) async fn import_at(
        &self,
        pace: &Pace,
        files: &[(&str, &str)],
        others: Vec<Arc<dyn TableImporter>>,
    ) -> Result<Report, ImportError> {
        let folder = std::env::temp_dir().join(format!("identity-{}", uuid(self.clock.now())));
        std::fs::create_dir(&folder).unwrap();
        for (name, content) in files {
            std::fs::write(folder.join(name), content).unwrap();
        }
        let report = self.import_folder(pace, &folder, others).await;
        std::fs::remove_dir_all(&folder).unwrap();
        report
    }

    async fn import_folder(
        &self,
        pace: &Pace,
        folder: &Path,
        mut importers: Vec<Arc<dyn TableImporter>>,
    ) -> Result<Report, ImportError> {
        let endings: Arc<dyn clients::AccessEndings> = Arc::new(identity::Endings);
        importers.extend(clients::importers_ending(&endings));
        importers.extend(identity::importers(self.settings.passwords, self.settings.master_key.clone()));
        let options = ImportOptions { dry_run: false, operator: "test".to_owned(), approved: None };
        let (clock, randomness) = (self.clock.as_ref(), Arc::new(SystemRandomness));
        import::run_at(pace, &self.store, folder, importers, options, clock, randomness).await
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.router)
    }

    /// Opens the login page and sends login and password.
    pub(crate) async fn log_in(&self, browser: &mut Browser, login: &str, password: &str) -> Page {
        let page = browser.get(&authorize(&[])).await;
        assert_eq!(page.status, http::StatusCode::OK, "{}", page.body);
        browser.submit(&page, "/login", &[("username", login), ("password", password)]).await
    }

    /// The actions of the audit trail about logins, sorted by name: the clock stands still.
    pub(crate) async fn audited(&self) -> Vec<String> {
        let entries = audit::list(&self.store, &audit::Filter::default(), 1_000).await.unwrap();
        let mut actions: Vec<String> = entries
            .into_iter()
            .map(|entry| entry.action)
            .filter(|action| action.starts_with("login."))
            .collect();
        actions.sort();
        actions
    }
}

/// Exchanges the code that a login in the town has ended with.
pub(crate) async fn exchange(bench: &Bench, town: &Town, page: &Page) -> Answer {
    let code = page.parameter("code").unwrap();
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", REDIRECT_URI),
        ("code_verifier", VERIFIER),
    ];
    ask_for_tokens(bench, town, &form).await
}

pub(crate) async fn refresh(bench: &Bench, town: &Town, token: &str) -> Answer {
    let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
    ask_for_tokens(bench, town, &form).await
}

async fn ask_for_tokens(bench: &Bench, town: &Town, form: &[(&str, &str)]) -> Answer {
    let client = bench.client(town.router.clone());
    let request = client.post("/token").header("authorization", &basic(("demo-erp", "demo-erp-secret")));
    request.form(form).send().await
}

fn uuid(now: kernel::Instant) -> String {
    use kernel::Randomness;
    SystemRandomness.uuid(now).to_string()
}

/// The path of a valid request to log in, with parameters replaced, added or (when empty) removed.
pub(crate) fn authorize(changes: &[(&str, &str)]) -> String {
    format!("/authorize?{}", request(changes))
}

/// The parameters of a valid request to log in.
pub(crate) fn request(changes: &[(&str, &str)]) -> String {
    let mut parameters = vec![
        ("scope", "openid profile email phone"),
        ("client_id", "demo-erp"),
        ("response_type", "code"),
        ("redirect_uri", REDIRECT_URI),
        ("state", "state-1"),
        ("nonce", "nonce-1"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    parameters.retain(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    parameters.extend(changes.iter().filter(|(_, value)| !value.is_empty()));
    encoded(&parameters)
}
