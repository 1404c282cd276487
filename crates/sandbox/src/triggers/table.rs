//! The rows of the table.

use std::time::Duration;

use edge::Fault;

use super::Trigger;
use super::act::{Act, PeopleAct, RailAct, WebhookAct};
use super::place::{CERTIFICATES, End, LETTERS, Machine, Place, STATEMENTS, TARIFFS};

/// The delay of a slow answer: longer than most libraries wait by habit for the first byte, short enough for a test.
const SLOWNESS: Duration = Duration::from_secs(3);

/// The row of a certificate that is rejected: name and amount, reason, and the reason in words.
macro_rules! rejected {
    (($name:literal, $amount:literal), $reason:literal, $russian:literal, $english:literal) => {
        Trigger {
            name: $name,
            place: Place::CertificateAmount,
            value: $amount,
            effect: (
                concat!("Справка отклонена: ", $russian),
                concat!("The certificate is rejected: ", $english),
            ),
            act: Act::CertificateReason($reason),
            ends: &[
                End::new(Machine::CertificateTask, "REJECTED"),
                End::new(Machine::Certificate, "REJECTED"),
                End::new(Machine::CertificateReason, $reason),
            ],
        }
    };
}

/// The row of a tariff request that the bank declines: name, reason, and the reason in words.
macro_rules! declined {
    ($name:literal, $reason:literal, $russian:literal, $english:literal) => {
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

/// Every trigger, in the order of the documentation.
pub const TRIGGERS: &[Trigger] = &[
    Trigger {
        name: "too-many-requests",
        place: Place::Header(""),
        value: "too-many-requests",
        effect: ("Ответ 429 с Retry-After 2; ничего не сделано", "429 with Retry-After 2; nothing is done"),
        act: Act::Fault(Fault::TooManyRequests { retry_after_s: 2 }),
        ends: &[],
    },
    Trigger {
        name: "internal-error",
        place: Place::Header(""),
        value: "internal-error",
        effect: ("Ответ 500; ничего не сделано", "500; nothing is done"),
        act: Act::Fault(Fault::Internal),
        ends: &[],
    },
    Trigger {
        name: "unavailable",
        place: Place::Header(""),
        value: "unavailable",
        effect: ("Ответ 503 с Retry-After 1; ничего не сделано", "503 with Retry-After 1; nothing is done"),
        act: Act::Fault(Fault::Unavailable),
        ends: &[],
    },
    Trigger {
        name: "slow-answer",
        place: Place::Header(""),
        value: "slow-answer",
        effect: ("Ответ придёт на 3 секунды позже", "The answer comes 3 seconds late"),
        act: Act::Fault(Fault::Slow(SLOWNESS)),
        ends: &[],
    },
    Trigger {
        name: "lost-answer",
        place: Place::Header(""),
        value: "lost-answer",
        effect: (
            "Всё сделано и записано, но соединение закрывается без ответа",
            "The work is done and committed, then the connection closes without an answer",
        ),
        act: Act::Fault(Fault::LostAnswer),
        ends: &[],
    },
    Trigger {
        name: "token-revoked",
        place: Place::Header(""),
        value: "token-revoked",
        effect: (
            "Ответ 401; сеанс завершён, его токены и refresh token больше не действуют",
            "401; the session has ended, and neither its tokens nor its refresh token work any more",
        ),
        act: Act::Fault(Fault::TokenRevoked),
        ends: &[],
    },
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
        place: Place::PayrollAmount,
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
        place: Place::PayrollAmount,
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
        place: Place::PayrollAmount,
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
        place: Place::PayrollAmount,
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
        place: Place::PayrollAccount,
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
        place: Place::PayrollBic,
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
        place: Place::PayrollBic,
        value: "0",
        effect: ("Ошибка проверки P20", "The checks refuse it: P20"),
        act: Act::SeedData,
        ends: &[End::new(Machine::SignedStatement, "ERROR"), End::new(Machine::Transfer, "ERROR")],
    },
    Trigger {
        name: "certificate-revoked",
        place: Place::Signature,
        value: "ivanova-C00001-FIRST-revoked",
        effect: ("Сертификат подписи отозван: S01", "The certificate of the signature is revoked: S01"),
        act: Act::SeedData,
        ends: &[End::new(Machine::SignedStatement, "ERROR_SIGN")],
    },
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
    declined!(
        "tariff-declined-client-closed",
        "CLIENT_CLOSED",
        "банк больше не обслуживает компанию",
        "the bank does not serve the company any more"
    ),
    declined!(
        "tariff-declined-plan-withdrawn",
        "PLAN_WITHDRAWN",
        "тариф больше не предлагается",
        "the plan is not offered any more"
    ),
    declined!(
        "tariff-declined-already-on-plan",
        "ALREADY_ON_PLAN",
        "тариф уже действует",
        "the company has the plan already"
    ),
    declined!(
        "tariff-declined-change-not-planned",
        "CHANGE_NOT_PLANNED",
        "такой смены тарифа впереди нет",
        "no such change lies ahead"
    ),
    declined!(
        "tariff-declined-bank-fault",
        "BANK_FAULT",
        "техническая ошибка банка",
        "a technical fault of the bank"
    ),
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
    Trigger {
        name: "certificate-accepted",
        place: Place::CertificateAmount,
        value: "6000.00",
        effect: (
            "Справка принята, как и с любой другой суммой не из этой таблицы",
            "The certificate is accepted, as with every other amount that is not in this table",
        ),
        act: Act::SeedData,
        ends: &[
            End::new(Machine::CertificateTask, "ACCEPTED"),
            End::new(Machine::CertificateTask, "PARTLY_ACCEPTED"),
            End::new(Machine::Certificate, "ACCEPTED"),
        ],
    },
    rejected!(
        ("certificate-account-number", "6001.01"),
        "ACCOUNT_NUMBER",
        "номер счёта",
        "the account number"
    ),
    rejected!(
        ("certificate-account-key", "6001.02"),
        "ACCOUNT_KEY",
        "контрольный ключ счёта",
        "the control key of the account"
    ),
    rejected!(
        ("certificate-future-date", "6001.03"),
        "FUTURE_DATE",
        "дата ещё не наступила",
        "a date in the future"
    ),
    rejected!(("certificate-currency-code", "6001.04"), "CURRENCY_CODE", "код валюты", "the currency code"),
    rejected!(
        ("certificate-amount-not-positive", "6001.05"),
        "AMOUNT_NOT_POSITIVE",
        "сумма не больше нуля",
        "an amount that is not above zero"
    ),
    rejected!(
        ("certificate-original-missing", "6001.06"),
        "ORIGINAL_MISSING",
        "не названа исправляемая справка",
        "the corrected certificate is not named"
    ),
    rejected!(
        ("certificate-original-not-found", "6001.07"),
        "ORIGINAL_NOT_FOUND",
        "исправляемой справки нет",
        "there is no corrected certificate"
    ),
    rejected!(
        ("certificate-original-rejected", "6001.08"),
        "ORIGINAL_REJECTED",
        "исправляемая справка отклонена",
        "the corrected certificate was rejected"
    ),
    rejected!(
        ("certificate-not-checked", "6001.09"),
        "NOT_CHECKED",
        "банк не смог проверить",
        "the bank could not check it"
    ),
    Trigger {
        name: "certificate-waits",
        place: Place::Header(CERTIFICATES),
        value: "certificate-waits",
        effect: (
            "Проверка ждёт решения сотрудника банка: `clientbank sandbox decide certificate`",
            "The check waits for the decision of the bank's staff: `clientbank sandbox decide certificate`",
        ),
        act: Act::CertificateWait,
        ends: &[],
    },
    Trigger {
        name: "inn-not-eligible",
        place: Place::Inn,
        value: "770712345633",
        effect: ("Нет компаний, которые можно подключить", "No company may be included"),
        act: Act::SeedData,
        ends: &[],
    },
    Trigger {
        name: "webinar-ended",
        place: Place::WebinarId,
        value: "2025-09-tariffs",
        effect: ("Вебинар завершён, материалов нет", "The webinar is over and has no materials"),
        act: Act::SeedData,
        ends: &[End::new(Machine::Webinar, "ENDED")],
    },
    Trigger {
        name: "webinar-materials",
        place: Place::WebinarId,
        value: "2025-03-payroll-start",
        effect: ("Вебинар завершён, материалы доступны", "The webinar is over and its materials are there"),
        act: Act::SeedData,
        ends: &[End::new(Machine::Webinar, "ATTACHMENTS_PROVIDED")],
    },
    Trigger {
        name: "webhook-lost",
        place: Place::WebhookUrl,
        value: "sandbox-trigger=webhook-lost",
        effect: (
            "Каждое событие приходит дважды: первый ответ получателя считается потерянным, через 5 секунд \
             оно придёт снова с тем же webhook-id",
            "Each event comes twice: the receiver's first answer counts as lost, and 5 seconds later the event comes \
             again with the same webhook-id",
        ),
        act: Act::Webhook(WebhookAct::AnswerLost),
        ends: &[],
    },
    Trigger {
        name: "webhook-late",
        place: Place::WebhookUrl,
        value: "sandbox-trigger=webhook-late",
        effect: (
            "Первая отправка каждого события не удаётся: оно приходит через 5 секунд, и другие события его обгоняют",
            "The first sending of each event fails: it comes 5 seconds later, and events of other things overtake it",
        ),
        act: Act::Webhook(WebhookAct::NotSent),
        ends: &[],
    },
];
