//! Headers by which a sandbox rehearses what people and staff do about a tariff request or a letter (SBX-02).

use sandbox::triggers::{Act, End, Machine, PeopleAct, Place, Trigger};

/// The operation to make a tariff request.
pub const TARIFFS: &str = "POST /v1/ctcm/request/create";
/// The operation to write a letter about a change of the tariff plan that lies ahead.
pub const LETTERS: &str = "POST /v1/ctcm/correspond/client/{cnum}/correspond/future/{id}";

/// The row of a tariff request that the bank declines: name, reason, and the reason in words.
macro_rules! declined {
    ($name:literal $reason:literal: $russian:literal, $english:literal) => {
        Trigger {
            name: $name,
            place: Place::Header(TARIFFS),
            value: $name,
            effect: (
                concat!("Сотрудники подпишут заявление, банк откажет: ", $russian),
                concat!("People sign the request and the bank declines it: ", $english),
            ),
            act: Act::TariffDecision($reason),
            ends: &[
                End::new(Machine::TariffRequest, "DECLINED"),
                End::new(Machine::DeclineReason, $reason),
            ],
        }
    };
}

/// The triggers of requests and letters, in the order of the documentation.
pub static TRIGGERS: &[Trigger] = &[
    Trigger {
        name: "tariff-done",
        place: Place::Header(TARIFFS),
        value: "tariff-done",
        effect: (
            "Сотрудники подпишут заявление, банк его исполнит",
            "People sign the request and the bank carries it out",
        ),
        act: Act::TariffDecision("DONE"),
        ends: &[End::new(Machine::TariffRequest, "DONE")],
    },
    declined! {
        "tariff-declined-client-closed" "CLIENT_CLOSED":
        "банк больше не обслуживает компанию", "the bank does not serve the company any more"
    },
    declined! {
        "tariff-declined-plan-withdrawn" "PLAN_WITHDRAWN":
        "тариф больше не предлагается", "the plan is not offered any more"
    },
    declined! {
        "tariff-declined-already-on-plan" "ALREADY_ON_PLAN": "тариф уже действует", "the company has the plan already"
    },
    declined! {
        "tariff-declined-signature-lost" "SIGNATURE_LOST":
        "подписавший больше не вправе подписывать", "somebody who signed may sign no more"
    },
    declined! {
        "tariff-declined-change-not-planned" "CHANGE_NOT_PLANNED":
        "такой смены тарифа впереди нет", "no such change lies ahead"
    },
    declined! { "tariff-declined-bank-decision" "BANK_DECISION": "банк так решил", "the bank has decided so" },
    declined! {
        "tariff-declined-bank-fault" "BANK_FAULT": "техническая ошибка банка", "a technical fault of the bank"
    },
    Trigger {
        name: "tariff-withdrawn",
        place: Place::Header(TARIFFS),
        value: "tariff-withdrawn",
        effect: ("Сотрудник отзовёт заявление", "A person withdraws the request"),
        act: Act::People(PeopleAct::Delete),
        ends: &[End::new(Machine::TariffRequest, "CANCELLED")],
    },
    Trigger {
        name: "letter-answered",
        place: Place::Header(LETTERS),
        value: "letter-answered",
        effect: ("Банк сразу ответит на письмо", "The bank answers the letter at once"),
        act: Act::LetterAnswer,
        ends: &[End::new(Machine::Letter, "ANSWERED")],
    },
];
