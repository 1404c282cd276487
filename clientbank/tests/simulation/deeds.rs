//! Everything that may be begun.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use simulation::Chance;

use crate::certificates::{self, CONTROL, Message};
use crate::ground::Process;
use crate::letters::{self, LETTERS, Written};
use crate::model::{SYSTEMS, Sent};
use crate::pages::Page;
use crate::people::{self, COMPANIES, Shape};
use crate::systems::System;
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
        let (sent, orders) = {
            let model = world.model.borrow();
            (model.sent.len(), model.orders.len())
        };
        match chance.weighted(&[16, 4, 34, 7, 5, 1, 14, 18, 6, 8, 2, 2, 9, 6]) {
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
            0 if sent > 0 => Self::Send(chance.below(sent)),
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
            8 => Self::may_return(world, chance).unwrap_or(Self::Jobs),
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
        let mut all = vec![Self::Jobs, Self::Dispatch];
        all.extend((0..model.written.len()).map(Self::Write));
        all.extend((0..SYSTEMS).map(|system| Self::Take { system, limit: 1_000, anew: false }));
        for (place, order) in model.orders.iter().enumerate() {
            all.push(Self::Answer { order: place, drawn: u64::MAX, lies: false });
            if order.is_returned {
                all.push(Self::Return(place));
            }
        }
        let decide = |message| Self::Decide { message, drawn: message as u64, lies: false };
        all.extend((0..model.controlled.len()).map(decide));
        all.extend((0..model.posted.len()).map(|letter| Self::Reply { letter, lies: false }));
        all.extend(
            (0..model.messages.len()).flat_map(|place| [Self::Certify(place), Self::LookAtMessage(place)]),
        );
        all.extend([Self::Jobs, Self::Dispatch, Self::Close, Self::Overdue]);
        all.extend(model.told_days.keys().cloned().map(Self::Books));
        all
    }

    /// Begins it in a process.
    pub(crate) fn work(self, world: &World<'_>, process: usize) -> Work {
        let process = world.processes[process].clone();
        let (ground, model) = (world.ground, world.model.clone());
        let tokens = |place: usize| {
            let company = model.borrow().sent[place].company;
            (place, COMPANIES[company].tokens(ground))
        };
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
                let (writer, _) = COMPANIES[SENDER].person(0);
                let whose = (letter, ground.tokens.online_bank(&writer));
                Box::pin(letters::write(process.clone(), model.clone(), whose))
            }
            Self::Reply { letter, lies } => Box::pin(system(LETTERS).reply(letter, lies)),
            Self::Certify(message) => {
                let whose = (message, COMPANIES[SENDER].tokens(ground));
                Box::pin(certificates::send(process.clone(), model.clone(), whose))
            }
            Self::LookAtMessage(message) => {
                let whose = (message, COMPANIES[SENDER].tokens(ground));
                Box::pin(certificates::look(process.clone(), model.clone(), whose))
            }
            Self::Decide { message, drawn, lies } => Box::pin(system(CONTROL).decide(message, drawn, lies)),
        }
    }

    /// Signs a statement as this person, or deletes it, as its page was when it was opened.
    fn at_page(world: &World<'_>, process: Rc<Process>, place: usize, person: Option<usize>) -> Work {
        let (ground, model) = (world.ground, world.model.clone());
        let sent = model.borrow().sent[place].clone();
        let (caller, key) = COMPANIES[sent.company].person(person.unwrap_or_default());
        let signer = person.map(|_| people::signer(&ground.keys, key));
        let (watcher, tokens) = (world.watcher.clone(), ground.tokens.online_bank(&caller));
        Box::pin(async move {
            let opened = Page::open(&watcher, &sent.name, tokens).await;
            match (opened.expect("the database answers"), signer) {
                (None, _) => "nothing is there".to_owned(),
                (Some(page), Some(signer)) => page.sign(process, model, signer).await,
                (Some(page), None) => page.delete(process, model).await,
            }
        })
    }
}
