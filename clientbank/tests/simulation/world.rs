//! The world of one run: processes of the bank over one database, and those who deal with it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use clientbank::configuration::Configuration;
use kernel::{BankZone, Clock as _, SeededRandomness};
use simulation::{Actor, Baton, Chance, Plan, Reached};
use store::{Store, StoreError, StoreLocation};
use testkit::Bench;
use tokio::time::timeout;

use crate::archive;
use crate::deeds::Deed;
use crate::ground::{AheadClock, Ground, Process};
use crate::leases::Leases;
use crate::letters;
use crate::locks;
use crate::looks::{self, Seen};
use crate::model::Model;
use crate::receiver;
use crate::switches;

/// Processes over one database.
pub(crate) const PROCESSES: usize = 2;
/// Actors that are under way at once.
const ACTORS_MAX: usize = 6;
/// Steps between two whole checks.
const CHECK_STEPS: u32 = 60;
/// Seconds by which the clock is moved: a moment, beyond a lease, an hour, past midnight, and back.
const MOVES_S: [i64; 5] = [1, 31, 3_700, 54_400, -2];
/// Seconds by which the clocks of machines are ahead.
const AHEAD_S: [i64; 3] = [0, 1, 2];
/// The longest time of a machine that an actor takes from one unit of work to the next.
const HANG: Duration = Duration::from_secs(20);
/// Deeds of one process that move money at once: on SQLite they take turns outside of the gate.
const MONEY_TURNS: usize = 1;
/// Those deeds.
const MOVE_MONEY: [&str; 4] = ["jobs", "answer", "contradict", "return"];
/// Reads that wait for nobody, so that more steps go to those that decide: what they find is looked at again by the
/// unit of work after them, or never changes in these worlds.
const FREE: [&str; 9] = [
    "ANY_AFTER",
    "ANY_UNNUMBERED",
    "JOBS_DUE",
    "ORDER_KIND",
    "OUTBOX_FIRST",
    "OVERDUE",
    "STANDSTILL_SINCE",
    "SYSTEM_KEY",
    "TOKEN_CALLER",
];
/// Units of requests that go on while nothing is changed: a login of a system, and a session that is used.
const WHILE_READING: [&str; 2] = ["bank.log_in", "online_bank.use"];
/// Rounds in which everything that is left is done: a moment passes in the last, so that what a new day has brought is
/// delivered again where it was refused.
const ROUNDS: usize = 9;
/// The step after which a move of the clock may be one by ages.
const AGES_AFTER: u32 = 120;

/// The world of one run.
pub(crate) struct World<'g> {
    pub(crate) ground: &'g Ground,
    pub(crate) plan: Plan,
    pub(crate) model: Rc<RefCell<Model>>,
    pub(crate) processes: Vec<Rc<Process>>,
    pub(crate) randomness: Arc<SeededRandomness>,
    baton: Baton,
    configuration: Configuration,
    location: StoreLocation,
    /// Reads the database past the gate.
    pub(crate) watcher: Store,
    correspondent: i64,
    actors: Vec<Actor>,
    /// Actors that were locked when they began.
    refused: BTreeSet<u64>,
    /// Requests for a change that began while nothing was to be changed.
    stopped: BTreeSet<u64>,
    begun: u64,
    seen: Seen,
    leases: Leases,
    /// The commits of all processes at the last look.
    committed: u64,
    trace: String,
}

/// Tells whether the core executes whole statements in the world of a plan.
fn is_of_core(plan: &Plan) -> bool {
    plan.seed % 4 == 3
}

impl<'g> World<'g> {
    /// Makes the world of a plan in the database of this file.
    pub(crate) async fn of(ground: &'g Ground, plan: &Plan, path: PathBuf) -> Self {
        let mut seen = Seen::default();
        seen.archive.path = path.with_extension("archive");
        // A plan that is played again begins without one.
        let _ = std::fs::remove_dir_all(&seen.archive.path);
        let location = StoreLocation::Sqlite { path };
        let watcher = Store::open(&location, Bench::limits()).await.expect("a store");
        let mut configuration = ground.configuration.clone();
        if is_of_core(plan) {
            configuration.orders = configuration.orders.replace("execute=embedded", "execute=bank");
        }
        let correspondent = looks::balance(&watcher, "CORRESPONDENT.RUR").await.expect("a balance");
        let mut world = Self {
            ground,
            plan: plan.clone(),
            model: Rc::default(),
            processes: Vec::new(),
            randomness: Arc::new(SeededRandomness::new(!plan.seed)),
            baton: Baton::but_for(&FREE),
            configuration,
            location,
            watcher,
            correspondent,
            actors: Vec::new(),
            refused: BTreeSet::new(),
            stopped: BTreeSet::new(),
            begun: 0,
            seen,
            leases: Leases::default(),
            committed: 0,
            trace: String::new(),
        };
        for place in 0..PROCESSES {
            let process = world.process(place).await;
            world.processes.push(process);
        }
        world
    }

    /// Starts the process at this place, each on a machine of its own.
    async fn process(&self, place: usize) -> Rc<Process> {
        let ahead_s = AHEAD_S[(usize::try_from(self.plan.seed).unwrap_or_default() + place) % AHEAD_S.len()];
        let clock = Arc::new(AheadClock { world: self.ground.clock.clone(), ahead_s });
        let database = (&self.location, &self.configuration);
        Process::start(database, clock, self.randomness.clone(), &self.baton).await
    }

    /// Tells whether the clock is moved by ages, so that there is something to archive.
    fn has_ages(&self) -> bool {
        self.plan.seed.is_multiple_of(7)
    }

    /// Returns what an archiving needs to know: the folder, and where the bank is.
    pub(crate) fn archive(&self) -> (PathBuf, BankZone) {
        (self.seen.archive.path.clone(), self.configuration.bank.zone.clone())
    }

    /// Returns the day of the bank, or one so many days after it.
    pub(crate) fn day(&self, after: i64) -> String {
        let moment = self.ground.clock.now().plus_seconds(86_400 * after);
        self.configuration.bank.zone.date_of(moment).to_string()
    }

    /// Tells whether a process may begin one more deed that moves money.
    pub(crate) fn has_money_turn(&self, process: usize) -> bool {
        let moves = |actor: &&Actor| {
            actor.process == process && MOVE_MONEY.iter().any(|deed| actor.name.starts_with(deed))
        };
        self.actors.iter().filter(moves).count() < MONEY_TURNS
    }

    /// Ends the world and returns its trace.
    pub(crate) fn end(self) -> String {
        self.trace
    }

    pub(crate) fn say(&mut self, words: &str) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.trace, "{words}");
    }

    /// Plays one step; the rule that it broke.
    pub(crate) async fn step(&mut self, step: u32) -> Option<String> {
        let mut chance = Chance::new(self.plan.seed, step);
        match chance.weighted(&[61, 28, 6, 1, 2, 2]) {
            0 if !self.actors.is_empty() => self.go_on(step, &mut chance, None).await,
            2 => self.move_clock(step, &mut chance).await,
            3 => self.stop(step, chance.below(PROCESSES)).await,
            4 if !self.actors.is_empty() => {
                let outage = StoreError::Unavailable("the simulation lets it fail".to_owned());
                self.go_on(step, &mut chance, Some(outage)).await;
            }
            5 if !self.actors.is_empty() => {
                // A caller that goes away, or a task that is dropped.
                let actor = self.actors.remove(chance.below(self.actors.len()));
                self.say(&format!("{step} {}#{} is given up", actor.name, actor.id));
                self.drop_all(vec![actor]).await;
            }
            _ if self.actors.len() < ACTORS_MAX => self.begin(step, &mut chance).await,
            _ => self.go_on(step, &mut chance, None).await,
        }
        if let Some(broken) = self.broken().await {
            return Some(broken);
        }
        if step.is_multiple_of(CHECK_STEPS) { self.check(false).await } else { None }
    }

    /// Compares the database with what has to hold.
    #[expect(clippy::await_holding_refcell_ref, reason = "no actor is at work meanwhile")]
    async fn broken(&mut self) -> Option<String> {
        let committed = self.processes.iter().map(|process| process.kept()).sum();
        if std::mem::replace(&mut self.committed, committed) == committed
            && self.model.borrow().broken.is_empty()
        {
            return None;
        }
        let model = self.model.clone();
        self.seen.look(&self.watcher, &model.borrow()).await.expect("the database answers")
    }

    async fn check(&self, is_last: bool) -> Option<String> {
        looks::check(&self.watcher, is_last).await.expect("the database answers")
    }

    async fn go_on(&mut self, step: u32, chance: &mut Chance, outage: Option<StoreError>) {
        let place = chance.below(self.actors.len());
        self.let_go(step, place, outage).await;
    }

    async fn let_go(&mut self, step: u32, place: usize, outage: Option<StoreError>) {
        let fails = if outage.is_some() { " (outage)" } else { "" };
        let actor = &mut self.actors[place];
        let (id, process, now) = (actor.id, self.processes[actor.process].clone(), self.ground.clock.now());
        let is_stopped = actor.waits.is_some_and(|unit| {
            // A change that begins when every process knows that there are none.
            (self.stopped.contains(&id) && !WHILE_READING.contains(&unit))
                || switches::stops(&self.model.borrow(), &actor.name, unit)
        });
        // Looks whether the session may keep a form, and finds that it may not.
        let finds_nothing = actor.waits == Some("online_bank.keep_form");
        let before = self.leases.before(&self.watcher, actor, now).await.expect("the database answers");
        let kept = process.kept();
        let gone = timeout(HANG, self.baton.let_go(actor, outage)).await;
        let name = format!("{step} {}#{id}@{}{fails}", actor.name, actor.process);
        let reached = gone.unwrap_or_else(|_| panic!("{name} hangs"));
        if is_stopped && process.kept() > kept {
            self.model.borrow_mut().broken.push(format!("a switch that does not hold: {name}"));
        }
        let is_refusal = !matches!(&reached, Reached::End(words) if !locks::is_refusal(words));
        if self.refused.contains(&id) && ((process.kept() > kept && !finds_nothing) || !is_refusal) {
            self.model.borrow_mut().broken.push(format!("a lock that does not hold: {name}"));
        }
        if let Some(before) = before {
            let was_kept = process.kept() > kept;
            let broken = self.leases.after(&self.watcher, (id, now), (before, was_kept)).await;
            self.model.borrow_mut().broken.extend(broken.expect("the database answers"));
        }
        match reached {
            Reached::Gate(unit) => self.say(&format!("{name} waits before {unit}")),
            Reached::End(words) => {
                drop(self.actors.remove(place));
                self.say(&format!("{name} ends: {words}"));
            }
        }
    }

    async fn begin(&mut self, step: u32, chance: &mut Chance) {
        let process = chance.below(PROCESSES);
        let deed = Deed::chosen(self, process, chance);
        self.start(deed, process);
        self.let_go(step, self.actors.len() - 1, None).await;
    }

    fn start(&mut self, deed: Deed, process: usize) {
        self.begun += 1;
        if deed.person(self).is_some_and(|person| self.model.borrow().is_refused(person)) {
            self.refused.insert(self.begun);
        }
        if deed.is_change() && self.model.borrow().on.get("read_only") == Some(&true) {
            self.stopped.insert(self.begun);
        }
        let (name, work) = (deed.to_string(), deed.work(self, process));
        self.actors.push(Actor::new(self.begun, name, process, work));
    }

    async fn move_clock(&mut self, step: u32, chance: &mut Chance) {
        let seconds = MOVES_S[chance.weighted(&[8, 8, 3, 2, 1])];
        if self.has_ages() && step > AGES_AFTER && !self.model.borrow().is_late {
            self.run_out().await;
            self.model.borrow_mut().is_late = true;
            self.say(&format!("{step} ages pass"));
            return self.advance(archive::AGES_S).await;
        }
        self.say(&format!("{step} the clock moves by {seconds} s"));
        self.advance(seconds).await;
    }

    /// Moves the clock, with keys and revocations read anew in every process.
    async fn advance(&mut self, seconds: i64) {
        self.ground.clock.advance_seconds(seconds);
        for process in &self.processes {
            process.look_at_feed().await;
        }
        self.model.borrow_mut().looked();
    }

    /// Stops a process as a crash does: whatever it was at is gone, and another one begins over the same database.
    async fn stop(&mut self, step: u32, process: usize) {
        let (gone, left): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.actors).into_iter().partition(|actor| actor.process == process);
        self.actors = left;
        self.say(&format!("{step} process {process} stops with {} at work", gone.len()));
        self.drop_all(gone).await;
        self.processes[process] = self.process(process).await;
    }

    async fn drop_all(&self, gone: Vec<Actor>) {
        let ids: Vec<u64> = gone.iter().map(|actor| actor.id).collect();
        drop(gone);
        // Tasks that they have begun end when the runtime comes to them.
        while !ids.iter().all(|id| self.baton.has_left(*id)) {
            tokio::task::yield_now().await;
        }
    }

    /// Ends everything that is under way, does and answers what is left; the rule that is broken in the end.
    pub(crate) async fn finish(&mut self) -> Option<String> {
        self.run_out().await;
        for round in 0..ROUNDS {
            self.advance(if round % 2 == 0 { 31 } else { 90_000 }).await;
            for deed in Deed::left(self) {
                self.start(deed, round % PROCESSES);
                self.run_out().await;
            }
            if let Some(broken) = self.broken().await {
                return Some(broken);
            }
        }
        if let Some(broken) =
            self.check(true).await.or_else(|| looks::unfinished(&self.seen, &self.model.borrow()))
        {
            return Some(broken);
        }
        self.books().await.expect("the database answers")
    }

    async fn run_out(&mut self) {
        while !self.actors.is_empty() {
            self.let_go(u32::MAX, 0, None).await;
        }
    }

    /// Compares the books of the bank with those of its systems.
    #[expect(clippy::await_holding_refcell_ref, reason = "no actor is at work meanwhile")]
    async fn books(&mut self) -> Result<Option<String>, StoreError> {
        let now = self.ground.clock.now();
        if let Some(broken) = letters::look(&self.watcher, &self.model.borrow(), true).await? {
            return Ok(Some(broken));
        }
        let today = self.day(0);
        let unfinished = self.seen.requests.unfinished((&self.watcher, &self.model.borrow()), &today).await?;
        if unfinished.is_some() {
            return Ok(unfinished);
        }
        if let Some(broken) = looks::unnumbered(&self.watcher, now).await? {
            return Ok(Some(broken));
        }
        let subscribed = looks::subscribed(&self.watcher, 0).await?;
        if let Some(broken) = receiver::out_of_order(&self.ground.receiver.arrived(), &subscribed) {
            return Ok(Some(broken));
        }
        if let Some(broken) = self.seen.archive.prove() {
            return Ok(Some(broken));
        }
        let open = orders::open_sums(&self.watcher, now).await?;
        if !open.is_empty() {
            return Ok(Some(format!("open orders in the end: {open:?}")));
        }
        if is_of_core(&self.plan) {
            // Some of what the core executes stays between accounts of the bank.
            return looks::refused_parts(&self.watcher, &self.model.borrow()).await;
        }
        let paid = looks::balance(&self.watcher, "CORRESPONDENT.RUR").await? - self.correspondent;
        let of_hub = self.model.borrow().paid();
        self.say(&format!("the systems paid {of_hub}, the bank booked {paid}"));
        Ok((paid != of_hub)
            .then(|| format!("books that differ: the systems paid {of_hub}, and the bank booked {paid}")))
    }
}
