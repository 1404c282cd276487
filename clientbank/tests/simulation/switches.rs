//! Switches: operators stop something at any moment, and let it go on.

use std::collections::BTreeMap;

use ::switches::Setting;
use clientbank::application::Surroundings;
use store::{Store, StoreError, Tx, params};

use crate::looks::{Broken, Kept};
use crate::model::Model;
use crate::scene::Scene;

store::queries! {
    /// Orders that have a number.
    NUMBERED = "select order_id, kind, seq from bank_orders where seq is not null order by seq";
}

/// Those that are set, each with the kind of order that it holds back, and the companies of those of one company.
pub(crate) const SWITCHES: [(&str, &str); 5] = [
    ("payroll", "payroll.execute"),
    ("rail", "payment.send"),
    ("read_only", ""),
    ("C00001", NO_KIND),
    ("C00003", NO_KIND),
];
const NO_KIND: &str = "none";
/// Units by which statements are executed.
const EXECUTION: [&str; 2] = ["payroll.reserve", "payroll.chunk"];

pub(crate) async fn set(scene: Scene, switch: &'static str, is_on: bool) -> String {
    let Surroundings { store, clock, .. } = scene.process.surroundings.clone();
    let set_at = clock.now();
    let (name, subject) = if switch.starts_with('C') { ("company", switch) } else { (switch, "") };
    let [name, subject, reason, person] = [name, subject, "a night", "operator"].map(str::to_owned);
    let setting = Setting { name, subject, is_on, reason, person, set_at };
    let unit = move |tx: &mut Tx| switches::set(tx, &setting);
    if let Err(error) = store.write::<_, StoreError>("switch", unit).await {
        return format!("failed: {error}");
    }
    let mut model = scene.model.borrow_mut();
    if is_on {
        model.on.entry(switch).or_insert(false);
        model.has_stopped_company |= switch.starts_with('C');
    } else {
        model.on.remove(switch);
    }
    "set".to_owned()
}

/// Tells whether a switch stops this unit of whoever has this name. What was done outside is written down always.
pub(crate) fn stops(model: &Model, actor: &str, unit: &str) -> bool {
    let is_on = |switch| model.on.contains_key(switch);
    let is_of_readers = unit.starts_with("jobs.") || unit == "webhooks.settle";
    actor == "jobs" && (is_on("payroll") && EXECUTION.contains(&unit) || is_on("read_only") && !is_of_readers)
}

/// The orders that have had a number, and the switches that were on.
#[derive(Debug, Default)]
pub(crate) struct SeenNumbers {
    orders: BTreeMap<String, i64>,
    on: Vec<&'static str>,
}

impl SeenNumbers {
    /// Tells of an order that got a number although a switch stops it.
    pub(crate) async fn look(&mut self, store: &Store, model: &Model) -> Kept {
        let mut broken = Ok(());
        self.on.retain(|name| model.on.contains_key(name));
        for row in store.query(&NUMBERED, params![]).await? {
            let (order, kind, seq) = (row.text("order_id")?, row.text("kind")?, row.integer("seq")?);
            let holds =
                |(name, held): &&(&str, &str)| self.on.contains(name) && (held.is_empty() || *held == kind);
            let is_new = self.orders.insert(order.to_owned(), seq) != Some(seq);
            if let Some((name, _)) = SWITCHES.iter().find(holds).filter(|_| is_new) {
                let words =
                    format!("a switch that does not hold: order {order} gets a number while {name} is on");
                broken = Err(Broken(words));
            }
        }
        self.on = model.on.keys().copied().collect();
        broken
    }
}
