//! The processes under test.

use std::fs::File;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use kernel::{Clock as _, SystemClock};
use sdk::Tokens;
use serde_json::{Value, json};
use store::StoreLocation;
use tempfile::TempDir;

use crate::login;
use crate::outcome::Outcome;
use crate::outside::pause;
use crate::server::{Demo, SERVER_CORE};

/// The time for which a job belongs to a worker, in milliseconds: short, so that a stopped worker is overtaken soon.
pub(super) const LEASE_MS: u64 = 500;
/// The longest wait for a process to listen.
const START_MAX: Duration = Duration::from_secs(30);
/// The wait between two looks whether it does.
const LOOK_PAUSE: Duration = Duration::from_millis(2);

/// The settings of a fleet that are not those of the proofs.
#[derive(Clone, Debug)]
pub(crate) struct FleetPlan {
    /// The time for which a job belongs to a worker, in milliseconds.
    pub(crate) lease_ms: u64,
    /// The lines that the processes log.
    pub(crate) log_filter: &'static str,
    /// Whoever answers which orders to the bank.
    pub(crate) orders: &'static str,
    pub(crate) accounts: &'static str,
}

impl Default for FleetPlan {
    fn default() -> Self {
        Self { lease_ms: LEASE_MS, log_filter: "warn", orders: "", accounts: "ledger" }
    }
}

impl FleetPlan {
    /// A core keeps the accounts, and executes what touches them.
    pub(crate) fn of_core() -> Self {
        let orders = "payroll.execute=bank,payment.send=none,unclaimed.settle=bank";
        Self { orders, accounts: "core", ..Self::default() }
    }
}

/// Processes of the product on one database.
pub(crate) struct Fleet {
    data: TempDir,
    database: String,
    /// The settings of the processes that start from now on.
    pub(crate) plan: FleetPlan,
    members: Vec<Member>,
    /// Microseconds by which the clock of the processes was moved.
    ahead_us: i64,
    /// A login of the first signer, valid for a day.
    pub(crate) tokens: Tokens,
}

struct Member {
    program: PathBuf,
    api: String,
    identity: String,
    administration: String,
    bank: String,
    child: Option<Child>,
}

impl Fleet {
    /// Fills a database with the demo's data, and starts `count` servers on it.
    pub(crate) fn start(program: &Path, count: usize, database: Option<&str>) -> Outcome<Self> {
        Self::start_as(program, count, database, FleetPlan::default())
    }

    /// Does the same with other settings.
    pub(crate) fn start_as(
        program: &Path,
        count: usize,
        database: Option<&str>,
        plan: FleetPlan,
    ) -> Outcome<Self> {
        // The demo imports its data and makes the signing keys; its folder stays when it ends.
        let settings = [format!("orders={}", plan.orders), format!("accounts={}", plan.accounts)];
        let data = Demo::start(program, database, SERVER_CORE, &settings)?.into_folder();
        let database = match database {
            Some(url) => url.to_owned(),
            None => format!("sqlite:{}", data.path().join("clientbank.db").display()),
        };
        let mut members = Vec::with_capacity(count);
        for _ in 0..count {
            let [api, identity, administration, bank] =
                [free_address()?, free_address()?, free_address()?, free_address()?];
            let program = program.to_owned();
            members.push(Member { program, api, identity, administration, bank, child: None });
        }
        let tokens = Tokens {
            access_token: String::new(),
            token_type: String::new(),
            refresh_token: String::new(),
            id_token: String::new(),
            expires_in: None,
        };
        let mut fleet = Self { data, database, plan, members, ahead_us: 0, tokens };
        for member in 0..count {
            fleet.launch(member)?;
        }
        fleet.tokens = login::tokens_at(&fleet.identity(), &fleet.address(0))?;
        Ok(fleet)
    }

    /// The address of the identity provider and of the online bank.
    pub(crate) fn identity(&self) -> String {
        format!("http://{}", self.members[0].identity)
    }

    /// The moment that the clock of the processes shows, or one shortly before.
    pub(crate) fn now(&self) -> kernel::Instant {
        kernel::Instant::from_microseconds(SystemClock.now().microseconds() + self.ahead_us)
    }

    /// Moves the clock of all processes, with everything that is due on the way. Tokens age by the machine's.
    pub(crate) fn move_clock(&mut self, seconds: i64) -> Outcome<()> {
        let goal = self.now().plus_seconds(seconds);
        self.tell_clock(&json!({ "to": goal.to_timestamp().to_string() }))?;
        for member in 1..self.len() {
            let follows = || -> Outcome<bool> {
                let told = ureq::get(&self.clock(member)).call()?.into_body().read_to_string()?;
                let told: Value = serde_json::from_str(&told)?;
                // Both are in UTC and as long up to the second.
                Ok(told["now"].as_str().ok_or("no moment")?.get(..19)
                    >= goal.to_timestamp().to_string().get(..19))
            };
            while !follows()? {
                pause(LOOK_PAUSE);
            }
        }
        self.ahead_us = goal.microseconds() - SystemClock.now().microseconds();
        Ok(())
    }

    /// Asks one process to move the clock, which the others follow.
    pub(crate) fn tell_clock(&self, wish: &Value) -> Outcome<()> {
        let request = ureq::post(&self.clock(0)).header("sandbox-administration", "1");
        request.header("content-type", "application/json").send(wish.to_string())?;
        Ok(())
    }

    fn clock(&self, member: usize) -> String {
        format!("{}/sandboxes/main/clock", self.administration(member))
    }

    pub(crate) fn process(&self, member: usize) -> Outcome<u32> {
        Ok(self.members[member].child.as_ref().ok_or("the process is not running")?.id())
    }

    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn address(&self, member: usize) -> String {
        format!("http://{}", self.members[member].api)
    }

    /// The address of a process's API for the bank's systems.
    pub(crate) fn bank_address(&self, member: usize) -> String {
        format!("http://{}", self.members[member].bank)
    }

    /// Logs in an administrator of the company.
    pub(crate) fn tokens_of_administrator(&self) -> Outcome<Tokens> {
        let settings = login::settings_at(&self.identity(), &self.address(0))?;
        Ok(testkit::person::tokens(&settings, testkit::person::PETROV))
    }

    /// The address of a process's metrics and health.
    pub(crate) fn administration(&self, member: usize) -> String {
        format!("http://{}", self.members[member].administration)
    }

    /// The folder of the demo: its keys are in `demo-keys`.
    pub(crate) fn data(&self) -> &Path {
        self.data.path()
    }

    /// The address of the database, as a setting has it.
    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    /// The database, to look at it from outside.
    pub(crate) fn location(&self) -> Outcome<StoreLocation> {
        Ok(self.database.parse()?)
    }

    pub(crate) fn kill_all(&mut self) -> Outcome<()> {
        (0..self.len()).try_for_each(|member| self.kill(member))
    }

    pub(crate) fn kill(&mut self, member: usize) -> Outcome<()> {
        if let Some(mut child) = self.members[member].child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// Asks a process to end, waits until it has, and starts `program` in its place, on the same addresses.
    pub(super) fn replace(&mut self, member: usize, program: &Path) -> Outcome<()> {
        self.signal(member, "-TERM")?;
        if let Some(mut child) = self.members[member].child.take() {
            let status = child.wait()?;
            if !status.success() {
                return Err(format!("process {member} was asked to end, and ended with {status}").into());
            }
        }
        program.clone_into(&mut self.members[member].program);
        self.launch(member)
    }

    /// Stops a process at any moment, or lets it go on.
    pub(crate) fn signal(&self, member: usize, signal: &str) -> Outcome<()> {
        let status = Command::new("kill").args([signal, &self.process(member)?.to_string()]).status()?;
        if status.success() { Ok(()) } else { Err("the signal was not sent".into()) }
    }

    /// Starts a process that was killed, and waits until it listens.
    pub(crate) fn launch(&mut self, member: usize) -> Outcome<()> {
        let first = &self.members[0];
        let addresses = (format!("http://{}", first.api), format!("http://{}", first.identity));
        let own = &self.members[member];
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.data().join(format!("server-{member}.log")))?;
        let mut command = Command::new(&own.program);
        // The data is that of a sandbox, which `serve` refuses; what answers is the same.
        command.args(["sandbox", "--json", "--data"]).arg(self.data());
        for (option, address) in [
            ("--api-port", &own.api),
            ("--identity-port", &own.identity),
            ("--administration-port", &own.administration),
        ] {
            let (_, port) = address.rsplit_once(':').ok_or("an address without a port")?;
            command.args([option, port]);
        }
        if self.database.starts_with("postgres") {
            command.args(["--database", &self.database]);
        }
        let child = command
            // All of them answer for the same addresses, as behind one load balancer.
            .env("CLIENTBANK_API_ADDRESS", addresses.0)
            .env("CLIENTBANK_IDENTITY_ADDRESS", addresses.1)
            .env("CLIENTBANK_BANK_LISTEN", &own.bank)
            .env("CLIENTBANK_BANK_ADDRESS", format!("http://{}", first.bank))
            .env("CLIENTBANK_ORDERS", self.plan.orders)
            .env("CLIENTBANK_ACCOUNTS", self.plan.accounts)
            .env("CLIENTBANK_TOKEN_LIFETIME_S", "86400")
            .env("CLIENTBANK_REQUEST_RATE_PER_S", "1000000")
            .env("CLIENTBANK_REQUEST_BURST", "1000000")
            .env("CLIENTBANK_PAYROLL_POLLING_PER_S", "1000000")
            .env("CLIENTBANK_PAYROLL_POLLING_BURST", "1000000")
            .env("CLIENTBANK_JOB_LEASE_MS", self.plan.lease_ms.to_string())
            .env("CLIENTBANK_JOB_POLL_MS", "50")
            .env("CLIENTBANK_PRUNE_INTERVAL_S", "10")
            .env("CLIENTBANK_SANDBOX_TOKEN_CLOCK", "machine")
            .env("CLIENTBANK_LOG_FILTER", self.plan.log_filter)
            .env("CLIENTBANK_LOG_FORMAT", "json")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()?;
        self.members[member].child = Some(child);
        self.wait_until_it_listens(member)
    }

    fn wait_until_it_listens(&mut self, member: usize) -> Outcome<()> {
        let since = Instant::now();
        while TcpStream::connect(&self.members[member].api).is_err() {
            let child = self.members[member].child.as_mut().ok_or("the process is not running")?;
            if let Some(status) = child.try_wait()? {
                let log = std::fs::read_to_string(self.data().join(format!("server-{member}.log")))?;
                let last = log.lines().last().unwrap_or_default();
                return Err(format!("a server ended with {status}: {last}").into());
            }
            if since.elapsed() > START_MAX {
                return Err("a server does not listen".into());
            }
            pause(LOOK_PAUSE);
        }
        Ok(())
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        let _ = self.kill_all();
    }
}

fn free_address() -> Outcome<String> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    Ok(listener.local_addr()?.to_string())
}
