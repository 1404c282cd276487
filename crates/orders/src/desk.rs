//! The desk: where orders are handed out, and the one door by which answers come in.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use kernel::{Clock, Instant};
use serde_json::Value;
use store::{Result, Store, StoreError, Tx, params};
use tokio::time::{Instant as Tick, sleep_until};

use crate::answer::{Refusal, Verdict};
use crate::answered::answered;
use crate::error::OrderError;
use crate::hand_out::{Wanted, hand_out, may_be_some, stops};
use crate::kind::{OrderKind, Role};
use crate::order::{Order, OrderId};
use crate::players::{Player, Players};
use crate::store::{ORDER_FIND, ORDER_KIND};
use crate::take::canonical;
use crate::taker::{AnswerTaker, Answered, OrderDocument, PartsAnswered, Return};

/// The most answers that come at once.
pub const ANSWERS_AT_ONCE_MAX: usize = 1_000;
/// Time between two looks for new orders while a system waits: orders are placed by every process of a bank.
const LOOK_PAUSE: Duration = Duration::from_millis(20);

type Registry = Mutex<BTreeMap<&'static str, Arc<dyn AnswerTaker>>>;

/// The takers of a desk. A taker that held them itself would live for ever, and its threads with it.
#[derive(Clone)]
enum Takers {
    Held(Arc<Registry>),
    OfAnother(Weak<Registry>),
}

impl Takers {
    /// Calls `look` with those that there are; a desk that is gone has none.
    fn look<T>(&self, look: impl FnOnce(&mut BTreeMap<&'static str, Arc<dyn AnswerTaker>>) -> T) -> T {
        let registry = match self {
            Self::Held(registry) => Arc::clone(registry),
            Self::OfAnother(registry) => registry.upgrade().unwrap_or_default(),
        };
        look(&mut registry.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The desk of one process. Cheap to clone; all clones know the same takers.
#[derive(Clone)]
pub struct Desk {
    store: Store,
    clock: Arc<dyn Clock>,
    players: Players,
    takers: Takers,
}

impl Desk {
    /// Makes a desk at which nobody takes answers yet.
    pub fn new(store: Store, clock: Arc<dyn Clock>, players: Players) -> Self {
        Self { store, clock, players, takers: Takers::Held(Arc::default()) }
    }

    pub fn player(&self, kind: &OrderKind) -> Player {
        self.players.of(kind)
    }

    /// Tells whether there are orders of this kind for systems of a role.
    pub fn has_kind(&self, role: Role, name: &str) -> bool {
        self.takers.look(|takers| takers.get(name).is_some_and(|taker| taker.kind().role == role))
    }

    /// Lets an area take the answers to orders of its kind. `taker` is given the desk as a taker may keep it.
    pub fn register<T: AnswerTaker + 'static>(&self, taker: impl FnOnce(Self) -> T) {
        let takers = match &self.takers {
            Takers::Held(registry) => Takers::OfAnother(Arc::downgrade(registry)),
            takers @ Takers::OfAnother(_) => takers.clone(),
        };
        let taker = taker(Self { takers, ..self.clone() });
        self.takers.look(|takers| takers.insert(taker.kind().name, Arc::new(taker)));
    }

    /// Hands out orders to the system of this name: those after a number, in their order. While there are none it
    /// waits, at most for `wait`. The unit of work that hands them out asks whether the system may have orders: after a
    /// wait it may be closed.
    pub async fn hand_out(
        &self,
        may_have: impl Fn(&mut Tx) -> Result<bool> + Clone + Send + 'static,
        wanted: Wanted,
        system: &str,
        wait: Duration,
    ) -> Result<Vec<Order>> {
        let (until, stops) = (Tick::now() + wait, self.stops());
        loop {
            if may_be_some(&self.store, &wanted, &stops).await? {
                let (wanted, stops, system) = (wanted.clone(), stops.clone(), system.to_owned());
                let (may_have, now) = (may_have.clone(), self.clock.now());
                let unit = move |tx: &mut Tx| {
                    let may_have = may_have(tx)?;
                    may_have.then(|| hand_out(tx, &wanted, &stops, &system, now)).transpose()
                };
                match self.store.write_guarded::<_, StoreError>("orders.hand_out", unit).await? {
                    None => return Ok(Vec::new()),
                    Some(orders) if !orders.is_empty() => return Ok(orders),
                    Some(_) => {}
                }
            }
            let next = Tick::now() + LOOK_PAUSE;
            if next >= until {
                return Ok(Vec::new());
            }
            sleep_until(next).await;
        }
    }

    /// Tells by two short reads whether there may be orders to hand out.
    pub async fn may_be_some(&self, wanted: &Wanted) -> Result<bool> {
        may_be_some(&self.store, wanted, &self.stops()).await
    }

    fn stops(&self) -> String {
        self.takers.look(|takers| stops(takers.values().map(|taker| taker.kind())))
    }

    /// Returns an order of a role; none that another role's systems are handed.
    pub async fn find(&self, role: Option<Role>, id: &OrderId) -> Result<Option<Order>> {
        if self.kind_of(role, id).await?.is_none() {
            return Ok(None);
        }
        self.store.select_optional(&ORDER_FIND, params![id.as_str()]).await
    }

    /// Returns the first order of a role that has one of these names after the beginning of its kind.
    pub async fn named(&self, role: Role, names: &[Option<&str>]) -> Result<Option<Order>> {
        let ids: Vec<OrderId> = self.takers.look(|takers| {
            let kinds = || takers.values().map(|taker| taker.kind()).filter(|kind| kind.role == role);
            let ids_of = |name| kinds().filter_map(move |kind| OrderId::new(kind, name).ok());
            names.iter().copied().flatten().flat_map(ids_of).collect()
        });
        for id in &ids {
            if let Some(order) = self.find(Some(role), id).await? {
                return Ok(Some(order));
            }
        }
        Ok(None)
    }

    /// Returns orders of a role of which the bank has said something from one moment to another: those that were
    /// answered then, and those with parts that were open then. At most `limit` of each.
    pub async fn answered(&self, role: Role, time: (Instant, Instant), limit: usize) -> Result<Vec<Order>> {
        let in_parts: Vec<&'static OrderKind> = self.takers.look(|takers| {
            let of_role =
                takers.values().filter(|taker| taker.kind().role == role && taker.parts().is_some());
            of_role.map(|taker| taker.kind()).collect()
        });
        answered(&self.store, role, &in_parts, time, limit).await
    }

    /// Returns the kind of an order of a role, or of any without one.
    async fn kind_of(&self, role: Option<Role>, id: &OrderId) -> Result<Option<String>> {
        let found: Option<(String, String)> =
            self.store.select_optional(&ORDER_KIND, params![id.as_str()]).await?;
        let is_of_role = |of: &str| role.is_none_or(|role| role.as_str() == of);
        Ok(found.filter(|(of, _)| is_of_role(of)).map(|(_, kind)| kind))
    }

    /// Takes answers, each with its verdict in their order. A role answers its own orders alone; without one, a person
    /// of the bank answers for whom it may concern.
    ///
    /// # Errors
    /// The database failed, or the program does not know what an answer does: what was taken before that is taken.
    pub async fn answer(
        &self,
        role: Option<Role>,
        answers: Vec<Answered>,
    ) -> Result<Vec<Verdict>, OrderError> {
        let mut verdicts = vec![Verdict::Refused(Refusal::Unknown); answers.len()];
        let mut by_kind: BTreeMap<String, Vec<(usize, Answered)>> = BTreeMap::new();
        let numbered = answers.into_iter().enumerate().take(ANSWERS_AT_ONCE_MAX);
        for ((place, answered), verdict) in numbered.zip(&mut verdicts) {
            let Some(kind) = self.kind_of(role, &answered.id).await? else { continue };
            match canonical(&answered) {
                Ok(_) => by_kind.entry(kind).or_default().push((place, answered)),
                // Nothing can keep it, and it stops none of the others.
                Err(error) => *verdict = Verdict::Refused(Refusal::Impossible(error.to_string())),
            }
        }
        for (kind, answers) in by_kind {
            let taker = self.taker(&kind)?;
            let (places, answers): (Vec<usize>, Vec<Answered>) = answers.into_iter().unzip();
            for (place, verdict) in places.into_iter().zip(taker.take(answers).await?) {
                if let Some(given) = verdicts.get_mut(place) {
                    *given = verdict;
                }
            }
        }
        Ok(verdicts)
    }

    /// Returns parts of an order of a role after a number, at most `limit`; none of an order without parts.
    pub async fn parts(
        &self,
        role: Role,
        id: &OrderId,
        (after, limit): (i64, i64),
    ) -> Result<Option<Vec<Value>>, OrderError> {
        let Some(order) = self.find(Some(role), id).await? else { return Ok(None) };
        let taker = self.taker(&order.kind)?;
        Ok(match taker.parts() {
            Some(parts) => Some(parts.parts(&order, after, limit).await?),
            None => Some(Vec::new()),
        })
    }

    /// Lists the documents of an order of a role, the one at the place `wanted` with its bytes; none when the role has
    /// no such order.
    pub async fn documents(
        &self,
        role: Role,
        id: &OrderId,
        wanted: Option<usize>,
    ) -> Result<Option<Vec<OrderDocument>>, OrderError> {
        let Some(order) = self.find(Some(role), id).await? else { return Ok(None) };
        let taker = self.taker(&order.kind)?;
        Ok(match taker.documents() {
            Some(documents) => Some(documents.documents(&order, wanted).await?),
            None => Some(Vec::new()),
        })
    }

    /// Takes answers to parts of an order.
    pub async fn answer_parts(&self, role: Role, answered: PartsAnswered) -> Result<Verdict, OrderError> {
        let Some(kind) = self.kind_of(Some(role), &answered.id).await? else {
            return Ok(Verdict::Refused(Refusal::Unknown));
        };
        let taker = self.taker(&kind)?;
        match taker.parts() {
            Some(parts) => parts.take_parts(answered).await,
            None => Ok(Verdict::Refused(Refusal::Impossible("orders of this kind have no parts".to_owned()))),
        }
    }

    /// Takes the word of the bank that money of an order has come back after it had ended.
    pub async fn take_return(&self, role: Role, returned: Return) -> Result<Verdict, OrderError> {
        let Some(kind) = self.kind_of(Some(role), &returned.id).await? else {
            return Ok(Verdict::Refused(Refusal::Unknown));
        };
        let taker = self.taker(&kind)?;
        match taker.returns() {
            Some(returns) => returns.take_return(returned).await,
            None => Ok(Verdict::Refused(Refusal::Impossible("orders of this kind move no money".to_owned()))),
        }
    }

    fn taker(&self, kind: &str) -> Result<Arc<dyn AnswerTaker>, OrderError> {
        let taker = self.takers.look(|takers| takers.get(kind).cloned());
        taker.ok_or_else(|| OrderError::NoTaker(kind.to_owned()))
    }
}

kernel::debug_shows!(Desk { players, .. });
