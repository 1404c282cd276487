//! Everything that may be begun.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use simulation::Chance;

use crate::ground::Process;
use crate::model::Sent;
use crate::pages::Page;
use crate::people::{self, COMPANIES, Shape};
use crate::systems::System;
use crate::world::World;

/// Statements of one world.
const STATEMENTS_MAX: usize = 6;

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
        match chance.weighted(&[16, 4, 34, 7, 5, 1, 14, 18, 2, 8, 2, 2]) {
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
                let (system, limit) = (chance.below(2), 1 + chance.below(4));
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
            _ => Self::Jobs,
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
        all.extend([0, 1].map(|system| Self::Take { system, limit: 1_000, anew: false }));
        for (place, order) in model.orders.iter().enumerate() {
            all.push(Self::Answer { order: place, drawn: u64::MAX, lies: false });
            if order.is_returned {
                all.push(Self::Return(place));
            }
        }
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
