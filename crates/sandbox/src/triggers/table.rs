//! The rows of the table.

use std::time::Duration;

use edge::Fault;

use super::Trigger;
use super::act::{Act, PeopleAct, RailAct, WebhookAct};
use super::place::{CERTIFICATES, End, LETTERS, Machine, Place, STATEMENTS, TARIFFS};

/// The delay of a slow answer: longer than most libraries wait by habit for the first byte, short enough for a test.
const SLOWNESS: Duration = Duration::from_secs(3);

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
            "Банк получателя вернёт перевод через HH часов (00–98)",
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
    Trigger {
        name: "tariff-declined-client-closed",
        place: Place::Header(TARIFFS),
        value: "tariff-declined-client-closed",
        effect: (
            "Сотрудники подпишут заявление, банк откажет: банк больше не обслуживает компанию",
            "People sign the request and the bank declines it: the bank does not serve the company any more",
        ),
        act: Act::TariffDecision("CLIENT_CLOSED"),
        ends: &[
            End::new(Machine::TariffRequest, "DECLINED"),
            End::new(Machine::DeclineReason, "CLIENT_CLOSED"),
        ],
    },
    Trigger {
        name: "tariff-declined-plan-withdrawn",
        place: Place::Header(TARIFFS),
        value: "tariff-declined-plan-withdrawn",
        effect: (
            "Сотрудники подпишут заявление, банк откажет: тариф больше не предлагается",
            "People sign the request and the bank declines it: the plan is not offered any more",
        ),
        act: Act::TariffDecision("PLAN_WITHDRAWN"),
        ends: &[
            End::new(Machine::TariffRequest, "DECLINED"),
            End::new(Machine::DeclineReason, "PLAN_WITHDRAWN"),
        ],
    },
    Trigger {
        name: "tariff-declined-already-on-plan",
        place: Place::Header(TARIFFS),
        value: "tariff-declined-already-on-plan",
        effect: (
            "Сотрудники подпишут заявление, банк откажет: тариф уже действует",
            "People sign the request and the bank declines it: the company has the plan already",
        ),
        act: Act::TariffDecision("ALREADY_ON_PLAN"),
        ends: &[
            End::new(Machine::TariffRequest, "DECLINED"),
            End::new(Machine::DeclineReason, "ALREADY_ON_PLAN"),
        ],
    },
    Trigger {
        name: "tariff-declined-change-not-planned",
        place: Place::Header(TARIFFS),
        value: "tariff-declined-change-not-planned",
        effect: (
            "Сотрудники подпишут заявление, банк откажет: такой смены тарифа впереди нет",
            "People sign the request and the bank declines it: no such change lies ahead",
        ),
        act: Act::TariffDecision("CHANGE_NOT_PLANNED"),
        ends: &[
            End::new(Machine::TariffRequest, "DECLINED"),
            End::new(Machine::DeclineReason, "CHANGE_NOT_PLANNED"),
        ],
    },
    Trigger {
        name: "tariff-declined-bank-fault",
        place: Place::Header(TARIFFS),
        value: "tariff-declined-bank-fault",
        effect: (
            "Сотрудники подпишут заявление, банк откажет: техническая ошибка банка",
            "People sign the request and the bank declines it: a technical fault of the bank",
        ),
        act: Act::TariffDecision("BANK_FAULT"),
        ends: &[End::new(Machine::TariffRequest, "DECLINED"), End::new(Machine::DeclineReason, "BANK_FAULT")],
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
    Trigger {
        name: "certificate-account-number",
        place: Place::CertificateAmount,
        value: "6001.01",
        effect: ("Справка отклонена: номер счёта", "The certificate is rejected: the account number"),
        act: Act::CertificateReason("ACCOUNT_NUMBER"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "ACCOUNT_NUMBER"),
        ],
    },
    Trigger {
        name: "certificate-account-key",
        place: Place::CertificateAmount,
        value: "6001.02",
        effect: (
            "Справка отклонена: контрольный ключ счёта",
            "The certificate is rejected: the control key of the account",
        ),
        act: Act::CertificateReason("ACCOUNT_KEY"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "ACCOUNT_KEY"),
        ],
    },
    Trigger {
        name: "certificate-future-date",
        place: Place::CertificateAmount,
        value: "6001.03",
        effect: (
            "Справка отклонена: дата ещё не наступила",
            "The certificate is rejected: a date in the future",
        ),
        act: Act::CertificateReason("FUTURE_DATE"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "FUTURE_DATE"),
        ],
    },
    Trigger {
        name: "certificate-currency-code",
        place: Place::CertificateAmount,
        value: "6001.04",
        effect: ("Справка отклонена: код валюты", "The certificate is rejected: the currency code"),
        act: Act::CertificateReason("CURRENCY_CODE"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "CURRENCY_CODE"),
        ],
    },
    Trigger {
        name: "certificate-amount-not-positive",
        place: Place::CertificateAmount,
        value: "6001.05",
        effect: (
            "Справка отклонена: сумма не больше нуля",
            "The certificate is rejected: an amount that is not above zero",
        ),
        act: Act::CertificateReason("AMOUNT_NOT_POSITIVE"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "AMOUNT_NOT_POSITIVE"),
        ],
    },
    Trigger {
        name: "certificate-original-missing",
        place: Place::CertificateAmount,
        value: "6001.06",
        effect: (
            "Справка отклонена: не названа исправляемая справка",
            "The certificate is rejected: the corrected certificate is not named",
        ),
        act: Act::CertificateReason("ORIGINAL_MISSING"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "ORIGINAL_MISSING"),
        ],
    },
    Trigger {
        name: "certificate-original-not-found",
        place: Place::CertificateAmount,
        value: "6001.07",
        effect: (
            "Справка отклонена: исправляемой справки нет",
            "The certificate is rejected: there is no corrected certificate",
        ),
        act: Act::CertificateReason("ORIGINAL_NOT_FOUND"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "ORIGINAL_NOT_FOUND"),
        ],
    },
    Trigger {
        name: "certificate-original-rejected",
        place: Place::CertificateAmount,
        value: "6001.08",
        effect: (
            "Справка отклонена: исправляемая справка отклонена",
            "The certificate is rejected: the corrected certificate was rejected",
        ),
        act: Act::CertificateReason("ORIGINAL_REJECTED"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "ORIGINAL_REJECTED"),
        ],
    },
    Trigger {
        name: "certificate-not-checked",
        place: Place::CertificateAmount,
        value: "6001.09",
        effect: (
            "Справка отклонена: банк не смог проверить",
            "The certificate is rejected: the bank could not check it",
        ),
        act: Act::CertificateReason("NOT_CHECKED"),
        ends: &[
            End::new(Machine::CertificateTask, "REJECTED"),
            End::new(Machine::Certificate, "REJECTED"),
            End::new(Machine::CertificateReason, "NOT_CHECKED"),
        ],
    },
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
