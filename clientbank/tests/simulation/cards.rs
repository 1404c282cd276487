//! Cards: their system holds money on accounts of companies, perhaps again, and releases each hold once.

use accounts::ledger::{Hold, LedgerAccountId, LedgerError, place_hold, release_hold};
use clientbank::application::Surroundings;
use kernel::{AccountNumber, Instant};
use store::{Row, Store, Tx, params};

use crate::looks::{Kept, rule};
use crate::model::Model;
use crate::scene::Scene;

store::queries! {
    /// Holds of cards as they are.
    CARDS = "select hold_id, amount_minor, case when released_at_us is null then 1 else 0 end as is_held
        from holds where hold_id like 'card-%'";
    /// Accounts of customers with what is held and not there.
    SPENT = "select ledger_account_id from ledger_accounts
        where class = 'CUSTOMER' and balance_minor - held_minor + limit_minor < 0";
}

/// Amounts: small, one that leaves little, and one that is not there.
const AMOUNTS: [&str; 4] = ["0.01", "1000.00", "400000.00", "9999999.99"];

/// A hold as the system of cards remembers it.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    hold: Hold,
    /// The bank has said that it is placed.
    pub(crate) is_placed: bool,
    /// It is to be released: true once the bank has said that it is.
    pub(crate) is_released: Option<bool>,
}

impl Held {
    /// A payment by card at this place, on an account, with an amount that is drawn.
    pub(crate) fn new(place: usize, account: &str, drawn: usize, placed_at: Instant) -> Self {
        let (hold_id, description) = (format!("card-{place}"), "A purchase".to_owned());
        let account = LedgerAccountId::from(&account.parse::<AccountNumber>().expect("an account"));
        let amount = AMOUNTS[drawn % AMOUNTS.len()].parse().expect("an amount");
        let hold = Hold { hold_id, account, amount, placed_at, description };
        Self { hold, is_placed: false, is_released: None }
    }
}

/// Places the hold at this place, or releases it.
pub(crate) async fn hold(scene: Scene, place: usize, releases: bool) -> String {
    let hold = {
        let known = &mut scene.model.borrow_mut().held[place];
        known.is_released = known.is_released.or(releases.then_some(false));
        known.hold.clone()
    };
    let Surroundings { store, clock, .. } = &scene.process.surroundings;
    let now = clock.now();
    let unit = move |tx: &mut Tx| {
        if releases { release_hold(tx, &hold.hold_id, now) } else { place_hold(tx, &hold) }
    };
    match store.write::<_, LedgerError>("card.hold", unit).await {
        Ok(outcome) => {
            let known = &mut scene.model.borrow_mut().held[place];
            known.is_placed = true;
            known.is_released = known.is_released.map(|is_known| is_known || releases);
            format!("{outcome:?}")
        }
        Err(error) => format!("failed: {error}"),
    }
}

/// Compares the holds with what the system of cards was told; nobody spends what is held.
pub(crate) async fn look(store: &Store, model: &Model) -> Kept {
    let rows = store.query(&CARDS, params![]).await?;
    for held in &model.held {
        let of_it = |row: &&Row| row.text("hold_id").is_ok_and(|id| id == held.hold.hold_id);
        let is_right = match rows.iter().find(of_it) {
            Some(row) => {
                let is_held = row.integer("is_held")? == 1;
                let may_be = held.is_released.is_none_or(|is_known| !is_known || !is_held);
                may_be
                    && (is_held || held.is_released.is_some())
                    && row.integer("amount_minor")? == held.hold.amount.minor()
            }
            None => !held.is_placed,
        };
        rule(is_right, || format!("a hold that is not as its system was told: {held:?}"))?;
    }
    let spent = store.query_optional(&SPENT, params![]).await?;
    rule(spent.is_none(), || format!("what is held is spent: {spent:?}"))
}
