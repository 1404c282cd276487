//! The sentences of the pages that sign several statements, in both languages.

use kernel::Language;

/// The sentences of one language, each named after what it stands for.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) statements: &'static str,
    pub(super) left_out: &'static str,
    pub(super) each_by_itself: &'static str,
    pub(super) done_title: &'static str,
    pub(super) signed: &'static str,
    pub(super) of: &'static str,
    pub(super) for_total: &'static str,
    pub(super) outcome: &'static str,
    pub(super) not_found: &'static str,
    pub(super) no_right: &'static str,
    pub(super) changed: &'static str,
    pub(super) not_in_this_state: &'static str,
    pub(super) not_needed: &'static str,
    pub(super) failed: &'static str,
    pub(super) back: &'static str,
    pub(super) needs_script: &'static str,
}

impl Words {
    /// Returns the sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }
}

static RUSSIAN: Words = Words {
    title: "Подпись нескольких ведомостей",
    lead: "Одно подтверждение подписывает все ведомости из списка.",
    statements: "Ведомостей",
    left_out: "Не вошли в список, потому что вашей подписи не ждут",
    each_by_itself: "Каждая ведомость подписывается отдельно: если одна из них изменилась, остальные всё равно будут \
        подписаны.",
    done_title: "Результат подписи",
    signed: "Подписано",
    of: "из",
    for_total: "на сумму",
    outcome: "Результат",
    not_found: "Ведомость не найдена",
    no_right: "Не подписана: у вас нет права на эту подпись",
    changed: "Не подписана: ведомость изменилась, посмотрите её ещё раз",
    not_in_this_state: "Не подписана: ведомость больше не ждёт подписи",
    not_needed: "Не подписана: эта подпись уже есть",
    failed: "Не подписана: повторите попытку",
    back: "К ведомостям",
    needs_script: "Подпись нескольких ведомостей сертификатом требует JavaScript. Без него подпишите каждую отдельно.",
};

static ENGLISH: Words = Words {
    title: "Sign several statements",
    lead: "One confirmation signs all statements of the list.",
    statements: "Statements",
    left_out: "Left out, because they do not wait for your signature",
    each_by_itself: "Each statement is signed separately: when one of them has changed, the others are signed all the \
        same.",
    done_title: "Result of signing",
    signed: "Signed",
    of: "of",
    for_total: "for",
    outcome: "Result",
    not_found: "There is no such statement",
    no_right: "Not signed: you do not have the right to give this signature",
    changed: "Not signed: the statement has changed, look at it again",
    not_in_this_state: "Not signed: the statement does not wait for signatures any more",
    not_needed: "Not signed: this signature is there already",
    failed: "Not signed: try again",
    back: "To the statements",
    needs_script: "Signing several statements with a certificate needs JavaScript. Without it, sign each one \
        separately.",
};
