//! Values of statements by which a sandbox rehearses what people, the checks and other banks do (SBX-02).

use kernel::{Language, Money};
use sandbox::triggers::{Act, End, Machine, PeopleAct, Place, RailAct, Trigger};

/// The operation to make a payroll statement.
pub const STATEMENTS: &str = "POST /v1/statements";
pub const AMOUNT: Place = Place::Value("`amount` of a transfer");
pub const ACCOUNT: Place = Place::Value("`account` of a transfer");
pub const BIC: Place = Place::Value("`bic` of a transfer");
/// The key that signs, by its name in the folder `demo-keys`.
pub const SIGNATURE: Place = Place::Value("key in `demo-keys` that signs a statement");

/// The triggers of payroll, in the order of the documentation.
pub static TRIGGERS: &[Trigger] = &[
    Trigger {
        name: "people-sign",
        place: Place::Header(STATEMENTS),
        value: "people-sign",
        effect: (
            "Сотрудники поставят все недостающие подписи сразу после проверки",
            "People give every missing signature as soon as the checks are done",
        ),
        act: Act::People(PeopleAct::Sign),
        ends: &[End::new(Machine::UnsignedStatement, "EXECUTED"), End::new(Machine::Transfer, "EXECUTED")],
    },
    Trigger {
        name: "people-sign-wrongly",
        place: Place::Header(STATEMENTS),
        value: "people-sign-wrongly",
        effect: (
            "Первая подпись окажется неверной после того, как её приняли",
            "The first signature is found to be wrong after it was taken in",
        ),
        act: Act::People(PeopleAct::SignWrongly),
        ends: &[End::new(Machine::UnsignedStatement, "ERROR_SIGN")],
    },
    Trigger {
        name: "people-delete",
        place: Place::Header(STATEMENTS),
        value: "people-delete",
        effect: (
            "Сотрудник удалит ведомость, как только сможет: без подписей — после проверки, с подписями — \
             когда она ждёт своего дня",
            "A person deletes the statement as soon as that is possible: one without signatures after the \
             checks, one with signatures while it waits for its day",
        ),
        act: Act::People(PeopleAct::Delete),
        ends: &[
            End::new(Machine::UnsignedStatement, "DELETED"),
            End::new(Machine::SignedStatement, "DELETED"),
        ],
    },
    Trigger {
        name: "paid",
        place: AMOUNT,
        value: "7000.00",
        effect: (
            "Перевод исполняется, как и с любой другой суммой не из этой таблицы",
            "The transfer is executed, as with every other amount that is not in this table",
        ),
        act: Act::SeedData,
        ends: &[End::new(Machine::SignedStatement, "EXECUTED"), End::new(Machine::Transfer, "EXECUTED")],
    },
    Trigger {
        name: "rail-returns",
        place: AMOUNT,
        value: "7010.HH",
        effect: (
            "Банк получателя вернёт перевод через HH ч (00–98)",
            "The other bank returns the payment after HH hours (00 to 98)",
        ),
        act: Act::Rail(RailAct::ReturnedAfter { hours: 0 }),
        ends: &[
            End::new(Machine::UnsignedStatement, "DECLINED"),
            End::new(Machine::SignedStatement, "DECLINED"),
            End::new(Machine::Transfer, "DECLINED"),
        ],
    },
    Trigger {
        name: "rail-silent",
        place: AMOUNT,
        value: "7010.99",
        effect: (
            "Банк получателя никогда не ответит: ведомость остаётся в PROCESSING",
            "The other bank never answers: the statement stays in PROCESSING",
        ),
        act: Act::Rail(RailAct::Silent),
        ends: &[],
    },
    Trigger {
        name: "no-money",
        place: AMOUNT,
        value: "9999999999.99",
        effect: ("На счёте нет таких денег: D01", "There is not so much money on the account: D01"),
        act: Act::SeedData,
        ends: &[
            End::new(Machine::UnsignedStatement, "DECLINED"),
            End::new(Machine::SignedStatement, "DECLINED"),
        ],
    },
    Trigger {
        name: "account-closed",
        place: ACCOUNT,
        value: "40817810800000000107",
        effect: (
            "Счёт проходит проверку, но к исполнению закрыт: D03",
            "The account passes the checks and is closed when the transfer is executed: D03",
        ),
        act: Act::SeedData,
        ends: &[
            End::new(Machine::UnsignedStatement, "PARTLY_EXECUTED"),
            End::new(Machine::SignedStatement, "PARTLY_EXECUTED"),
            End::new(Machine::Transfer, "DECLINED"),
        ],
    },
    Trigger {
        name: "bank-unknown",
        place: BIC,
        value: "044525997",
        effect: (
            "Банк неизвестен (предупреждение P22), и перевод вернётся",
            "The bank is not known (warning P22), and the payment comes back",
        ),
        act: Act::SeedData,
        ends: &[End::new(Machine::Transfer, "DECLINED")],
    },
    Trigger {
        name: "bic-wrong",
        place: BIC,
        value: "0",
        effect: ("Ошибка проверки P20", "The checks refuse it: P20"),
        act: Act::SeedData,
        ends: &[End::new(Machine::SignedStatement, "ERROR"), End::new(Machine::Transfer, "ERROR")],
    },
    Trigger {
        name: "certificate-revoked",
        place: SIGNATURE,
        value: "ivanova-C00001-FIRST-revoked",
        effect: ("Сертификат подписи отозван: S01", "The certificate of the signature is revoked: S01"),
        act: Act::SeedData,
        ends: &[End::new(Machine::SignedStatement, "ERROR_SIGN")],
    },
];

/// The rail's amounts lie from here on, in kopecks: the last two digits are hours, or 99 for silence.
const RAIL_AMOUNT_MINOR: i64 = 701_000;
const SILENT: i64 = 99;

#[derive(Clone, Copy, Debug)]
pub struct TriggeredAct {
    pub trigger: &'static Trigger,
    act: Act,
}

impl TriggeredAct {
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
pub fn in_transfer(amount: Option<Money>, account: &str, bic: Option<&str>) -> Vec<TriggeredAct> {
    let asked = |trigger: &'static Trigger| {
        let act = match trigger.place {
            AMOUNT => act_of_amount(trigger, amount?),
            ACCOUNT => (trigger.value == account).then_some(trigger.act),
            BIC => (bic == Some(trigger.value)).then_some(trigger.act),
            _ => None,
        };
        Some(TriggeredAct { trigger, act: act? })
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
