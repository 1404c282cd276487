//! The ground of all worlds: one database as every run begins with it, and processes of the bank over copies.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use clientbank::application::{Application, Surroundings, Workers, build};
use clientbank::configuration::Configuration;
use clientbank::demo::DemoKeys;
use cms::Signer;
use edge::RateLimit;
use identity::token::online_bank::SessionLimits;
use jobs::Runner;
use kernel::{BankZone, Clock, Instant, MovableClock, Randomness, SeededRandomness};
use outgoing::address::Reach;
use simulation::Baton;
use store::{FileOwner, Store, StoreError, StoreLimits, StoreLocation, Tx, params};
use tempfile::{NamedTempFile, TempDir, TempPath};
use testkit::{Bench, Engine, TestCaller, TestClient, TestTokens};
use webhooks::Dispatcher;

use crate::bank_system::BankSystem;
use crate::imports;
use crate::people::COMPANIES;
use crate::receiver::Receiver;
use crate::systems::Keys;
use crate::wired::{self, addresses};

/// Processes over one database.
pub(crate) const PROCESSES: usize = 2;

/// The employees of the ground, whose accounts are at the bank itself.
const EMPLOYEES: usize = 10;
/// A folder in memory, where there is one.
const MEMORY: &str = "/dev/shm";
/// Nobody waits for a rate: the time of a world stands most of the time.
const NO_LIMIT: RateLimit = RateLimit { per_second: MILLION, burst: MILLION };
const MILLION: std::num::NonZeroU32 = std::num::NonZeroU32::new(1_000_000).unwrap();

/// Units of reading that wait for nobody, so that more steps go to those that decide: what they find is looked at again
/// by the unit of work after them, or never changes in these worlds.
const FREE: [&str; 9] = [
    "ANY_AFTER",
    "ANY_UNNUMBERED",
    "JOBS_DUE",
    "ORDER_KIND",
    "OUTBOX_FIRST",
    "OVERDUE",
    "STANDSTILL_SINCE",
    "SYSTEM_FIND",
    "TOKEN_CALLER",
];
/// Bytes of the two heads of SQLite's index of its log.
const INDEX_HEADS: [u8; 96] = [0; 96];

/// Seconds for which people stay logged in.
const SESSION_S: u32 = 1_000_000_000;

/// Administrators who subscribe their software to all events.
pub(crate) const SUBSCRIBERS: [(&str, &str, &str); 2] =
    [("U00002", "C00001", "demo-erp"), ("U00003", "C00003", "kolos-erp")];

store::queries! {
    /// Sessions of tests last for all runs, each in the company of its person.
    KEEP_SESSIONS = "update sessions set expires_at_us = $1, \
        cnum = case when user_id = 'U00003' then 'C00003' else cnum end";
    /// The key of the tests is no longer used to sign, and verifies for as long.
    KEEP_KEYS = "update signing_keys set retired_at_us = $1 where state = 'RETIRED'";
}

/// The first database, and what has to be the same in every run.
pub(crate) struct Ground {
    folder: TempDir,
    template: PathBuf,
    start: Instant,
    pub(crate) tokens: TestTokens,
    pub(crate) clock: Arc<MovableClock>,
    signers: BTreeMap<&'static str, Signer>,
    pub(crate) configuration: Configuration,
    pub(crate) system_keys: Keys,
    /// Takes webhooks.
    pub(crate) receiver: Receiver,
    /// Machines on which nobody plays.
    idle: Cell<Option<Machines>>,
}

impl Ground {
    /// Makes the ground.
    pub(crate) fn make() -> Self {
        let mut made = None;
        testkit::run(Engine::Sqlite, |bench| {
            let made = &mut made;
            async move { *made = Some(Self::of(bench).await) }
        });
        made.expect("a ground")
    }

    async fn of(bench: Bench) -> Self {
        let wired = wired::configuration();
        let configuration = Configuration {
            orders: asking(&wired.orders),
            request_rate: NO_LIMIT,
            payroll_polling: NO_LIMIT,
            request_log: Some(false),
            second_factor_required: false,
            online_bank: SessionLimits { session_s: SESSION_S, idle_s: SESSION_S },
            webhook_reach: Reach::Local,
            ..wired
        };
        let keys = wired::ground(&bench, &configuration, EMPLOYEES).await;
        let start = bench.clock.now();
        let last = start.plus_seconds(SESSION_S.into());
        let keep = move |tx: &mut Tx| {
            tx.execute(&KEEP_KEYS, params![last])?;
            tx.execute(&KEEP_SESSIONS, params![last])
        };
        bench.store.write::<_, StoreError>("test.keep", keep).await.expect("sessions last");
        let systems = [
            BankSystem::added(&bench, "hub", orders::Role::Payments).await,
            BankSystem::added(&bench, "core", orders::Role::Core).await,
            BankSystem::added(&bench, "control", orders::Role::CurrencyControl).await,
            BankSystem::added(&bench, "letters", orders::Role::Letters).await,
            BankSystem::added(&bench, "tariffs", orders::Role::Tariffs).await,
        ];
        let randomness = SeededRandomness::new(2);
        let system_keys = Keys { systems, clock: bench.clock.clone(), randomness };
        let receiver = Receiver::start();
        subscribe(&bench, &configuration, &receiver.address).await;
        let folder = match TempDir::with_prefix_in("clientbank-simulation-", MEMORY) {
            Ok(folder) => folder,
            Err(_) => TempDir::with_prefix("clientbank-simulation-").expect("a folder"),
        };
        let template = folder.path().join("template.db");
        let StoreLocation::Sqlite { path } = &bench.location else { panic!("SQLite was asked for") };
        store::copy_sqlite(path, &template, &Bench::limits(), FileOwner::OfFolder).expect("a copy");
        let names = COMPANIES.iter().flat_map(|company| company.signers).map(|(_, key)| *key);
        let signers = names.map(|name| (name, signer(&keys, name))).collect();
        let (tokens, clock, idle) = (bench.tokens, bench.clock, Cell::default());
        let ground = Self {
            folder,
            template,
            start,
            tokens,
            clock,
            signers,
            configuration,
            system_keys,
            receiver,
            idle,
        };
        fs::create_dir(ground.registry()).expect("a folder");
        imports::write(&ground.registry());
        ground
    }

    /// The key of this name.
    pub(crate) fn signer(&self, name: &str) -> &Signer {
        &self.signers[name]
    }

    pub(crate) const fn zone(&self) -> &BankZone {
        &self.configuration.bank.zone
    }

    /// The folder of the files that are imported.
    pub(crate) fn registry(&self) -> PathBuf {
        self.folder.path().join("registry")
    }

    /// Returns the day of the bank, or one so many days after it.
    pub(crate) fn day(&self, after: i64) -> String {
        self.zone().date_of(self.clock.now().plus_seconds(86_400 * after)).to_string()
    }

    /// Machines for a run, with the first database and the clock at its start.
    pub(crate) async fn machines(&self) -> Machines {
        self.clock.set(self.start);
        drop(self.receiver.arrived());
        if let Some(machines) = self.idle.take() {
            machines.begin_anew(&self.template).await;
            return machines;
        }
        let path = NamedTempFile::new_in(&self.folder).expect("a file").into_temp_path();
        fs::copy(&self.template, &path).expect("a copy of the database");
        Machines::open(path).await
    }

    /// Takes machines back after a run that has ended well: nobody is at work there.
    pub(crate) fn keep(&self, machines: Machines) {
        self.idle.set(Some(machines));
    }
}

/// The machines of a run: a database, and the connections of those who work with it. They outlive the run, because to
/// open connections and to prepare every statement anew takes longer than to play. They know nothing that the program
/// decides by.
pub(crate) struct Machines {
    pub(crate) path: TempPath,
    pub(crate) baton: Baton,
    /// The connections of each process.
    stores: Vec<Store>,
    /// Reads the database past the gate.
    pub(crate) watcher: Store,
}

impl Machines {
    async fn open(path: TempPath) -> Self {
        let location = StoreLocation::Sqlite { path: path.to_path_buf() };
        let limits = StoreLimits { sqlite_readers_max: 8, ..Bench::limits() };
        let (baton, mut stores) = (Baton::but_for(&FREE), Vec::new());
        for _ in 0..PROCESSES {
            let store = Store::open_behind(Arc::new(baton.clone()), &location, limits.clone()).await;
            stores.push(store.expect("a store"));
        }
        let watcher = Store::open(&location, limits).await.expect("a store");
        Self { path, baton, stores, watcher }
    }

    /// Puts the first database back. SQLite finds its log empty and the index of it without a head, as after a crash,
    /// and reads pages anew. Its locks on these files are those of one process, so nothing else looks at them.
    async fn begin_anew(&self, template: &Path) {
        for store in self.stores.iter().chain([&self.watcher]) {
            // Ends the snapshots that its readers have kept.
            store.write::<_, StoreError>("world.end", |_| Ok(())).await.expect("the database answers");
        }
        let beside = |ending: &str| format!("{}{ending}", self.path.display());
        let put_back = || {
            fs::copy(template, &self.path)?;
            File::create(beside("-wal"))?;
            File::options().write(true).open(beside("-shm"))?.write_all(&INDEX_HEADS)
        };
        put_back().expect("the database is put back");
        // Rows that an import has staged, if one was left in the middle.
        for ending in ["-import", "-import-wal", "-import-shm"] {
            let _ = fs::remove_file(beside(ending));
        }
    }
}

/// The key of the demo of this name.
fn signer(keys: &DemoKeys, name: &str) -> Signer {
    let text = |ending: &str| {
        let file = format!("{name}.{ending}");
        let found = keys.files.iter().find(|(known, _)| *known == file);
        found.map(|(_, text)| text.clone()).expect("a key of the demo")
    };
    Signer::from_pem(&text("key"), &text("crt")).expect("a signer")
}

/// The bank decides about certificates and tariffs, and answers letters.
fn asking(orders: &str) -> String {
    let asking =
        |orders: String, kind: &str| orders.replace(&format!("{kind}=embedded"), &format!("{kind}=bank"));
    ["currency_certificate.decide", "tariff_request.decide", "letter.answer"]
        .into_iter()
        .fold(orders.to_owned(), asking)
}

/// Makes a webhook of two companies for all events.
async fn subscribe(bench: &Bench, configuration: &Configuration, address: &str) {
    let built = build(configuration, &wired::surroundings(bench), &addresses()).await;
    let api = TestClient::new(built.expect("a process starts").api);
    for (user, company, client) in SUBSCRIBERS {
        let caller = TestCaller::new(user, company).with_client(client);
        let terms = serde_json::json!({ "url": address, "types": ["*"] });
        let made = api.post("/v1/webhooks").tokens(&bench.tokens.pair(&caller)).json(&terms).send().await;
        assert_eq!(made.status, 201, "{}", made.text());
    }
}

/// The clock of a machine that is ahead of the world's.
#[derive(Debug)]
pub(crate) struct AheadClock {
    pub(crate) world: Arc<MovableClock>,
    pub(crate) ahead_s: i64,
}

impl Clock for AheadClock {
    fn now(&self) -> Instant {
        self.world.now().plus_seconds(self.ahead_s)
    }
}

/// A process of the bank.
pub(crate) struct Process {
    pub(crate) api: TestClient,
    pub(crate) bank: TestClient,
    pub(crate) pages: TestClient,
    workers: RefCell<Workers>,
    runner: Runner,
    dispatcher: Dispatcher,
    pub(crate) surroundings: Surroundings,
    zone: BankZone,
}

impl Process {
    /// Starts the process at this place.
    pub(crate) async fn start(
        (machines, place): (&Machines, usize),
        configuration: &Configuration,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
    ) -> Rc<Self> {
        let store = machines.stores[place].clone();
        let surroundings = Surroundings { store, clock, common_clock: None, randomness, sandbox: None };
        let built = build(configuration, &surroundings, &addresses()).await;
        let Application { api, bank, identity, workers, .. } = built.expect("a process starts");
        let (runner, dispatcher) = workers.hands();
        Rc::new(Self {
            api: TestClient::new(api),
            bank: TestClient::new(bank),
            pages: TestClient::new(identity),
            workers: RefCell::new(workers),
            runner,
            dispatcher,
            surroundings,
            zone: configuration.bank.zone.clone(),
        })
    }

    /// Counts the units of work that it has kept.
    pub(crate) fn kept(&self) -> u64 {
        self.surroundings.store.statistics().units
    }

    /// Reads keys and revocations.
    #[expect(clippy::await_holding_refcell_ref, reason = "the gate is open: nobody else is at work")]
    pub(crate) async fn look_at_feed(&self) {
        self.workers.borrow_mut().look_at_feed().await.expect("the database answers");
    }

    /// Does the jobs that are due, one after the other.
    pub(crate) async fn do_jobs(&self) -> String {
        told(self.runner.drain_in_turn().await)
    }

    /// Numbers events.
    pub(crate) async fn dispatch(&self) -> String {
        told(self.dispatcher.dispatch().await)
    }

    /// Closes the days that have ended.
    pub(crate) async fn close_days(&self) -> String {
        let Surroundings { store, clock, .. } = &self.surroundings;
        told(accounts::close_due_day(store, clock.now(), &self.zone).await)
    }

    /// Tells people of overdue orders.
    pub(crate) async fn tell_overdue(&self) -> String {
        let Surroundings { store, clock, randomness, .. } = &self.surroundings;
        told(orders::tell_overdue(store, clock.now(), randomness).await.map(|()| 0))
    }
}

fn told<T: std::fmt::Display>(done: Result<T, StoreError>) -> String {
    done.map_or_else(|error| format!("failed: {error}"), |count| count.to_string())
}
