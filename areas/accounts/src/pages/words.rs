//! Every sentence of the pages about accounts, in both languages.

use kernel::Language;

use super::operations::words as operations;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) total: &'static str,
    pub(super) total_hint: &'static str,
    pub(super) nothing: &'static str,
    pub(super) account: &'static str,
    pub(super) state: &'static str,
    pub(super) balance: &'static str,
    pub(super) in_roubles: &'static str,
    pub(super) settlement: &'static str,
    pub(super) transit: &'static str,
    pub(super) deposit: &'static str,
    pub(super) overdraft: &'static str,
    pub(super) open: &'static str,
    pub(super) blocked: &'static str,
    pub(super) closed: &'static str,
    pub(super) unknown: &'static str,
    pub(super) money_title: &'static str,
    pub(super) own: &'static str,
    pub(super) held: &'static str,
    pub(super) limit: &'static str,
    pub(super) rest: &'static str,
    pub(super) as_of: &'static str,
    pub(super) details_title: &'static str,
    pub(super) owner: &'static str,
    pub(super) number: &'static str,
    pub(super) branch: &'static str,
    pub(super) bic: &'static str,
    pub(super) correspondent_account: &'static str,
    pub(super) city: &'static str,
    pub(super) operations: &'static operations::Words,
}

impl Words {
    /// The sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }
}

static RUSSIAN: Words = Words {
    title: "Главная",
    total: "Доступно на расчётных счетах",
    total_hint: "открытые расчётные счета вашей компании, в рублях по курсу на сегодня",
    nothing: "Счетов, которые вы можете видеть, нет. Право на просмотр счетов даёт администратор компании.",
    account: "Счёт",
    state: "Состояние",
    balance: "Доступно",
    in_roubles: "В рублях",
    settlement: "Расчётный счёт",
    transit: "Транзитный счёт",
    deposit: "Депозит",
    overdraft: "Овердрафт",
    open: "Открыт",
    blocked: "Заблокирован",
    closed: "Закрыт",
    unknown: "нет данных",
    money_title: "Деньги на счёте",
    own: "Собственные средства",
    held: "Заблокировано по картам",
    limit: "Кредитный лимит",
    rest: "Остаток на конец дня",
    as_of: "на",
    details_title: "Реквизиты",
    owner: "Владелец",
    number: "Номер счёта",
    branch: "Отделение",
    bic: "БИК",
    correspondent_account: "Корреспондентский счёт",
    city: "Город",
    operations: &operations::RUSSIAN,
};

static ENGLISH: Words = Words {
    title: "Home",
    total: "Available in settlement accounts",
    total_hint: "open settlement accounts of your company, in roubles at today’s rate",
    nothing: "There are no accounts you may see. Your company’s administrator gives the right to see them.",
    account: "Account",
    state: "State",
    balance: "Available",
    in_roubles: "In roubles",
    settlement: "Settlement account",
    transit: "Transit account",
    deposit: "Deposit",
    overdraft: "Overdraft",
    open: "Open",
    blocked: "Blocked",
    closed: "Closed",
    unknown: "no data",
    money_title: "Money in the account",
    own: "Own funds",
    held: "Held for cards",
    limit: "Credit limit",
    rest: "Closing balance",
    as_of: "as of",
    details_title: "Bank details",
    owner: "Owner",
    number: "Account number",
    branch: "Branch",
    bic: "BIC",
    correspondent_account: "Correspondent account",
    city: "City",
    operations: &operations::ENGLISH,
};
