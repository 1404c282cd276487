//! Triggers as a request asks for them, with what its value says.

use kernel::{Language, Money};

use super::{Act, Place, RailAct, TRIGGERS, Trigger, rail_act};

/// A trigger that a transfer asks for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Its row.
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
            Place::PayrollAmount => act_of_amount(trigger, amount?),
            Place::PayrollAccount => (trigger.value == account).then_some(trigger.act),
            Place::PayrollBic => (bic == Some(trigger.value)).then_some(trigger.act),
            Place::Header(_)
            | Place::Signature
            | Place::CertificateAmount
            | Place::Inn
            | Place::WebinarId
            | Place::WebhookUrl => None,
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
