//! The sentences of the pages that sign several statements, in both languages.

kernel::words! {
    pub(super) struct Words {
        title = "Подпись нескольких ведомостей", "Sign several statements";
        lead =
            "Одно подтверждение подписывает все ведомости из списка.",
            "One confirmation signs all statements of the list.";
        statements = "Ведомостей", "Statements";
        left_out =
            "Не вошли в список, потому что вашей подписи не ждут",
            "Left out, because they do not wait for your signature";
        each_by_itself =
            "Каждая ведомость подписывается отдельно: если одна из них изменилась, остальные всё равно будут \
                подписаны.",
            "Each statement is signed separately: when one of them has changed, the others are signed all the same.";
        done_title = "Результат подписи", "Result of signing";
        signed = "Подписано", "Signed";
        of = "из", "of";
        for_total = "на сумму", "for";
        outcome = "Результат", "Result";
        not_found = "Ведомость не найдена", "There is no such statement";
        no_right =
            "Не подписана: у вас нет права на эту подпись",
            "Not signed: you do not have the right to give this signature";
        changed =
            "Не подписана: ведомость изменилась, посмотрите её ещё раз",
            "Not signed: the statement has changed, look at it again";
        not_in_this_state =
            "Не подписана: ведомость больше не ждёт подписи",
            "Not signed: the statement does not wait for signatures any more";
        not_needed = "Не подписана: эта подпись уже есть", "Not signed: this signature is there already";
        failed = "Не подписана: повторите попытку", "Not signed: try again";
        back = "К ведомостям", "To the statements";
        needs_script =
            "Подпись нескольких ведомостей сертификатом требует JavaScript. Без него подпишите каждую отдельно.",
            "Signing several statements with a certificate needs JavaScript. Without it, sign each one separately.";
    }
}
