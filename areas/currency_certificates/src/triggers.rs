//! Amounts and a header by which a sandbox rehearses what the check of certificates finds (SBX-02).

use sandbox::triggers::{Act, End, Machine, Place, Trigger};

/// The operation to send certificates.
pub const CERTIFICATES: &str = "POST /v1/iso20022/currency-transaction-certificate";
/// The amount of a record of a certificate.
pub const AMOUNT: Place = Place::Value("`Tx/Amt` of a certificate");

/// The row of a certificate that is rejected: name and amount, reason, and the reason in words.
macro_rules! rejected {
    ($name:literal $amount:literal $reason:literal: $russian:literal, $english:literal) => {
        Trigger {
            name: $name,
            place: AMOUNT,
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

/// The triggers of certificates, in the order of the documentation.
pub static TRIGGERS: &[Trigger] = &[
    Trigger {
        name: "certificate-accepted",
        place: AMOUNT,
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
    rejected! { "certificate-account-number" "6001.01" "ACCOUNT_NUMBER": "номер счёта", "the account number" },
    rejected! {
        "certificate-account-key" "6001.02" "ACCOUNT_KEY": "контрольный ключ счёта", "the control key of the account"
    },
    rejected! { "certificate-future-date" "6001.03" "FUTURE_DATE": "дата ещё не наступила", "a date in the future" },
    rejected! { "certificate-currency-code" "6001.04" "CURRENCY_CODE": "код валюты", "the currency code" },
    rejected! {
        "certificate-amount-not-positive" "6001.05" "AMOUNT_NOT_POSITIVE":
        "сумма не больше нуля", "an amount that is not above zero"
    },
    rejected! {
        "certificate-original-missing" "6001.06" "ORIGINAL_MISSING":
        "не названа исправляемая справка", "the corrected certificate is not named"
    },
    rejected! {
        "certificate-original-not-found" "6001.07" "ORIGINAL_NOT_FOUND":
        "исправляемой справки нет", "there is no corrected certificate"
    },
    rejected! {
        "certificate-original-rejected" "6001.08" "ORIGINAL_REJECTED":
        "исправляемая справка отклонена", "the corrected certificate was rejected"
    },
    rejected! {
        "certificate-currency-control" "6001.10" "CURRENCY_CONTROL":
        "так решил валютный контроль", "currency control has decided so"
    },
    rejected! {
        "certificate-not-checked" "6001.09" "NOT_CHECKED": "банк не смог проверить", "the bank could not check it"
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
];

/// Reads for which reason the amount of a currency transaction certificate has it rejected.
pub fn certificate_reason(amount: &str) -> Option<&'static str> {
    let row = TRIGGERS.iter().find(|row| row.place == AMOUNT && is_same_amount(row.value, amount))?;
    match row.act {
        Act::CertificateReason(reason) => Some(reason),
        _ => None,
    }
}

/// Compares amounts as texts, because an XML decimal may end in zeros: `6001.10` and `6001.1` are the same.
fn is_same_amount(value: &str, sent: &str) -> bool {
    let plain = |text: &str| match text.split_once('.') {
        Some((whole, fraction)) => (whole.to_owned(), fraction.trim_end_matches('0').to_owned()),
        None => (text.to_owned(), String::new()),
    };
    plain(value) == plain(sent)
}
