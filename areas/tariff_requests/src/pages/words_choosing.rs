//! Every sentence of the pages on which a plan is chosen, in both languages.

use kernel::Language;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) tariffs: &'static str,
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) no_plans: &'static str,
    pub(super) write: &'static str,
    pub(super) not_offered: &'static str,
    pub(super) in_the_way: &'static str,
    pub(super) open_it: &'static str,
    pub(super) todays: &'static str,
    pub(super) a_month: &'static str,
    pub(super) compare: &'static str,
    pub(super) comparison_lead: &'static str,
    pub(super) from: &'static str,
    pub(super) from_hint: &'static str,
    pub(super) supersedes: &'static str,
    pub(super) already_yours: &'static str,
    pub(super) prices: &'static str,
    pub(super) service: &'static str,
    pub(super) today: &'static str,
    pub(super) no_plan: &'static str,
    pub(super) not_named: &'static str,
    pub(super) differs: &'static str,
    pub(super) monthly_fee: &'static str,
    pub(super) document: &'static str,
    pub(super) document_lead: &'static str,
    pub(super) make: &'static str,
    pub(super) make_lead: &'static str,
    pub(super) other_plan: &'static str,
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
    tariffs: "Тарифы",
    title: "Смена тарифного плана",
    lead: "Выберите план. Сравним его цены с вашими; тариф действует для всех счетов компании.",
    no_plans: "Сейчас банк не предлагает тарифных планов. Чтобы узнать об условиях,",
    write: "напишите в банк",
    not_offered: "Такого тарифного плана нет, или банк его больше не предлагает. Выберите другой.",
    in_the_way: "У компании уже есть незавершённое заявление на смену тарифа. Подпишите его, удалите или отзовите.",
    open_it: "Открыть заявление",
    todays: "ваш план",
    a_month: "в месяц",
    compare: "Сравнить",
    comparison_lead: "Цены сейчас и после перехода",
    from: "Новый план вступит в силу",
    from_hint: "если все подписи будут поставлены сегодня: план меняется с первого числа следующего месяца",
    supersedes: "Уже назначенный переход будет заменён:",
    already_yours: "Это ваш нынешний план: просить о нём незачем, если вы не отменяете будущий переход.",
    prices: "Сравнение цен",
    service: "Услуга",
    today: "Сейчас",
    no_plan: "план не установлен",
    not_named: "нет в плане",
    differs: "изменится",
    monthly_fee: "Обслуживание в месяц",
    document: "Заявление",
    document_lead: "Так будет выглядеть документ. Номер и дату он получит, когда вы его создадите.",
    make: "Создать заявление",
    make_lead: "Тариф изменится только после подписей: вы поставите свою на следующей странице.",
    other_plan: "Другой план",
};

static ENGLISH: Words = Words {
    tariffs: "Tariffs",
    title: "Change of the tariff plan",
    lead: "Choose a plan. Its prices are shown beside yours; a plan counts for all accounts of the company.",
    no_plans: "The bank offers no tariff plans at present. To learn about the terms,",
    write: "write to the bank",
    not_offered: "There is no such tariff plan, or the bank does not offer it any more. Choose another.",
    in_the_way: "The company has a request that is not finished. Sign it, delete it or withdraw it.",
    open_it: "Open the request",
    todays: "your plan",
    a_month: "a month",
    compare: "Compare",
    comparison_lead: "Prices today and after the change",
    from: "The new plan becomes effective on",
    from_hint: "if all signatures are given today: a plan changes on the first day of the next month",
    supersedes: "It takes the place of the change that is planned:",
    already_yours: "This is your plan already: ask for it only to give up a change that lies ahead.",
    prices: "Comparison of prices",
    service: "Service",
    today: "Today",
    no_plan: "no plan",
    not_named: "not in the plan",
    differs: "changes",
    monthly_fee: "Service fee a month",
    document: "Request",
    document_lead: "The document will look like this. It gets its number and date when you make it.",
    make: "Make the request",
    make_lead: "The plan changes after the signatures alone: you give yours on the next page.",
    other_plan: "Another plan",
};
