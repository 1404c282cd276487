//! The program wired over a test's own database, with the demo data, accepting the test kit's tokens.

use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use clientbank::application::{Addresses, Application, CommonClock, Surroundings, areas, build};
use clientbank::configuration::{Configuration, Sources, read};
use clientbank::demo::{DemoKeys, demo_files, demo_keys};
use identity::keys::signing_key::{KeyState, Nonces, SealedKey, SigningAlgorithm};
use identity::keys_command::{Mint, mint_first};
use identity::sealing::MasterKey;
use identity::store::signing_keys;
use import::ImportOptions;
use kernel::{Clock, Instant, Randomness, SystemClock};
use sandbox::{Pace, Sandbox};
use store::{StoreError, Tx, params};
use testkit::{Bench, TEST_AUDIENCE, TEST_ISSUER, TestCaller};

store::queries! {
    /// A key of the test kit among the keys that were once used: published, but no longer signing.
    PUBLISH_TEST_KEY = "insert into signing_keys (kid, algorithm, state, sealed_private_key, public_key, created_at_us,
            retired_at_us) values ($1, $2, 'RETIRED', $3, $4, $5, $5)";
    /// The session of each user that the test kit's tokens name.
    BEGIN_TEST_SESSIONS = "insert into sessions (session_id, client_id, user_id, cnum, scope, authenticated_at_us,
            created_at_us, expires_at_us, refresh_generation, refresh_hash)
        select 'session-' || user_id, 'online-bank', user_id, 'C00001', 'online-bank', $1, $1, $2, 0, $3 from users";
    /// A session of the test kit that was revoked: the row that the feed reads.
    REVOKE_TEST_SESSION = "insert into revocations (sequence, subject_kind, subject_id, revoked_at_us)
        values ($1, 'SESSION', $2, $3)";
}

/// The largest demo file, which most of these tests do not need.
const CUT_SHORT: &str = "employees_accounts.csv";
/// The employees of a sandbox in these tests: enough to have the one whose account is closed.
const EMPLOYEES: usize = 10;

/// The players of orders in tests of a bank's own database.
pub(crate) const ORDERS: &str = "orders=payment.send=bank,payroll.execute=embedded,unclaimed.settle=embedded,signing_certificate.decide=embedded,tariff_request.decide=embedded,letter.answer=embedded,currency_certificate.decide=embedded";

/// Seconds that a session of a test lives.
const SESSION_S: i64 = 8 * 60 * 60;

/// The settings of every wired test.
pub(crate) fn configuration() -> Configuration {
    static MASTER_KEY: LazyLock<String> = LazyLock::new(|| MasterKey::mint_base64(&kernel::SystemRandomness));
    let overrides = vec![
        format!("master_key={}", *MASTER_KEY),
        "password_memory_kib=8192".to_owned(),
        "password_passes=1".to_owned(),
        ORDERS.to_owned(),
    ];
    read(&Sources { file: None, overrides }, |_| None).expect("the settings are good")
}

/// The address of the bank API in tests.
pub(crate) const TEST_BANK: &str = "https://bank.test";

pub(crate) fn addresses() -> Addresses {
    Addresses { api: TEST_AUDIENCE.to_owned(), identity: TEST_ISSUER.to_owned(), bank: TEST_BANK.to_owned() }
}

pub(crate) fn surroundings(bench: &Bench) -> Surroundings {
    Surroundings {
        store: bench.store.clone(),
        clock: Arc::clone(&bench.clock) as Arc<dyn Clock>,
        randomness: Arc::clone(&bench.randomness) as Arc<dyn Randomness>,
        sandbox: None,
        common_clock: None,
    }
}

/// The program with the demo data.
pub(crate) async fn application(bench: &Bench) -> Application {
    application_with(bench, &configuration()).await
}

/// The same with the demo's authority, whose key is made in the folder `keys`.
pub(crate) async fn application_with_authority(bench: &Bench, keys: &Path) -> Application {
    let configuration = Configuration { demo_authority: Some(keys.to_owned()), ..configuration() };
    application_with(bench, &configuration).await
}

/// The program with all of the demo data, for tests in which employees are paid.
pub(crate) async fn demo_application(bench: &Bench) -> Application {
    bench.migrate(&areas::migrations()).await;
    let configuration = configuration();
    import_demo(bench, &configuration, usize::MAX).await;
    wired(bench, &configuration, surroundings(bench)).await
}

/// The program with the demo data and these settings.
pub(crate) async fn application_with(bench: &Bench, configuration: &Configuration) -> Application {
    drop(ground(bench, configuration, 0).await);
    let built = build(configuration, &surroundings(bench), &addresses()).await;
    built.expect("the program is wired")
}

/// The program as a sandbox with the demo data and some of the employees, and the keys to sign with.
pub(crate) async fn sandbox(bench: &Bench) -> (Application, DemoKeys) {
    sandbox_with(bench, &Configuration { orders: String::new(), ..configuration() }).await
}

/// The same with these settings.
pub(crate) async fn sandbox_with(bench: &Bench, configuration: &Configuration) -> (Application, DemoKeys) {
    bench.migrate(&areas::migrations()).await;
    let machine = Arc::clone(&bench.clock) as Arc<dyn Clock>;
    let opened = Sandbox::open(bench.store.clone(), machine, Pace::Running { ahead_us: 0 }).await;
    let opened = opened.expect("the sandbox opens");
    let keys = import_demo(bench, configuration, EMPLOYEES).await;
    let surroundings = Surroundings { clock: opened.clock(), sandbox: Some(opened), ..surroundings(bench) };
    (wired(bench, configuration, surroundings).await, keys)
}

/// The clock of a machine that is seconds ahead.
#[derive(Debug)]
struct AheadClock(i64);

impl Clock for AheadClock {
    fn now(&self) -> Instant {
        SystemClock.now().plus_seconds(self.0)
    }
}

/// The program on machines whose clocks are these seconds ahead, with the clocks that they compare with the database's.
pub(crate) async fn applications_ahead(
    bench: &Bench,
    ahead_s: &[i64],
) -> Vec<(Application, Arc<CommonClock>)> {
    let configuration = configuration();
    drop(application_with(bench, &configuration).await);
    let mut found = Vec::new();
    for ahead_s in ahead_s {
        let clock = CommonClock::compared(Arc::new(AheadClock(*ahead_s)), &bench.store).await;
        let clock = clock.expect("the database answers");
        let surroundings = Surroundings { common_clock: Some(Arc::clone(&clock)), ..surroundings(bench) };
        let application = build(&configuration, &surroundings, &addresses()).await;
        found.push((application.expect("the program is wired"), clock));
    }
    found
}

/// The database of a bank with the demo data and these employees, without a program over it, and the keys to sign with.
pub(crate) async fn ground(bench: &Bench, configuration: &Configuration, employees: usize) -> DemoKeys {
    bench.migrate(&areas::migrations()).await;
    let keys = import_demo(bench, configuration, employees).await;
    begin(bench, configuration, &surroundings(bench)).await;
    keys
}

async fn wired(bench: &Bench, configuration: &Configuration, surroundings: Surroundings) -> Application {
    begin(bench, configuration, &surroundings).await;
    build(configuration, &surroundings, &addresses()).await.expect("the program is wired")
}

/// The program's own keys, those of the test kit, and a session of each user.
async fn begin(bench: &Bench, configuration: &Configuration, surroundings: &Surroundings) {
    let mint = Mint {
        master_key: configuration.needed_master_key().expect("a master key"),
        randomness: Arc::clone(&surroundings.randomness),
        clock: Arc::clone(&surroundings.clock),
    };
    insert_ready_keys(bench, &mint).await;
    mint_first(&bench.store, &mint).await.expect("the program's own keys");
    publish_test_keys(bench).await;
    begin_test_sessions(bench).await;
}

/// Gives the database ready-made keys, when its master key is the one that has sealed them: RSA keys take longer than
/// most tests, so that all tests of a process have the same.
async fn insert_ready_keys(bench: &Bench, mint: &Mint) {
    static KEYS: OnceLock<Vec<SealedKey>> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        let states = [KeyState::Active, KeyState::Next];
        let wanted =
            SigningAlgorithm::ALL.into_iter().flat_map(|algorithm| states.map(|state| (algorithm, state)));
        let now = bench.clock.now();
        let key = |(algorithm, state)| {
            SealedKey::mint(algorithm, state, &mint.master_key, &kernel::SystemRandomness, now)
                .expect("a key")
        };
        wanted.map(key).collect()
    });
    if keys.iter().any(|key| key.open(&mint.master_key, Nonces::Drawn).is_err()) {
        return;
    }
    let insert = move |tx: &mut Tx| -> Result<(), StoreError> {
        for key in keys {
            signing_keys::insert(tx, key)?;
        }
        Ok(())
    };
    bench.store.write("insert ready keys", insert).await.expect("the keys are there");
}

async fn import_demo(bench: &Bench, configuration: &Configuration, employees: usize) -> DemoKeys {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in demo_files(&configuration.bank.bic) {
        let text = match (name, employees) {
            (CUT_SHORT, 0) => continue,
            (CUT_SHORT, rows) => text.lines().take(rows.saturating_add(1)).collect::<Vec<_>>().join("\n"),
            _ => text,
        };
        std::fs::write(folder.path().join(name), text).expect("the file is written");
    }
    let keys = demo_keys(bench.randomness.as_ref(), bench.clock.now()).expect("the signing keys are made");
    let unasked = tempfile::tempdir().expect("a temporary folder");
    let secret = configuration.demo_authority.as_deref().unwrap_or(unasked.path());
    keys.write(secret, folder.path()).expect("the signing keys are written");
    let master_key = configuration.needed_master_key().expect("a master key");
    let importers = areas::importers(configuration.passwords, master_key);
    let options = ImportOptions { dry_run: false, operator: "test".to_owned(), approved: None };
    let randomness = Arc::clone(&bench.randomness) as Arc<dyn Randomness>;
    let report =
        import::run(&bench.store, folder.path(), importers, options, bench.clock.as_ref(), randomness).await;
    report.expect("the demo data is right");
    keys
}

async fn begin_test_sessions(bench: &Bench) {
    let now = bench.clock.now();
    let begin = move |tx: &mut Tx| -> Result<u64, StoreError> {
        tx.execute(&BEGIN_TEST_SESSIONS, params![now, now.plus_seconds(SESSION_S), [0_u8; 32]])
    };
    bench.store.write("begin test sessions", begin).await.expect("the sessions begin");
}

async fn publish_test_keys(bench: &Bench) {
    let keys = bench.tokens.public_keys();
    let now = bench.clock.now();
    let work = move |tx: &mut Tx| -> Result<(), StoreError> {
        for key in &keys {
            let (kid, algorithm) = (key.kid.as_str(), key.algorithm.as_str());
            let values = params![kid, algorithm, vec![0_u8; 1], key.der.clone(), now];
            tx.execute_one(&PUBLISH_TEST_KEY, values)?;
        }
        Ok(())
    };
    bench.store.write("publish test keys", work).await.expect("the keys are published");
}

/// Revokes the session of the caller, as the feed reads it.
pub(crate) async fn revoke(bench: &Bench, caller: &TestCaller) {
    let (session, now) = (caller.session.clone(), bench.clock.now());
    let work = move |tx: &mut Tx| -> Result<(), StoreError> {
        tx.execute_one(&REVOKE_TEST_SESSION, params![1_000_000_i64, session.as_str(), now])
    };
    bench.store.write("revoke", work).await.expect("the session is revoked");
}
