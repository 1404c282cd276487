//! The world of one run: processes of the bank over one database, and those who deal with it.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use clientbank::configuration::Configuration;
use kernel::{Clock as _, SeededRandomness};
use simulation::{Actor, Chance, Plan, Reached};
use store::StoreError;
use tokio::time::timeout;

use crate::archive;
use crate::deeds::{self, Deed};
use crate::ground::{AheadClock, Ground, Machines, PROCESSES, Process, SUBSCRIBERS};
use crate::imports;
use crate::leases::Leases;
use crate::letters;
use crate::locks;
use crate::looks::{self, Kept, Seen, rule};
use crate::model::Model;
use crate::receiver;
use crate::scene::Scene;
use crate::switches;

/// Actors that are under way at once.
const ACTORS_MAX: usize = 6;
/// Steps between two whole checks.
const CHECK_STEPS: u32 = 60;
/// Seconds by which the clock is moved: a moment, beyond a lease, an hour, past midnight, and back.
const MOVES_S: [i64; 5] = [1, 31, 3_700, 54_400, -2];
/// Seconds by which the clocks of machines are ahead.
const AHEAD_S: [i64; 3] = [0, 1, 2];
/// Looks at an actor on its way from one unit of work to the next, of a time of the machine each, before it hangs: a
/// machine that stands still for a while does so between two of them.
const HANG_LOOKS: usize = 40;
const HANG_LOOK: Duration = Duration::from_millis(500);
/// Deeds of one process that move money at once: on SQLite they take turns outside of the gate.
const MONEY_TURNS: usize = 1;
/// Units of requests that go on while nothing is changed: a login of a system, and a session that is used.
const WHILE_READING: [&str; 2] = ["bank.log_in", "online_bank.use"];
/// Rounds in which everything that is left is done: a moment passes in the last, so that what a new day has brought is
/// delivered again where it was refused.
const ROUNDS: usize = 9;
/// The step after which a move of the clock may be one by ages.
const AGES_AFTER: u32 = 120;

/// The world of one run.
pub(crate) struct World {
    pub(crate) ground: Rc<Ground>,
    pub(crate) plan: Plan,
    pub(crate) model: Rc<RefCell<Model>>,
    machines: Machines,
    processes: Vec<Rc<Process>>,
    randomness: Arc<SeededRandomness>,
    configuration: Configuration,
    correspondent: i64,
    under_way: Vec<UnderWay>,
    begun: u64,
    seen: Seen,
    leases: Leases,
    /// The commits of all processes at the last look.
    committed: u64,
    trace: String,
}

/// A deed that was begun and has not ended.
struct UnderWay {
    actor: Actor,
    /// Those for whom it is done and who were locked, and every process knew it when it began.
    locked: Vec<&'static str>,
    /// The switches that stop what it changes, and every process knew them when it began.
    switches: Vec<&'static str>,
    moves_money: bool,
}

impl UnderWay {
    /// Forgets locks and switches that hold no more: some ask twice, and the second time nothing stops them.
    fn forget(&mut self, model: &Model) {
        self.locked.retain(|one| model.locked.contains_key(one));
        self.switches.retain(|name| model.on.contains_key(name));
    }
}

/// Waits for an actor, as long as it does not hang.
async fn gone(going: impl Future<Output = Reached>) -> Option<Reached> {
    let mut going = pin!(going);
    for _ in 0..HANG_LOOKS {
        if let Ok(reached) = timeout(HANG_LOOK, &mut going).await {
            return Some(reached);
        }
    }
    None
}

/// Tells whether the core executes whole statements in the world of a plan.
fn is_of_core(plan: &Plan) -> bool {
    plan.seed % 4 == 3
}

impl World {
    /// Makes the world of a plan.
    pub(crate) async fn of(ground: &Rc<Ground>, plan: &Plan) -> Self {
        let machines = ground.machines().await;
        let mut seen = Seen::default();
        seen.archive.path = machines.path.with_extension("archive");
        // Another world may have left one.
        let _ = std::fs::remove_dir_all(&seen.archive.path);
        let mut configuration = ground.configuration.clone();
        if is_of_core(plan) {
            configuration.orders = configuration.orders.replace("execute=embedded", "execute=bank");
        }
        let correspondent = looks::balance(&machines.watcher, "CORRESPONDENT.RUR").await.expect("a balance");
        let mut world = Self {
            ground: Rc::clone(ground),
            plan: plan.clone(),
            model: Rc::default(),
            machines,
            processes: Vec::new(),
            randomness: Arc::new(SeededRandomness::new(!plan.seed)),
            configuration,
            correspondent,
            under_way: Vec::new(),
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
        let machine = (&self.machines, place);
        Process::start(machine, &self.configuration, clock, self.randomness.clone()).await
    }

    /// Tells whether the clock is moved by ages, so that there is something to archive.
    fn has_ages(&self) -> bool {
        self.plan.seed.is_multiple_of(7)
    }

    /// Tells whether a process may begin one more deed that moves money.
    pub(crate) fn has_money_turn(&self, process: usize) -> bool {
        let moves = |one: &&UnderWay| one.moves_money && one.actor.process == process;
        self.under_way.iter().filter(moves).count() < MONEY_TURNS
    }

    /// Ends the world and returns its trace.
    pub(crate) fn end(self, is_broken: bool) -> String {
        drop((self.under_way, self.processes));
        // After a failure something may be at work there yet.
        if !is_broken {
            self.ground.keep(self.machines);
        }
        self.trace
    }

    pub(crate) fn say(&mut self, words: &str) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.trace, "{words}");
    }

    /// Plays one step.
    pub(crate) async fn step(&mut self, step: u32) -> Kept {
        let mut chance = Chance::new(self.plan.seed, step);
        match chance.weighted(&[61, 28, 6, 1, 2, 2]) {
            0 if !self.under_way.is_empty() => self.go_on(step, &mut chance, None).await?,
            2 => self.move_clock(step, &mut chance).await?,
            3 => self.stop(step, chance.below(PROCESSES)).await,
            4 if !self.under_way.is_empty() => {
                let outage = StoreError::Unavailable("the simulation lets it fail".to_owned());
                self.go_on(step, &mut chance, Some(outage)).await?;
            }
            5 if !self.under_way.is_empty() => {
                // A caller that goes away, or a task that is dropped.
                let gone = self.under_way.remove(chance.below(self.under_way.len()));
                self.say(&format!("{step} {}#{} is given up", gone.actor.name, gone.actor.id));
                self.drop_all(vec![gone]).await;
            }
            _ if self.under_way.len() < ACTORS_MAX => self.begin(step, &mut chance).await?,
            _ => self.go_on(step, &mut chance, None).await?,
        }
        self.look().await?;
        if step.is_multiple_of(CHECK_STEPS) {
            looks::check(&self.machines.watcher, false).await
        } else {
            Ok(())
        }
    }

    /// Compares the database with what has to hold, if anything was kept.
    #[expect(clippy::await_holding_refcell_ref, reason = "no actor is at work meanwhile")]
    async fn look(&mut self) -> Kept {
        let committed = self.processes.iter().map(|process| process.kept()).sum();
        let before = std::mem::replace(&mut self.committed, committed);
        if before == committed && self.model.borrow().broken.is_empty() {
            return Ok(());
        }
        self.seen.look(&self.machines.watcher, &self.model.borrow()).await
    }

    async fn go_on(&mut self, step: u32, chance: &mut Chance, outage: Option<StoreError>) -> Kept {
        let place = chance.below(self.under_way.len());
        self.let_go(step, place, outage).await
    }

    async fn let_go(&mut self, step: u32, place: usize, outage: Option<StoreError>) -> Kept {
        let fails = if outage.is_some() { " (outage)" } else { "" };
        self.under_way[place].forget(&self.model.borrow());
        let UnderWay { actor, locked, switches, .. } = &mut self.under_way[place];
        let (id, process, now) = (actor.id, self.processes[actor.process].clone(), self.ground.clock.now());
        let (waits, is_refused) = (actor.waits, !locked.is_empty());
        let is_stopped = waits.is_some_and(|unit| {
            (!switches.is_empty() && !WHILE_READING.contains(&unit))
                || switches::stops(&self.model.borrow(), &actor.name, unit)
        });
        let before = self.leases.before(&self.machines.watcher, actor, now).await?;
        let kept = process.kept();
        let gone = gone(self.machines.baton.let_go(actor, outage)).await;
        let name = format!("{step} {}#{id}@{}{fails}", actor.name, actor.process);
        let reached = gone.unwrap_or_else(|| panic!("{name} hangs"));
        let was_kept = process.kept() > kept;
        // A session that has ended leaves what was typed for the next login, which changes nothing else.
        let changes = was_kept && waits != Some("online_bank.keep_form");
        rule(!is_stopped || !changes, || format!("a switch that does not hold: {name}"))?;
        let is_refusal = !matches!(&reached, Reached::End(words) if !locks::is_refusal(words));
        rule(!is_refused || (!changes && is_refusal), || format!("a lock that does not hold: {name}"))?;
        if let Some(before) = before {
            self.leases.after(&self.machines.watcher, (id, now), (before, was_kept)).await?;
        }
        match reached {
            Reached::Gate(unit) => self.say(&format!("{name} waits before {unit}")),
            Reached::End(words) => {
                drop(self.under_way.remove(place));
                self.say(&format!("{name} ends: {words}"));
            }
        }
        Ok(())
    }

    async fn begin(&mut self, step: u32, chance: &mut Chance) -> Kept {
        let process = chance.below(PROCESSES);
        let deed = deeds::chosen(self, process, chance);
        self.start(deed, process);
        self.let_go(step, self.under_way.len() - 1, None).await
    }

    fn start(&mut self, deed: Deed, process: usize) {
        self.begun += 1;
        let Deed { name, behalf, is_change, moves_money, work } = deed;
        let model = self.model.borrow();
        let locked = behalf.iter().copied().filter(|one| model.locked.get(one) == Some(&true)).collect();
        let mut switches = [&["read_only"], &*behalf].concat();
        switches.retain(|one| is_change && model.on.get(one) == Some(&true));
        let scene = Scene {
            process: Rc::clone(&self.processes[process]),
            ground: Rc::clone(&self.ground),
            model: Rc::clone(&self.model),
            watcher: self.machines.watcher.clone(),
            archive: self.seen.archive.path.clone(),
        };
        let actor = Actor::new(self.begun, name, process, work(scene));
        self.under_way.push(UnderWay { actor, locked, switches, moves_money });
    }

    async fn move_clock(&mut self, step: u32, chance: &mut Chance) -> Kept {
        let seconds = MOVES_S[chance.weighted(&[8, 8, 3, 2, 1])];
        if self.has_ages() && step > AGES_AFTER && !self.model.borrow().is_late {
            self.run_out().await?;
            self.model.borrow_mut().is_late = true;
            self.say(&format!("{step} ages pass"));
            self.advance(archive::AGES_S).await;
            return Ok(());
        }
        self.say(&format!("{step} the clock moves by {seconds} s"));
        self.advance(seconds).await;
        Ok(())
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
            std::mem::take(&mut self.under_way).into_iter().partition(|one| one.actor.process == process);
        self.under_way = left;
        self.say(&format!("{step} process {process} stops with {} at work", gone.len()));
        self.drop_all(gone).await;
        self.processes[process] = self.process(process).await;
    }

    async fn drop_all(&self, gone: Vec<UnderWay>) {
        let ids: Vec<u64> = gone.iter().map(|one| one.actor.id).collect();
        drop(gone);
        // Tasks that they have begun end when the runtime comes to them.
        while !ids.iter().all(|id| self.machines.baton.has_left(*id)) {
            tokio::task::yield_now().await;
        }
    }

    /// Ends everything that is under way, does and answers what is left, and in the end everything once more.
    #[expect(clippy::await_holding_refcell_ref, reason = "no actor is at work meanwhile")]
    pub(crate) async fn finish(&mut self) -> Kept {
        self.run_out().await?;
        for round in 0..ROUNDS {
            self.advance(if round % 2 == 0 { 31 } else { 90_000 }).await;
            for deed in deeds::left(self, round + 1 == ROUNDS) {
                self.start(deed, round % PROCESSES);
                self.run_out().await?;
            }
            self.look().await?;
        }
        let (watcher, now) = (&self.machines.watcher, self.ground.clock.now());
        looks::check(watcher, true).await?;
        let model = self.model.borrow();
        looks::finished(&self.seen, &model)?;
        letters::look(watcher, &model, true).await?;
        imports::finished(watcher, model.is_imported).await?;
        self.seen.requests.finished((watcher, &model), &self.ground.day(0)).await?;
        looks::numbered(watcher, now).await?;
        let arrived = self.ground.receiver.arrived();
        for (_, cnum, client) in SUBSCRIBERS {
            let was_disabled = model.disabled.contains(client);
            receiver::in_order(&arrived, &looks::subscribed(watcher, cnum).await?, was_disabled)?;
        }
        self.seen.archive.prove()?;
        let open = orders::open_sums(watcher, now).await?;
        rule(open.is_empty(), || format!("open orders in the end: {open:?}"))?;
        if is_of_core(&self.plan) {
            // Some of what the core executes stays between accounts of the bank.
            return looks::refused_parts(watcher, &model).await;
        }
        let booked = looks::balance(watcher, "CORRESPONDENT.RUR").await? - self.correspondent;
        let paid = model.paid();
        drop(model);
        self.say(&format!("the systems paid {paid}, the bank booked {booked}"));
        rule(booked == paid, || format!("books that differ: the systems paid {paid}, and here {booked}"))
    }

    async fn run_out(&mut self) -> Kept {
        while !self.under_way.is_empty() {
            self.let_go(u32::MAX, 0, None).await?;
        }
        Ok(())
    }
}
