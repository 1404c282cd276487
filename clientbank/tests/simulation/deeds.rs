//! Everything that may be begun. Numbers are places in the memory of those who do it.

use std::future::Future;
use std::pin::Pin;

use kernel::Clock as _;
use simulation::Chance;

use crate::archive::{self, KILL_MAX};
use crate::cards::{self, Held};
use crate::certificates::{self, CONTROL, Message};
use crate::imports;
use crate::letters::{self, LETTERS, Written};
use crate::locks::{self, STOPPED};
use crate::model::{Model, Ordered, SYSTEMS, Sent};
use crate::pages;
use crate::people::{self, COMPANIES, SENDER, Shape};
use crate::scene::Scene;
use crate::switches::{self, SWITCHES};
use crate::systems::{self, CORE, HUB};
use crate::tariffs::{self, Asked, PLANS, TARIFFS};
use crate::world::World;

const STATEMENTS_MAX: usize = 6;
/// Messages with certificates of one world.
const MESSAGES_MAX: usize = 3;
/// Payments by card of one world.
const CARDS_MAX: usize = 6;
/// Letters of one world.
const LETTERS_MAX: usize = 3;

/// Something that is begun.
pub(crate) struct Deed {
    /// Its name in the trace.
    pub(crate) name: String,
    /// The person on whose behalf it is done, with the company and its software; nobody inside of the bank.
    pub(crate) behalf: Vec<&'static str>,
    /// It is a request that changes something, of whomever.
    pub(crate) is_change: bool,
    pub(crate) moves_money: bool,
    pub(crate) work: Box<dyn FnOnce(Scene) -> Work>,
}

type Work = Pin<Box<dyn Future<Output = String>>>;

/// A deed of somebody inside of the bank.
fn deed<W>(name: impl Into<String>, work: impl FnOnce(Scene) -> W + 'static) -> Deed
where
    W: Future<Output = String> + 'static,
{
    let work = Box::new(|scene| Box::pin(work(scene)) as Work);
    Deed { name: name.into(), behalf: Vec::new(), is_change: false, moves_money: false, work }
}

impl Deed {
    fn by(self, company: usize, person: &'static str) -> Self {
        Self { behalf: vec![person, COMPANIES[company].cnum], ..self }
    }

    /// The software of a company does it.
    fn by_software(self, company: usize) -> Self {
        let company = &COMPANIES[company];
        Self { behalf: vec![company.user, company.client, company.cnum], ..self }
    }

    fn of_sender(self) -> Self {
        self.by_software(SENDER)
    }

    fn changing(self) -> Self {
        Self { is_change: true, ..self }
    }

    fn moving_money(self) -> Self {
        Self { moves_money: true, ..self }
    }
}

/// A company sends a statement, or sends it again.
fn send(model: &Model, place: usize) -> Deed {
    let company = model.sent[place].company;
    let deed = deed(format!("send {place}"), move |scene| people::send(scene, place));
    deed.by_software(company).changing()
}

/// A company asks for the status of a statement.
fn look(model: &Model, place: usize) -> Deed {
    let company = model.sent[place].company;
    let deed = deed(format!("look {place}"), move |scene| people::look(scene, place));
    deed.by_software(company)
}

/// A person signs a statement in the online bank, or nobody and it is deleted.
fn at_page(model: &Model, place: usize, signer: Option<usize>) -> Deed {
    let company = model.sent[place].company;
    let (person, _) = COMPANIES[company].signer(signer.unwrap_or_default());
    let name = signer.map_or(format!("delete {place}"), |signer| format!("sign {place} by {signer}"));
    deed(name, move |scene| pages::act(scene, place, signer)).by(company, person).changing()
}

/// Workers do the jobs that are due.
fn jobs() -> Deed {
    deed("jobs", |scene| async move { scene.process.do_jobs().await }).moving_money()
}

/// Events are numbered.
fn dispatch() -> Deed {
    deed("dispatch", |scene| async move { scene.process.dispatch().await })
}

/// Days that have ended are closed.
fn close() -> Deed {
    deed("close", |scene| async move { scene.process.close_days().await })
}

/// People are told of orders past their deadline.
fn overdue() -> Deed {
    deed("overdue", |scene| async move { scene.process.tell_overdue().await })
}

/// The core asks for the books of a day.
fn books(day: String) -> Deed {
    deed(format!("books of {day}"), |scene| systems::ask_books(scene, day))
}

/// A system takes orders.
fn take(system: usize, limit: usize, anew: bool) -> Deed {
    deed(format!("take {system}"), move |scene| systems::take(scene, system, limit, anew))
}

fn answer(model: &Model, place: usize, drawn: u64, lies: bool) -> Deed {
    let (verb, system) = (if lies { "contradict" } else { "answer" }, model.orders[place].system);
    let deed =
        deed(format!("{verb} {place} of {system}"), move |scene| systems::answer(scene, place, drawn, lies));
    if [HUB, CORE].contains(&system) { deed.changing().moving_money() } else { deed.changing() }
}

/// A payment comes back.
fn give_back(place: usize) -> Deed {
    deed(format!("return {place}"), move |scene| systems::give_back(scene, place)).changing().moving_money()
}

/// A company sends a message with certificates, or sends it again.
fn certify(place: usize) -> Deed {
    deed(format!("certify {place}"), move |scene| certificates::send(scene, place)).of_sender().changing()
}

/// It asks what became of it.
fn look_at_message(place: usize) -> Deed {
    deed(format!("look at message {place}"), move |scene| certificates::look(scene, place)).of_sender()
}

/// A person writes a letter, or sends its form again.
fn write(place: usize) -> Deed {
    deed(format!("write {place}"), move |scene| letters::write(scene, place))
        .by(SENDER, COMPANIES[SENDER].user)
        .changing()
}

/// A company asks for another tariff plan, or asks again.
fn ask(place: usize) -> Deed {
    deed(format!("ask for plan {place}"), move |scene| tariffs::ask(scene, place)).of_sender().changing()
}

/// It asks what became of it.
fn look_at_request(place: usize) -> Deed {
    deed(format!("look at request {place}"), move |scene| tariffs::look(scene, place)).of_sender()
}

/// A person signs the open request, or nobody and it is withdrawn.
fn act_on_request(signer: Option<usize>) -> Deed {
    let (person, _) = COMPANIES[SENDER].signer(signer.unwrap_or_default());
    let name = signer.map_or("withdraw a request".to_owned(), |signer| format!("sign a request by {signer}"));
    deed(name, move |scene| tariffs::act(scene, signer)).by(SENDER, person).changing()
}

/// The system of cards places a hold, perhaps again, or releases it.
fn hold(place: usize, releases: bool) -> Deed {
    let verb = if releases { "release" } else { "hold" };
    deed(format!("{verb} {place}"), move |scene| cards::hold(scene, place, releases))
}

/// An operator locks somebody or disables software, or lets it in again.
fn lock(person: &'static str, is_locked: bool) -> Deed {
    let verb = if is_locked { "lock" } else { "unlock" };
    deed(format!("{verb} {person}"), move |scene| locks::lock(scene, person, is_locked))
}

/// An operator sets a switch.
fn switch(name: &'static str, is_on: bool) -> Deed {
    deed(format!("switch {name} {is_on}"), move |scene| switches::set(scene, name, is_on))
}

/// The archive takes what is over its time, until the step at which it is killed.
fn archive(kill: usize) -> Deed {
    deed(format!("archive until {kill}"), move |scene| archive::run(scene, kill))
}

/// The bank imports its registry, or what is left of it.
fn import() -> Deed {
    deed("import", imports::run)
}

/// Chooses what is begun next.
pub(crate) fn chosen(world: &World, process: usize, chance: &mut Chance) -> Deed {
    let wished = wished(world, &mut world.model.borrow_mut(), chance);
    if wished.moves_money && !world.has_money_turn(process) { dispatch() } else { wished }
}

fn wished(world: &World, model: &mut Model, chance: &mut Chance) -> Deed {
    let (sent, is_late) = (model.sent.len(), model.is_late);
    let archives = if is_late { 12 } else { 0 };
    match chance.weighted(&[16, 4, 34, 7, 5, 1, 14, 18, 6, 8, 2, 2, 9, 6, 12, 4, 3, archives, 5, 4]) {
        0 if sent < STATEMENTS_MAX => {
            model.sent.push(new_statement(world, sent, chance));
            send(model, sent)
        }
        0 if !is_late => send(model, chance.below(sent)),
        1 if sent > 0 => look(model, chance.below(sent)),
        3 => dispatch(),
        4 => close(),
        5 => overdue(),
        6 => some_orders(chance.below(SYSTEMS), chance),
        7 => some_answer(model, &[HUB, CORE], chance).unwrap_or_else(jobs),
        8 if !is_late => {
            let is_paid = |one: &Ordered| one.system == HUB && one.is_told && one.is_done();
            chance.one_of(&places(&model.orders, is_paid)).map_or_else(jobs, |place| give_back(*place))
        }
        9 => {
            let (unsigned, person) = (places(&model.sent, |sent| !sent.is_signed), chance.below(2));
            let place = chance.one_of(&unsigned);
            place.map_or_else(jobs, |place| at_page(model, *place, Some(person)))
        }
        10 if sent > 0 => at_page(model, chance.below(sent), None),
        11 => books(world.ground.day(if chance.once_in(2) { 0 } else { -1 })),
        12 => of_certificates(world, model, chance),
        13 => of_letters(world, model, chance),
        14 => of_tariffs(world, model, chance),
        15 => match model.locked.keys().next() {
            Some(locked) if !chance.once_in(3) => lock(locked, false),
            _ => lock(STOPPED[chance.below(STOPPED.len())], true),
        },
        16 => match model.on.keys().next() {
            Some(name) if !chance.once_in(3) => switch(name, false),
            _ => switch(SWITCHES[chance.below(SWITCHES.len())].0, true),
        },
        17 => archive(chance.below(KILL_MAX)),
        18 => of_cards(world, model, chance),
        19 => import(),
        _ => jobs(),
    }
}

/// The places of those that are so.
fn places<T>(all: &[T], is_so: impl Fn(&T) -> bool) -> Vec<usize> {
    all.iter().enumerate().filter_map(|(place, one)| is_so(one).then_some(place)).collect()
}

fn new_statement(world: &World, place: usize, chance: &mut Chance) -> Sent {
    let company = chance.below(world.plan.companies);
    let name = format!("s-{}-{place}", world.plan.seed);
    let is_signed = !chance.once_in(3);
    let date = chance.once_in(4).then(|| world.ground.day(1));
    let shape = Shape { name: &name, is_signed, date: date.as_deref() };
    let body = COMPANIES[company].statement(&world.ground, &shape, chance);
    Sent { company, name, body, is_acknowledged: false, is_signed }
}

fn some_orders(system: usize, chance: &mut Chance) -> Deed {
    take(system, 1 + chance.below(4), chance.once_in(4))
}

fn some_answer(model: &Model, systems: &[usize], chance: &mut Chance) -> Option<Deed> {
    let orders = places(&model.orders, |order| systems.contains(&order.system));
    let place = *chance.one_of(&orders)?;
    Some(answer(model, place, chance.draw(), chance.once_in(4)))
}

fn of_cards(world: &World, model: &mut Model, chance: &mut Chance) -> Deed {
    let held = model.held.len();
    if held < CARDS_MAX && chance.once_in(2) {
        let account = COMPANIES[chance.below(world.plan.companies)].account;
        model.held.push(Held::new(held, account, chance.below(4), world.ground.clock.now()));
        return hold(held, false);
    }
    let place = chance.below(held);
    model.held.get(place).map_or_else(jobs, |one| hold(place, one.is_placed && !chance.once_in(3)))
}

fn of_certificates(world: &World, model: &mut Model, chance: &mut Chance) -> Deed {
    let messages = model.messages.len();
    let chosen = match chance.below(4) {
        0 if messages < MESSAGES_MAX => {
            model.messages.push(Message { id: format!("M-{}-{messages}", world.plan.seed), task: None });
            Some(certify(messages))
        }
        0 => Some(certify(chance.below(messages))),
        1 if messages > 0 => Some(look_at_message(chance.below(messages))),
        2 | 3 => some_answer(model, &[CONTROL], chance),
        _ => None,
    };
    chosen.unwrap_or_else(|| some_orders(CONTROL, chance))
}

fn of_letters(world: &World, model: &mut Model, chance: &mut Chance) -> Deed {
    let written = model.written.len();
    let chosen = match chance.below(4) {
        0 if written < LETTERS_MAX => {
            model.written.push(Written::new(world.plan.seed, written));
            Some(write(written))
        }
        0 => Some(write(chance.below(written))),
        1 | 2 => some_answer(model, &[LETTERS], chance),
        _ => None,
    };
    chosen.unwrap_or_else(|| some_orders(LETTERS, chance))
}

fn of_tariffs(world: &World, model: &mut Model, chance: &mut Chance) -> Deed {
    let (asked, now) = (model.asked.len(), world.ground.clock.now());
    let again = places(&model.asked, |asked| asked.may_be_asked(now));
    let chosen = match chance.below(9) {
        0 | 1 if asked < PLANS.len() => {
            model.asked.push(Asked::new(world.plan.seed, asked, now));
            Some(ask(asked))
        }
        0 | 1 => chance.one_of(&again).map(|place| ask(*place)),
        2 if asked > 0 => Some(look_at_request(chance.below(asked))),
        3 | 4 if asked > 0 => Some(act_on_request(Some(chance.below(2)))),
        5 if asked > 0 && chance.once_in(4) => Some(act_on_request(None)),
        6 | 7 => some_answer(model, &[TARIFFS], chance),
        _ => None,
    };
    chosen.unwrap_or_else(|| some_orders(TARIFFS, chance))
}

/// Lists what is left to do in the end, in an order that does it; with `once_more`, what was done as well.
pub(crate) fn left(world: &World, once_more: bool) -> Vec<Deed> {
    let (model, now) = (world.model.borrow(), world.ground.clock.now());
    let mut all: Vec<Deed> = model.locked.keys().map(|person| lock(person, false)).collect();
    all.extend(model.on.keys().map(|name| switch(name, false)));
    let placed = places(&model.held, |one| one.is_placed && (once_more || one.is_released != Some(true)));
    all.extend(placed.into_iter().map(|place| hold(place, true)));
    all.extend([jobs(), dispatch()]);
    all.extend((once_more || !model.is_imported).then(import));
    all.extend(places(&model.written, |one| once_more || !one.is_acknowledged).into_iter().map(write));
    for place in places(&model.orders, |order| once_more || !order.is_told) {
        // All parts, and an outcome that differs from order to order.
        all.push(answer(&model, place, (u64::MAX << 3) | (place as u64 % 8), false));
    }
    let returned = places(&model.orders, |order| order.is_returned && !model.is_late);
    all.extend(returned.into_iter().map(give_back));
    // One request after the other: the next is made when the bank has decided about this one.
    all.extend(places(&model.asked, |asked| asked.may_be_asked(now)).into_iter().map(ask));
    all.extend([act_on_request(Some(0)), act_on_request(Some(1)), jobs()]);
    all.extend((0..SYSTEMS).map(|system| take(system, 1_000, false)));
    let unread = |name: String| once_more || !model.ends.contains_key(&name);
    all.extend(places(&model.asked, |asked| unread(asked.name())).into_iter().map(look_at_request));
    let unsent = places(&model.messages, |message| once_more || message.task.is_none());
    all.extend(unsent.into_iter().map(certify));
    all.extend(places(&model.messages, |message| unread(message.name())).into_iter().map(look_at_message));
    all.extend([jobs(), dispatch(), close(), overdue()]);
    all.extend(model.told_days.keys().filter(|_| once_more).cloned().map(books));
    all.extend(model.is_late.then(|| archive(usize::MAX)));
    all
}
