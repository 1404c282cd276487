//! Triggers as a transfer asks for them, with what its value says.

use kernel::{Language, Money};
use sandbox::triggers::{Act, RailAct, Trigger};

use super::{ACCOUNT, AMOUNT, BIC, TRIGGERS};

/// The rail's amounts lie from here on, in kopecks: the last two digits are hours, or 99 for silence.
const RAIL_AMOUNT_MINOR: i64 = 701_000;
/// The last two digits that mean silence.
const SILENT: i64 = 99;

/// A trigger that a transfer asks for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub trigger: &'static Trigger,
    /// The port that acts, as the value says.
    act: Act,
}

impl Asked {
    /// Returns the effect of this very value in the language.
    pub fn effect(&self, language: Language) -> String {
        match (self.act, language) {
            (Act::Rail(RailAct::ReturnedAfter { hours }), Language::Russian) => match hours {
                0 => "Банк получателя вернёт перевод сразу".to_owned(),
                hours => format!("Банк получателя вернёт перевод через {hours}\u{a0}ч"),
            },
            (Act::Rail(RailAct::ReturnedAfter { hours }), Language::English) => match hours {
                0 => "The other bank returns the payment at once".to_owned(),
                1 => "The other bank returns the payment after 1 hour".to_owned(),
                hours => format!("The other bank returns the payment after {hours} hours"),
            },
            _ => self.trigger.effect(language).to_owned(),
        }
    }
}

/// Finds the triggers in a transfer of a payroll statement.
pub fn in_transfer(amount: Option<Money>, account: &str, bic: Option<&str>) -> Vec<Asked> {
    let asked = |trigger: &'static Trigger| {
        let act = match trigger.place {
            AMOUNT => act_of_amount(trigger, amount?),
            ACCOUNT => (trigger.value == account).then_some(trigger.act),
            BIC => (bic == Some(trigger.value)).then_some(trigger.act),
            _ => None,
        };
        Some(Asked { trigger, act: act? })
    };
    TRIGGERS.iter().filter_map(asked).collect()
}

/// Tells how the trigger acts at this amount, if the amount is one of its own: those of the rail hold a range.
fn act_of_amount(trigger: &Trigger, amount: Money) -> Option<Act> {
    match trigger.act {
        Act::Rail(act) => rail_act(amount).filter(|asked| asked.is_like(act)).map(Act::Rail),
        act => (trigger.value == amount.to_string()).then_some(act),
    }
}

/// Reads what the amount of a payment to another bank asks of the rail: `7010.HH` comes back after HH hours, `7010.99`
/// is never answered.
pub fn rail_act(amount: Money) -> Option<RailAct> {
    match amount.minor().checked_sub(RAIL_AMOUNT_MINOR)? {
        SILENT => Some(RailAct::Silent),
        hours @ 0..SILENT => u8::try_from(hours).ok().map(|hours| RailAct::ReturnedAfter { hours }),
        _ => None,
    }
}
