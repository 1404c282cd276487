//! Everything the bank can find wrong with a statement, as one table of codes (PAY-03).
//!
//! P.. concern the statement or its banks, T.. a single transfer, S.. signatures, D.. what execution refused or what
//! came back afterwards. A message names its parameters as {0}, {1}. To add a code, add its line here and in
//! docs/ERRORS.md; a test compares the two.

use kernel::{Language, text_enum};
use thiserror::Error;

text_enum! {
    /// The effect of a code on the statement or transfer it is found at.
    pub enum Severity {
        /// The statement is not executed: ERROR, or `ERROR_SIGN` for a signature.
        Error = "ERROR",
        /// The sender should look at it; execution is not hindered.
        Warning = "WARNING",
        /// Execution declined the statement or the transfer.
        Refusal = "REFUSAL",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("is no code of the catalogue")]
pub struct UnknownCode;

macro_rules! codes {
    ($($code:ident $severity:ident $russian:literal / $english:literal;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $english] $code,)+
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$code),+];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => stringify!($code),)+
                }
            }

            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)+
                }
            }

            /// Returns the message with {0}, {1} where the parameters stand.
            pub const fn template(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$code, Language::Russian) => $russian,
                    (Self::$code, Language::English) => $english,)+
                }
            }
        }

        impl std::str::FromStr for Code {
            type Err = UnknownCode;
            fn from_str(text: &str) -> Result<Self, UnknownCode> {
                match text {
                    $(stringify!($code) => Ok(Self::$code),)+
                    _ => Err(UnknownCode),
                }
            }
        }
    };
}

codes! {
    P01 Error "Количество переводов {0} не совпадает с указанным transfersCount {1}"
        / "There are {0} transfers, transfersCount says {1}";
    P02 Error "Сумма переводов {0} не совпадает с указанной totalAmount {1}"
        / "The transfers add up to {0}, totalAmount says {1}";
    P03 Error "Сумма переводов слишком велика"
        / "The sum of the transfers is out of range";
    P04 Error "Со счёта {0} нельзя платить рублями: он закрыт, заблокирован или ведётся в другой валюте"
        / "Roubles cannot be paid from the account {0}: it is closed, blocked or in another currency";
    P05 Error "Вид зачисления {0} больше не используется"
        / "The enrollment kind {0} is no longer in use";
    P06 Warning "Дата ведомости {0} уже прошла, ведомость будет исполнена сразу"
        / "The date {0} has passed, the statement is executed at once";
    P07 Error "Дата ведомости {0} позже чем через {1} дней"
        / "The date {0} is more than {1} days ahead";
    P08 Error "Не указан курс конверсии {0}, нужный переводам"
        / "There is no conversion rate for {0}, which transfers need";
    P09 Warning "Курс конверсии {0} не нужен ни одному переводу"
        / "No transfer needs the conversion rate for {0}";
    P10 Warning "Номер {0} в этом году уже есть у другой ведомости"
        / "Another statement of this year has the number {0}";
    P11 Warning "Не указан код вида дохода"
        / "The income code is not given";
    P12 Warning "Код вида дохода {0} не соответствует виду зачисления {1}"
        / "The income code {0} does not match the enrollment kind {1}";
    P13 Warning "Те же счета и суммы, что в ведомости №\u{a0}{0} от {1}: проверьте, не платите ли дважды"
        / "The same accounts and amounts as in the statement {0} of {1}: check whether you pay twice";
    P14 Warning "{0} — не рабочий день банка, ведомость будет исполнена {1}"
        / "{0} is no business day of the bank, the statement is executed on {1}";
    P15 Warning "После {0} ведомости исполняются на следующий рабочий день: {1}"
        / "After {0} statements are executed on the next business day: {1}";
    P20 Error "БИК должен состоять из 9 цифр"
        / "The BIC must be 9 digits";
    P21 Error "Счёт открыт в другом банке: нужен его БИК"
        / "The account is at another bank: its BIC is required";
    P22 Warning "Банк с БИК {0} неизвестен, перевод может вернуться"
        / "The bank with BIC {0} is not known, the transfer may come back";
    P30 Error "Курс конверсии {0} {1} выше курса банка {2} больше чем на {3} %"
        / "The conversion rate {1} for {0} is above the bank's rate {2} by more than {3} %";
    P31 Error "У банка нет курса {0}, конверсия невозможна"
        / "The bank has no rate for {0}, a conversion is not possible";
    P32 Error "Курс конверсии {0} {1} ниже курса банка {2} (допустимо ниже на {3} %)"
        / "The conversion rate {1} for {0} is below the bank's rate {2} (allowed below it: {3} %)";
    P33 Error "Банк не исполняет ведомости через этот канал"
        / "The bank executes no statements through this channel";
    P90 Error "Проверка не удалась, обратитесь в банк"
        / "The checks could not be completed, ask the bank";
    T01 Error "Фамилия: нужно от 1 до 50 символов без управляющих"
        / "The last name must have 1 to 50 characters and no control characters";
    T02 Error "Имя: нужно от 1 до 50 символов без управляющих"
        / "The first name must have 1 to 50 characters and no control characters";
    T03 Error "Отчество: не больше 50 символов без управляющих"
        / "The middle name must have at most 50 characters and no control characters";
    T04 Error "Порядковый номер должен быть не меньше 1"
        / "The order number must be at least 1";
    T05 Error "Порядковый номер {0} уже есть в переводе на строке {1}"
        / "The order number {0} is also that of the transfer at line {1}";
    T06 Error "Не заполнен лицевой счёт сотрудника"
        / "The employee's personal account is not filled";
    T07 Error "Счёт сотрудника должен состоять из 20 цифр с кодом валюты 810"
        / "The employee's account must be 20 digits with the currency code 810";
    T08 Error "Сумма должна быть больше нуля и иметь не больше двух знаков после запятой"
        / "The amount must be above zero with at most 2 fraction digits";
    T09 Error "Валюта перевода должна быть RUR"
        / "The currency of the transfer must be RUR";
    T10 Error "Табельный номер: не больше 60 символов без управляющих"
        / "The personnel number must have at most 60 characters and no control characters";
    T11 Error "Дата рождения должна быть прошедшим днём в виде ГГГГ-ММ-ДД"
        / "The birth date must be a day in the past as YYYY-MM-DD";
    T12 Error "Номер карты должен состоять из 14–20 цифр"
        / "The card number must be 14 to 20 digits";
    T13 Error "Конверсия: процент от 1 до 100, валюта USD, EUR или CNY"
        / "A conversion has a percent from 1 to 100 and one of the currencies USD, EUR, CNY";
    T14 Error "Конверсия: не больше двух разных валют и не больше 100 процентов вместе"
        / "The conversions of a transfer are of at most 2 different currencies and at most 100 percent in all";
    T15 Warning "Контрольный ключ счёта {0} не соответствует БИК {1}"
        / "The control key of the account {0} is not right for the BIC {1}";
    T16 Warning "Проверьте счёт и его привязку к зарплатному проекту"
        / "Check the account and its attachment to the salary project";
    T17 Error "Сумма удержания должна быть больше нуля и иметь не больше двух знаков после запятой"
        / "The deduction amount must be above zero with at most 2 fraction digits";
    T18 Error "Конверсия возможна только при переводе на счёт в этом банке"
        / "A conversion needs an account at this bank";
    T19 Error "Конвертируемой части не хватает даже на 0,01 {0}"
        / "The part to be converted does not buy 0.01 {0}";
    T20 Error "По этому курсу сумма в {0} слишком велика"
        / "At this rate the amount in {0} is out of range";
    T21 Warning "Тот же счёт у другого сотрудника, в переводе на строке {0}"
        / "Another employee has the same account, in the transfer at line {0}";
    T22 Error "Банк не исполняет через этот канал переводы в другие банки"
        / "The bank makes no payments to other banks through this channel";
    S01 Error "{0}"
        / "{1}";
    S02 Error "Не хватает подписей: первых {0}, вторых {1}"
        / "Signatures are missing: first {0}, second {1}";
    S03 Error "Поле digest не равно дайджесту payload, который вычислил банк: {0}"
        / "digest is not the digest of payload, which the bank computes as {0}";
    S20 Error "Не хватает подписей: первых {0}, вторых {1}. Один человек подписывает документ один раз"
        / "Signatures are missing: first {0}, second {1}. One person signs a document once";
    D01 Refusal "На счёте {0} недостаточно денег"
        / "There is not enough money on the account {0}";
    D02 Refusal "Счёт списания {0} закрыт или заблокирован"
        / "The debit account {0} is closed or blocked";
    D03 Refusal "Счёт получателя закрыт или не найден"
        / "The employee's account is closed or not found";
    D04 Refusal "Банк получателя вернул перевод: {0}"
        / "The employee's bank returned the transfer: {1}";
    D05 Refusal "У получателя нет открытого счёта в валюте {0}"
        / "The employee has no open account in {0}";
    D06 Refusal "Ни один перевод не исполнен"
        / "No transfer was executed";
    D07 Refusal "Перевод не исполнен из-за технической ошибки"
        / "A technical fault kept the transfer from being executed";
    D09 Refusal "Счёт не может принять такую сумму"
        / "The account cannot take such an amount";
    D10 Refusal "В день исполнения подпись больше не действует. {0}"
        / "On the day of execution a signature does not count any more. {1}";
    D11 Refusal "Подписи не поставлены в срок, дней: {0}"
        / "The signatures were not given in time, days: {0}";
    D12 Refusal "Ни один перевод не исполнен: счета получателей закрыты, не найдены или не могут принять перевод"
        / "No transfer was executed: the employees' accounts are closed, not found or cannot take the money";
    D13 Refusal "Ни один перевод не исполнен: исчерпан дневной лимит банка на продажу валюты"
        / "No transfer was executed: the bank's limit for sales of the currency on one day is reached";
    D14 Refusal "Ни один перевод не исполнен: исполнение прекращено из-за технической ошибки"
        / "No transfer was executed: the execution was given up because of a technical fault";
    D15 Refusal "Ни один перевод не исполнен: банки получателей вернули деньги, они на счёте {0}"
        / "No transfer was executed: the employees' banks returned the money, it is on the account {0}";
    D16 Refusal "Ни один перевод не исполнен. Вернувшиеся деньги счёт {0} не принимает, их хранит банк"
        / "No transfer was executed. The bank keeps the money that came back, because the account {0} does not take it";
    D17 Refusal "Банк получателя вернул перевод: {0}. Счёт списания {2} не принимает деньги, их хранит банк"
        / "The employee's bank returned the transfer: {1}. The account {2} does not take the money, the bank keeps it";
    D18 Refusal "Банк получателя вернул перевод: {0}. Деньги зачислены на счёт {2}"
        / "The employee's bank returned the transfer: {1}. The money is on the account {2}";
    D19 Refusal "Банк больше не обслуживает компанию"
        / "The bank does not serve the company any more";
    D20 Refusal "Курс конверсии {0} {1} выше курса банка в день исполнения {2} больше чем на {3} %"
        / "The conversion rate {1} for {0} is above the bank's rate on the day of execution {2} by more than {3} %";
    D21 Refusal "В день исполнения у банка нет курса {0}"
        / "The bank has no rate for {0} on the day of execution";
    D22 Refusal "Дневной лимит банка на продажу {0} исчерпан"
        / "The bank's limit for sales of {0} on one day is reached";
    D23 Refusal "Перевод нельзя конвертировать по курсу ведомости"
        / "The transfer cannot be converted at the rate of the statement";
    D24 Refusal "Курс конверсии {0} {1} ниже курса банка в день исполнения {2} (допустимо ниже на {3} %)"
        / "The rate {1} for {0} is below the bank's rate on the day of execution {2} (allowed below it: {3} %)";
    D25 Refusal "Банк не исполнил перевод: {0}"
        / "The bank did not execute the transfer: {1}";
    D26 Refusal "Ни один перевод не исполнен: банк отказал, причины указаны у переводов"
        / "No transfer was executed: the bank refused, each transfer has its reason";
    D27 Warning "Перевод исполнен, но {2} вернулось {3} ₽: {0}"
        / "The transfer was made, but {3} roubles came back on {2}: {1}";
    D28 Warning "Перевод исполнен, но {2} вернулось {3} ₽: {0}. Счёт {4} деньги не принимает, их хранит банк"
        / "The transfer was made, but {3} roubles came back on {2}: {1}. The bank keeps them: {4} takes nothing";
    D29 Warning "Перевод исполнен, но {2} вернулось {3} ₽: {0}. Деньги зачислены на счёт {4}"
        / "The transfer was made, but {3} roubles came back on {2}: {1}. The money is on the account {4}";
}

impl Code {
    /// Returns `true` for codes about signatures or digest.
    pub fn is_of_signatures(self) -> bool {
        self.as_str().starts_with('S')
    }

    /// Returns `true` for codes about what execution refused or what came back afterwards.
    pub fn is_of_execution(self) -> bool {
        self.as_str().starts_with('D')
    }

    /// Returns the message with its parameters in their places. What a parameter has in braces is its own.
    pub fn message<T: AsRef<str>>(self, language: Language, parameters: &[T]) -> String {
        let mut pieces = self.template(language).split('{');
        let mut message = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (place, text) = piece.split_once('}').unwrap_or((piece, ""));
            match place.parse().ok().and_then(|place: usize| parameters.get(place)) {
                Some(parameter) => message.push_str(parameter.as_ref()),
                None => message.extend(["{", place, "}"]),
            }
            message.push_str(text);
        }
        message
    }
}

/// The reason why something was declined, or a signature refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub code: Code,
    /// The texts that its message names.
    pub parameters: Vec<String>,
}

impl Reason {
    pub const fn new(code: Code) -> Self {
        Self { code, parameters: Vec::new() }
    }

    pub fn with(code: Code, parameters: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { code, parameters: parameters.into_iter().map(Into::into).collect() }
    }

    pub fn message(&self, language: Language) -> String {
        self.code.message(language, &self.parameters)
    }
}

/// Something wrong with a statement or one of its transfers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The transfer's line, from 1; 0 is the statement itself.
    pub line: i64,
    /// The code, with its parameters.
    pub what: Reason,
}

impl Finding {
    pub const fn of_statement(what: Reason) -> Self {
        Self { line: 0, what }
    }

    pub const fn is_error(&self) -> bool {
        matches!(self.what.code.severity(), Severity::Error)
    }
}

/// A code found at transfers of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAtTransfers {
    /// The code, with the parameters of the first transfer.
    pub what: Reason,
    pub transfers_count: i64,
    pub first_line: i64,
}

#[cfg(test)]
mod tests;
