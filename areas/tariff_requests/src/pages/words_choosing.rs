//! Every sentence of the pages on which a plan is chosen, in both languages.

kernel::words! {
    pub(super) struct Words {
        tariffs = "Тарифы", "Tariffs";
        title = "Смена тарифного плана", "Change of the tariff plan";
        lead =
            "Выберите план. Сравним его цены с вашими; тариф действует для всех счетов компании.",
            "Choose a plan. Its prices are shown beside yours; a plan applies to all accounts of the company.";
        no_plans =
            "Сейчас банк не предлагает тарифных планов. Чтобы узнать об условиях,",
            "The bank offers no tariff plans at present. To learn about the terms,";
        write = "напишите в банк", "write to the bank";
        not_offered =
            "Такого тарифного плана нет, или банк его больше не предлагает. Выберите другой.",
            "There is no such tariff plan, or the bank does not offer it any more. Choose another.";
        in_the_way =
            "У компании уже есть незавершённое заявление на смену тарифа. Подпишите его, удалите или отзовите; если \
                банк его уже исполняет, дождитесь конца.",
            "The company has a request that is not finished. Sign it, delete it or withdraw it; if the bank is already \
             carrying it out, wait for the end.";
        open_it = "Открыть заявление", "Open the request";
        todays = "ваш план", "your plan";
        a_month = "в месяц", "a month";
        compare = "Сравнить", "Compare";
        comparison_lead = "Цены сейчас и после перехода", "Prices today and after the change";
        from = "Новый план вступит в силу", "The new plan takes effect on";
        from_hint =
            "если все подписи будут поставлены сегодня: план меняется с первого числа следующего месяца",
            "if all signatures are given today: a plan changes on the first day of the next month";
        from_hint_of_bank =
            "если все подписи будут поставлены сегодня и банк не назначит другой день",
            "if all signatures are given today, and the bank sets no other day";
        supersedes = "Уже назначенный переход будет заменён:", "It replaces the planned change:";
        already_yours =
            "Это ваш нынешний план: просить о нём незачем, если вы не отменяете будущий переход.",
            "This is your plan already: ask for it only to give up a planned change.";
        prices = "Сравнение цен", "Comparison of prices";
        service = "Услуга", "Service";
        today = "Сейчас", "Today";
        no_plan = "план не установлен", "no plan";
        not_named = "нет в плане", "not in the plan";
        differs = "изменится", "changes";
        monthly_fee = "Обслуживание в месяц", "Monthly service fee";
        document = "Заявление", "Request";
        document_lead =
            "Так будет выглядеть документ. Номер и дату он получит, когда вы его создадите.",
            "The document will look like this. It gets its number and date when you make it.";
        make = "Создать заявление", "Make the request";
        make_lead =
            "Тариф изменится только после всех подписей: их ставят на странице заявления.",
            "The plan changes only after all signatures: they are given on the page of the request.";
        other_plan = "Другой план", "Another plan";
    }
}
