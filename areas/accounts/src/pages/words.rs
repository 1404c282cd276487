//! Every sentence of the pages about accounts, in both languages.

use kernel::Language;

use super::operations::words as operations;

kernel::words! {
    pub(super) struct Words {
        title = "Главная", "Home";
        total = "Доступно на расчётных счетах", "Available in settlement accounts";
        total_hint =
            "открытые расчётные счета вашей компании, в рублях по курсу на сегодня",
            "open settlement accounts of your company, in roubles at today’s rate";
        more =
            "Показаны не все счета: их слишком много для одной страницы. Все счета отдаёт API.",
            "Not all accounts are shown: there are too many for one page. The API lists them all.";
        nothing =
            "Счетов, которые вы можете видеть, нет. Право на просмотр счетов даёт администратор компании.",
            "There are no accounts you may see. Your company’s administrator gives the right to see them.";
        account = "Счёт", "Account";
        state = "Состояние", "State";
        balance = "Доступно", "Available";
        in_roubles = "В рублях", "In roubles";
        settlement = "Расчётный счёт", "Settlement account";
        transit = "Транзитный счёт", "Transit account";
        deposit = "Депозит", "Deposit";
        overdraft = "Овердрафт", "Overdraft";
        open = "Открыт", "Open";
        blocked = "Заблокирован", "Blocked";
        closed = "Закрыт", "Closed";
        unknown = "нет данных", "no data";
        money_title = "Деньги на счёте", "Money in the account";
        own = "Собственные средства", "Own funds";
        held = "Заблокировано по картам и ведомостям", "Held for cards and payroll";
        limit = "Кредитный лимит", "Credit limit";
        rest = "Остаток на конец дня", "Closing balance";
        as_of = "на", "as of";
        details_title = "Реквизиты", "Bank details";
        owner = "Владелец", "Owner";
        number = "Номер счёта", "Account number";
        branch = "Отделение", "Branch";
        bic = "БИК", "BIC";
        correspondent_account = "Корреспондентский счёт", "Correspondent account";
        city = "Город", "City";
        operations: &'static operations::Words =
            operations::Words::of(Language::Russian),
            operations::Words::of(Language::English);
    }
}
