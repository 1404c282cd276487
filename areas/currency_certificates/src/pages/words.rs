//! Every sentence of the pages about certificates, in both languages. Names of fields are in `labels`.

use kernel::Language;

use crate::task::{CertificateStatus, TaskState};

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) nothing: &'static str,
    pub(super) nothing_in_state: &'static str,
    pub(super) send: &'static str,
    pub(super) state: &'static str,
    pub(super) any_state: &'static str,
    pub(super) show: &'static str,
    pub(super) message: &'static str,
    pub(super) received: &'static str,
    pub(super) certificates: &'static str,
    pub(super) certificate: &'static str,
    pub(super) without_number: &'static str,
    pub(super) of_day: &'static str,
    pub(super) kind: &'static str,
    pub(super) task: &'static str,
    pub(super) digest: &'static str,
    pub(super) reasons: &'static str,
    pub(super) place: &'static str,
    pub(super) owner: &'static str,
    pub(super) account: &'static str,
    pub(super) country: &'static str,
    pub(super) corrects: &'static str,
    pub(super) records: &'static str,
    pub(super) day: &'static str,
    pub(super) operation: &'static str,
    pub(super) amount: &'static str,
    pub(super) contract: &'static str,
    pub(super) expected: &'static str,
    pub(super) remark: &'static str,
    pub(super) all_fields: &'static str,
    pub(super) cut: &'static str,
    pub(super) unreadable: &'static str,
    pub(super) report: &'static str,
    pub(super) document: &'static str,
    pub(super) sent: &'static str,
    pub(super) send_lead: &'static str,
    pub(super) file: &'static str,
    pub(super) file_hint: &'static str,
    pub(super) send_button: &'static str,
    pub(super) back: &'static str,
    pub(super) not_taken: &'static str,
    pub(super) empty: &'static str,
    pub(super) not_base64: &'static str,
    states: [&'static str; 5],
    statuses: [&'static str; 3],
}

impl Words {
    /// The sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// The name of a state.
    pub(super) const fn state(&self, state: TaskState) -> &'static str {
        match state {
            TaskState::Registered => self.states[0],
            TaskState::Checking => self.states[1],
            TaskState::Accepted => self.states[2],
            TaskState::PartlyAccepted => self.states[3],
            TaskState::Rejected => self.states[4],
        }
    }

    /// The name of a certificate's status, before its check too.
    pub(super) const fn status(&self, status: Option<CertificateStatus>) -> &'static str {
        match status {
            None => self.statuses[0],
            Some(CertificateStatus::Accepted) => self.statuses[1],
            Some(CertificateStatus::Rejected) => self.statuses[2],
        }
    }
}

static RUSSIAN: Words = Words {
    title: "Справки о валютных операциях",
    lead: "Сообщения ISO 20022, которые компания отправила в банк",
    nothing: "Компания ещё не отправляла справок.",
    nothing_in_state: "Сообщений в этом состоянии нет.",
    send: "Отправить файл",
    state: "Состояние",
    any_state: "Любое",
    show: "Показать",
    message: "Сообщение",
    received: "Получено",
    certificates: "Справок",
    certificate: "Справка",
    without_number: "без номера",
    of_day: "от",
    kind: "Формат",
    task: "Номер задачи",
    digest: "SHA-256 документа",
    reasons: "Почему отклонена",
    place: "строка",
    owner: "Владелец счёта",
    account: "Счёт",
    country: "Страна банка счёта",
    corrects: "Исправляет справку",
    records: "Операции",
    day: "Дата",
    operation: "Код операции",
    amount: "Сумма",
    contract: "Договор",
    expected: "Ожидается",
    remark: "Примечание",
    all_fields: "Все поля справки",
    cut: "Показаны не все: остальное в документе.",
    unreadable: "Банк не может прочитать документ, поэтому поля справки не показаны.",
    report: "Отчёт о статусе",
    document: "Документ",
    sent: "Сообщение принято. Справки проверяются, страница обновится сама.",
    send_lead: "Документ ISO 20022 auth.024, версии 001.01–001.04",
    file: "Документ XML",
    file_hint: "Выберите файл или вставьте текст документа. До 180\u{a0}КБ; больше принимает программный интерфейс.",
    send_button: "Отправить",
    back: "Отмена",
    not_taken: "Документ не принят",
    empty: "Выберите файл или вставьте документ.",
    not_base64: "Это не документ XML и не его запись в Base64.",
    states: ["Получено", "Проверяется", "Принято", "Принято частично", "Отклонено"],
    statuses: ["Ждёт проверки", "Принята", "Отклонена"],
};

static ENGLISH: Words = Words {
    title: "Currency transaction certificates",
    lead: "ISO 20022 messages that the company has sent to the bank",
    nothing: "The company has not sent any certificates yet.",
    nothing_in_state: "There are no messages in this state.",
    send: "Send a file",
    state: "State",
    any_state: "Any",
    show: "Show",
    message: "Message",
    received: "Received",
    certificates: "Certificates",
    certificate: "Certificate",
    without_number: "without a number",
    of_day: "of",
    kind: "Format",
    task: "Task",
    digest: "SHA-256 of the document",
    reasons: "Why it was rejected",
    place: "line",
    owner: "Account owner",
    account: "Account",
    country: "Country of the account’s bank",
    corrects: "Corrects certificate",
    records: "Operations",
    day: "Date",
    operation: "Operation code",
    amount: "Amount",
    contract: "Contract",
    expected: "Expected",
    remark: "Remark",
    all_fields: "All fields of the certificate",
    cut: "Not all are shown: the rest is in the document.",
    unreadable: "The bank cannot read the document, so the fields of the certificate are not shown.",
    report: "Status report",
    document: "Document",
    sent: "The message was accepted. Its certificates are being checked; this page follows.",
    send_lead: "An ISO 20022 document auth.024, versions 001.01–001.04",
    file: "XML document",
    file_hint: "Choose a file or paste the text of the document. Up to 180\u{a0}KB; the programming interface \
        takes more.",
    send_button: "Send",
    back: "Cancel",
    not_taken: "The document was not accepted",
    empty: "Choose a file or paste a document.",
    not_base64: "This is neither an XML document nor one written in Base64.",
    states: ["Received", "Being checked", "Accepted", "Partly accepted", "Rejected"],
    statuses: ["To be checked", "Accepted", "Rejected"],
};
