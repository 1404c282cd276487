//! Everything that may be begun.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use cms::Signer;
use kernel::Clock as _;
use simulation::Chance;

use crate::archive::{self, KILL_MAX};
use crate::certificates::{self, CONTROL, Message};
use crate::ground::Process;
use crate::letters::{self, LETTERS, Written};
use crate::locks::{self, PEOPLE};
use crate::model::{SYSTEMS, Sent};
use crate::pages::Page;
use crate::people::{self, COMPANIES, Shape};
use crate::switches::{self, SWITCHES};
use crate::systems::System;
use crate::tariffs::{self, Asked, PLANS, TARIFFS};
use crate::world::World;

/// Statements of one world.
const STATEMENTS_MAX: usize = 6;
/// Messages with certificates of one world.
const MESSAGES_MAX: usize = 3;
/// The company that sends them, and writes letters.
const SENDER: usize = 1;
/// Letters of one world.
const LETTERS_MAX: usize = 3;

/// Something that is begun. Numbers are places in the memory of those who do it.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// A company sends a statement, or sends it again.
    Send(usize),
    /// A company asks for the status.
    Look(usize),
    /// A person signs a statement in the online bank.
    Sign { place: usize, person: usize },
    /// A person deletes one.
    Delete(usize),
    /// Workers do the jobs that are due.
    Jobs,
    /// Events are numbered.
    Dispatch,
    /// Days that have ended are closed.
    Close,
    /// The core asks for the books of a day.
    Books(String),
    /// People are told of orders past their deadline.
    Overdue,
    /// A system takes orders.
    Take { system: usize, limit: usize, anew: bool },
    /// A system answers an order.
    Answer { order: usize, drawn: u64, lies: bool },
    /// A payment comes back.
    Return(usize),
    /// A company sends a message with certificates, or sends it again.
    Certify(usize),
    /// It asks what became of it.
    LookAtMessage(usize),
    /// A person writes a letter, or sends its form again.
    Write(usize),
    /// The bank answers one.
    Reply { letter: usize, lies: bool },
    /// A company asks for another tariff plan, or asks again.
    Ask(usize),
    /// It asks what became of it.
    LookAtRequest(usize),
    /// A person signs the open request, or nobody and it is withdrawn.
    ActOnRequest(Option<usize>),
    /// The bank decides about a tariff request.
    Conclude { request: usize, drawn: u64, lies: bool },
    /// An operator locks somebody.
    Lock(&'static str),
    /// An operator lets somebody in again.
    Unlock(&'static str),
    /// An operator sets a switch.
    Switch { name: &'static str, is_on: bool },
    /// The archive takes what is over its time, until the step at which it is killed.
    Archive(usize),
    /// Currency control decides.
    Decide { message: usize, drawn: u64, lies: bool },
}

impl fmt::Display for Deed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send(place) => write!(formatter, "send {place}"),
            Self::Look(place) => write!(formatter, "look {place}"),
            Self::Sign { place, person } => write!(formatter, "sign {place} by {person}"),
            Self::Delete(place) => write!(formatter, "delete {place}"),
            Self::Jobs => formatter.write_str("jobs"),
            Self::Dispatch => formatter.write_str("dispatch"),
            Self::Close => formatter.write_str("close"),
            Self::Books(day) => write!(formatter, "books of {day}"),
            Self::Overdue => formatter.write_str("overdue"),
            Self::Take { system, .. } => write!(formatter, "take {system}"),
            Self::Answer { order, lies: true, .. } => write!(formatter, "contradict {order}"),
            Self::Answer { order, .. } => write!(formatter, "answer {order}"),
            Self::Return(order) => write!(formatter, "return {order}"),
            Self::Write(letter) => write!(formatter, "write {letter}"),
            Self::Reply { letter, lies } => {
                write!(formatter, "{} letter {letter}", if *lies { "contradict" } else { "reply to" })
            }
            Self::Ask(request) => write!(formatter, "ask for plan {request}"),
            Self::LookAtRequest(request) => write!(formatter, "look at request {request}"),
            Self::ActOnRequest(Some(person)) => write!(formatter, "sign a request by {person}"),
            Self::ActOnRequest(None) => formatter.write_str("withdraw a request"),
            Self::Conclude { request, lies, .. } => {
                write!(formatter, "{} request {request}", if *lies { "contradict" } else { "conclude" })
            }
            Self::Lock(person) => write!(formatter, "lock {person}"),
            Self::Unlock(person) => write!(formatter, "unlock {person}"),
            Self::Switch { name, is_on } => write!(formatter, "switch {name} {is_on}"),
            Self::Archive(kill) => write!(formatter, "archive until {kill}"),
            Self::Certify(message) => write!(formatter, "certify {message}"),
            Self::LookAtMessage(message) => write!(formatter, "look at message {message}"),
            Self::Decide { message, lies, .. } => {
                write!(formatter, "{} message {message}", if *lies { "contradict" } else { "decide" })
            }
        }
    }
}

type Work = Pin<Box<dyn Future<Output = String>>>;

impl Deed {
    /// Chooses what is begun next.
    pub(crate) fn chosen(world: &World<'_>, process: usize, chance: &mut Chance) -> Self {
        let chosen = Self::wished(world, chance);
        let moves = matches!(chosen, Self::Jobs | Self::Answer { .. } | Self::Return(_));
        if moves && !world.has_money_turn(process) { Self::Dispatch } else { chosen }
    }

    fn wished(world: &World<'_>, chance: &mut Chance) -> Self {
        let (sent, orders, is_late) = {
            let model = world.model.borrow();
            (model.sent.len(), model.orders.len(), model.is_late)
        };
        let archives = if is_late { 12 } else { 0 };
        match chance.weighted(&[16, 4, 34, 7, 5, 1, 14, 18, 6, 8, 2, 2, 9, 6, 12, 3, 3, archives]) {
            0 if sent < STATEMENTS_MAX => {
                let company = chance.below(world.plan.companies);
                let name = format!("s-{}-{sent}", world.plan.seed);
                let is_signed = !chance.once_in(3);
                let date = chance.once_in(4).then(|| world.day(1));
                let shape = Shape { name: &name, is_signed, date: date.as_deref() };
                let body = COMPANIES[company].statement(&world.ground.keys, &shape, chance);
                let new = Sent { company, name, body, is_acknowledged: false, is_signed, status: None };
                world.model.borrow_mut().sent.push(new);
                Self::Send(sent)
            }
            0 if sent > 0 && !is_late => Self::Send(chance.below(sent)),
            1 if sent > 0 => Self::Look(chance.below(sent)),
            3 => Self::Dispatch,
            4 => Self::Close,
            5 => Self::Overdue,
            6 => {
                let (system, limit) = (chance.below(SYSTEMS), 1 + chance.below(4));
                Self::Take { system, limit, anew: chance.once_in(4) }
            }
            7 if orders > 0 => {
                Self::Answer { order: chance.below(orders), drawn: chance.draw(), lies: chance.once_in(5) }
            }
            8 if !is_late => Self::may_return(world, chance).unwrap_or(Self::Jobs),
            9 if sent > 0 => {
                let unsigned = Self::unsigned(world);
                let person = chance.below(2);
                let place = chance.one_of(&unsigned).copied();
                place.map_or(Self::Jobs, |place| Self::Sign { place, person })
            }
            11 => Self::Books(world.day(if chance.once_in(2) { 0 } else { -1 })),
            10 if sent > 0 => Self::Delete(chance.below(sent)),
            12 => Self::of_certificates(world, chance),
            13 => Self::of_letters(world, chance),
            14 => Self::of_tariffs(world, chance),
            15 => Self::of_locks(world, chance),
            16 => Self::of_switches(world, chance),
            17 => Self::Archive(chance.below(KILL_MAX)),
            _ => Self::Jobs,
        }
    }

    /// Something about messages with certificates.
    fn of_certificates(world: &World<'_>, chance: &mut Chance) -> Self {
        let mut model = world.model.borrow_mut();
        let (messages, controlled) = (model.messages.len(), model.controlled.len());
        match chance.below(4) {
            0 if messages < MESSAGES_MAX => {
                model.messages.push(Message::new(format!("M-{}-{messages}", world.plan.seed)));
                Self::Certify(messages)
            }
            0 => Self::Certify(chance.below(messages)),
            1 if messages > 0 => Self::LookAtMessage(chance.below(messages)),
            2 | 3 if controlled > 0 => {
                let message = chance.below(controlled);
                Self::Decide { message, drawn: chance.draw(), lies: chance.once_in(4) }
            }
            _ => Self::Take { system: CONTROL, limit: 1 + chance.below(4), anew: chance.once_in(4) },
        }
    }

    /// Something about letters.
    fn of_letters(world: &World<'_>, chance: &mut Chance) -> Self {
        let mut model = world.model.borrow_mut();
        let (written, posted) = (model.written.len(), model.posted.len());
        match chance.below(4) {
            0 if written < LETTERS_MAX => {
                model.written.push(Written::new(world.plan.seed, written));
                Self::Write(written)
            }
            0 => Self::Write(chance.below(written)),
            1 | 2 if posted > 0 => Self::Reply { letter: chance.below(posted), lies: chance.once_in(4) },
            _ => Self::Take { system: LETTERS, limit: 1 + chance.below(4), anew: chance.once_in(4) },
        }
    }

    /// Something about tariff requests.
    fn of_tariffs(world: &World<'_>, chance: &mut Chance) -> Self {
        let mut model = world.model.borrow_mut();
        let (asked, decided, now) = (model.asked.len(), model.decided.len(), world.ground.clock.now());
        let again: Vec<usize> = (0..asked).filter(|place| model.asked[*place].may_be_asked(now)).collect();
        match chance.below(9) {
            0 | 1 if asked < PLANS.len() => {
                model.asked.push(Asked::new(world.plan.seed, asked, now));
                Self::Ask(asked)
            }
            0 | 1 if !again.is_empty() => Self::Ask(chance.one_of(&again).copied().unwrap_or_default()),
            2 if asked > 0 => Self::LookAtRequest(chance.below(asked)),
            3 | 4 if asked > 0 => Self::ActOnRequest(Some(chance.below(2))),
            5 if asked > 0 && chance.once_in(4) => Self::ActOnRequest(None),
            6 | 7 if decided > 0 => {
                let request = chance.below(decided);
                Self::Conclude { request, drawn: chance.draw(), lies: chance.once_in(4) }
            }
            _ => Self::Take { system: TARIFFS, limit: 1 + chance.below(4), anew: chance.once_in(4) },
        }
    }

    /// Somebody is locked, or let in again.
    fn of_locks(world: &World<'_>, chance: &mut Chance) -> Self {
        match world.model.borrow().locked.keys().next() {
            Some(locked) if !chance.once_in(3) => Self::Unlock(locked),
            _ => Self::Lock(PEOPLE[chance.below(PEOPLE.len())]),
        }
    }

    /// A switch is set, or one that is on is let go.
    fn of_switches(world: &World<'_>, chance: &mut Chance) -> Self {
        match world.model.borrow().on.keys().next() {
            Some(name) if !chance.once_in(3) => Self::Switch { name, is_on: false },
            _ => Self::Switch { name: SWITCHES[chance.below(SWITCHES.len())].0, is_on: true },
        }
    }

    /// Tells whether it is a request that changes something, of whomever.
    pub(crate) const fn is_change(&self) -> bool {
        matches!(
            self,
            Self::Send(_)
                | Self::Sign { .. }
                | Self::Delete(_)
                | Self::Answer { .. }
                | Self::Return(_)
                | Self::Certify(_)
                | Self::Write(_)
                | Self::Reply { .. }
                | Self::Ask(_)
                | Self::ActOnRequest(_)
                | Self::Conclude { .. }
                | Self::Decide { .. }
        )
    }

    /// The person on whose behalf it is done; none of those inside of the bank.
    pub(crate) fn person(&self, world: &World<'_>) -> Option<&'static str> {
        let company = |place: usize| &COMPANIES[world.model.borrow().sent[place].company];
        Some(match self {
            Self::Send(place) | Self::Look(place) => company(*place).user,
            Self::Sign { place, person } => company(*place).signer(*person).0,
            Self::Delete(place) => company(*place).signer(0).0,
            Self::ActOnRequest(person) => COMPANIES[SENDER].signer(person.unwrap_or_default()).0,
            Self::Write(_)
            | Self::Certify(_)
            | Self::LookAtMessage(_)
            | Self::Ask(_)
            | Self::LookAtRequest(_) => COMPANIES[SENDER].user,
            _ => return None,
        })
    }

    fn unsigned(world: &World<'_>) -> Vec<usize> {
        let model = world.model.borrow();
        let is_unsigned = |(place, sent): (usize, &Sent)| (!sent.is_signed).then_some(place);
        model.sent.iter().enumerate().filter_map(is_unsigned).collect()
    }

    fn may_return(world: &World<'_>, chance: &mut Chance) -> Option<Self> {
        let model = world.model.borrow();
        let paid = |(place, order): (usize, &crate::model::Ordered)| {
            (order.system == 0 && order.is_told && order.is_done == Some(true)).then_some(place)
        };
        let paid: Vec<usize> = model.orders.iter().enumerate().filter_map(paid).collect();
        chance.one_of(&paid).map(|place| Self::Return(*place))
    }

    /// Lists everything that is left to do in the end, in an order that does it.
    pub(crate) fn left(world: &World<'_>) -> Vec<Self> {
        let model = world.model.borrow();
        let mut all: Vec<Self> = model.locked.keys().map(|person| Self::Unlock(person)).collect();
        all.extend(model.on.keys().map(|name| Self::Switch { name, is_on: false }));
        all.extend([Self::Jobs, Self::Dispatch]);
        all.extend((0..model.written.len()).map(Self::Write));
        // One request after the other: the next is made when the bank has decided about this one.
        let conclude = |request| Self::Conclude { request, drawn: request as u64, lies: false };
        all.extend((0..model.decided.len()).map(conclude));
        let now = world.ground.clock.now();
        let again = |place: &usize| model.asked[*place].may_be_asked(now);
        all.extend((0..model.asked.len()).filter(again).map(Self::Ask));
        all.extend([Self::ActOnRequest(Some(0)), Self::ActOnRequest(Some(1)), Self::Jobs]);
        all.extend((0..SYSTEMS).map(|system| Self::Take { system, limit: 1_000, anew: false }));
        for (place, order) in model.orders.iter().enumerate() {
            all.push(Self::Answer { order: place, drawn: u64::MAX, lies: false });
            if order.is_returned && !model.is_late {
                all.push(Self::Return(place));
            }
        }
        let decide = |message| Self::Decide { message, drawn: message as u64, lies: false };
        all.extend((0..model.controlled.len()).map(decide));
        all.extend((0..model.asked.len()).map(Self::LookAtRequest));
        all.extend((0..model.posted.len()).map(|letter| Self::Reply { letter, lies: false }));
        all.extend(
            (0..model.messages.len()).flat_map(|place| [Self::Certify(place), Self::LookAtMessage(place)]),
        );
        all.extend([Self::Jobs, Self::Dispatch, Self::Close, Self::Overdue]);
        all.extend(model.told_days.keys().cloned().map(Self::Books));
        all.extend(model.is_late.then_some(Self::Archive(usize::MAX)));
        all
    }

    /// Begins it in a process.
    pub(crate) fn work(self, world: &World<'_>, process: usize) -> Work {
        let process = world.processes[process].clone();
        let (ground, model) = (world.ground, world.model.clone());
        let tokens = |place: usize| {
            let company = model.borrow().sent[place].company;
            (place, COMPANIES[company].tokens(ground, &mut model.borrow_mut()))
        };
        let own = |place: usize| (place, COMPANIES[SENDER].tokens(ground, &mut model.borrow_mut()));
        let system = |place: usize| System {
            bank: process.bank.clone(),
            model: model.clone(),
            place,
            keys: ground.system_keys.clone(),
        };
        match self {
            Self::Send(place) => Box::pin(people::send(process.clone(), model.clone(), tokens(place))),
            Self::Look(place) => Box::pin(people::look(process.clone(), model.clone(), tokens(place))),
            Self::Sign { place, person } => Self::at_page(world, process.clone(), place, Some(person)),
            Self::Delete(place) => Self::at_page(world, process.clone(), place, None),
            Self::Jobs => Box::pin(async move { process.do_jobs().await }),
            Self::Dispatch => Box::pin(async move { process.dispatch().await }),
            Self::Close => Box::pin(async move { process.close_days().await }),
            Self::Books(day) => Box::pin(system(1).ask_books(day)),
            Self::Overdue => Box::pin(async move { process.tell_overdue().await }),
            Self::Take { system: place, limit, anew } => Box::pin(system(place).take(limit, anew)),
            Self::Answer { order, drawn, lies } => {
                let (place, is_by_parts) = {
                    let order = &model.borrow().orders[order];
                    (order.system, order.is_answered_by_parts())
                };
                if is_by_parts {
                    return Box::pin(system(place).answer_parts(order, drawn, lies));
                }
                Box::pin(system(place).answer(order, !drawn.is_multiple_of(3) || drawn == u64::MAX, lies))
            }
            Self::Return(order) => Box::pin(system(0).give_back(order)),
            Self::Write(letter) => {
                let whose = (letter, COMPANIES[SENDER].cookie(0, ground, &model.borrow()));
                Box::pin(letters::write(process.clone(), model.clone(), whose))
            }
            Self::Reply { letter, lies } => Box::pin(system(LETTERS).reply(letter, lies)),
            Self::Certify(message) => {
                Box::pin(certificates::send(process.clone(), model.clone(), own(message)))
            }
            Self::LookAtMessage(message) => {
                Box::pin(certificates::look(process.clone(), model.clone(), own(message)))
            }
            Self::Ask(request) => {
                let clock = ground.clock.clone();
                Box::pin(tariffs::ask(process.clone(), model.clone(), own(request), clock))
            }
            Self::LookAtRequest(request) => {
                Box::pin(tariffs::look(process.clone(), model.clone(), own(request)))
            }
            Self::ActOnRequest(person) => {
                let whose = (world.watcher.clone(), Self::at_bank(world, SENDER, person));
                Box::pin(tariffs::act(process.clone(), model.clone(), whose))
            }
            Self::Conclude { request, drawn, lies } => {
                Box::pin(system(TARIFFS).conclude(request, (drawn, world.day(1)), lies))
            }
            Self::Archive(kill) => Box::pin(archive::run(process.clone(), world.archive(), kill)),
            Self::Switch { name, is_on } => {
                Box::pin(switches::set(process.clone(), model.clone(), (name, is_on)))
            }
            Self::Lock(person) => Box::pin(locks::lock(process.clone(), model.clone(), (person, true))),
            Self::Unlock(person) => Box::pin(locks::lock(process.clone(), model.clone(), (person, false))),
            Self::Decide { message, drawn, lies } => Box::pin(system(CONTROL).decide(message, drawn, lies)),
        }
    }

    /// Signs a statement as this person, or deletes it, as its page was when it was opened.
    fn at_page(world: &World<'_>, process: Rc<Process>, place: usize, person: Option<usize>) -> Work {
        let (watcher, model) = (world.watcher.clone(), world.model.clone());
        let sent = model.borrow().sent[place].clone();
        let (cookie, signer) = Self::at_bank(world, sent.company, person);
        Box::pin(async move {
            let opened = Page::open(&watcher, &sent.name, cookie).await;
            match (opened.expect("the database answers"), signer) {
                (None, _) => "nothing is there".to_owned(),
                (Some(page), Some(signer)) => page.sign(process, model, signer).await,
                (Some(page), None) => page.delete(process, model).await,
            }
        })
    }
    /// The cookie of a person of the company, the first unless another is named, with the key of one who signs.
    fn at_bank(world: &World<'_>, company: usize, person: Option<usize>) -> (String, Option<Signer>) {
        let (company, place) = (&COMPANIES[company], person.unwrap_or_default());
        let signer = person.map(|_| people::signer(&world.ground.keys, company.signer(place).1));
        (company.cookie(place, world.ground, &world.model.borrow()), signer)
    }
}
