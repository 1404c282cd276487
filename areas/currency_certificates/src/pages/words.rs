//! Every sentence of the pages about certificates, in both languages. Names of fields are in `labels`.

use crate::task::{CertificateStatus, TaskState};

kernel::words! {
    pub(super) struct Words {
        title = "Справки о валютных операциях", "Currency transaction certificates";
        lead =
            "Сообщения ISO 20022, которые компания отправила в банк",
            "ISO 20022 messages that the company has sent to the bank";
        nothing = "Компания ещё не отправляла справок.", "The company has not sent any certificates yet.";
        nothing_in_state = "Сообщений в этом состоянии нет.", "There are no messages in this state.";
        send = "Отправить файл", "Send a file";
        state = "Состояние", "State";
        any_state = "Любое", "Any";
        show = "Показать", "Show";
        message = "Сообщение", "Message";
        received = "Получено", "Received";
        certificates = "Справок", "Certificates";
        certificate = "Справка", "Certificate";
        without_number = "без номера", "without a number";
        of_day = "от", "of";
        kind = "Формат", "Format";
        task = "Номер задачи", "Task";
        digest = "SHA-256 документа", "SHA-256 of the document";
        reasons = "Почему отклонена", "Why it was rejected";
        place = "строка", "line";
        owner = "Владелец счёта", "Account owner";
        account = "Счёт", "Account";
        country = "Страна банка счёта", "Country of the account’s bank";
        corrects = "Исправляет справку", "Corrects certificate";
        records = "Операции", "Operations";
        day = "Дата", "Date";
        operation = "Код операции", "Operation code";
        amount = "Сумма", "Amount";
        contract = "Договор", "Contract";
        expected = "Ожидается", "Expected";
        remark = "Примечание", "Remark";
        all_fields = "Все поля справки", "All fields of the certificate";
        cut = "Показаны не все: остальное в документе.", "Not all are shown: the rest is in the document.";
        unreadable =
            "Банк не может прочитать документ, поэтому поля справки не показаны.",
            "The bank cannot read the document, so the fields of the certificate are not shown.";
        report = "Отчёт о статусе", "Status report";
        document = "Документ", "Document";
        sent =
            "Сообщение принято. Справки проверяются, страница обновится сама.",
            "The message was accepted. Its certificates are being checked; this page updates itself.";
        send_lead =
            "Документ ISO 20022 auth.024, версии 001.01–001.04",
            "An ISO 20022 document auth.024, versions 001.01–001.04";
        file = "Документ XML", "XML document";
        file_hint =
            "Выберите файл или вставьте текст документа. До 180\u{a0}КБ; больше принимает программный интерфейс.",
            "Choose a file or paste the text of the document. Up to 180\u{a0}KB; the programming interface takes more.";
        send_button = "Отправить", "Send";
        back = "Отмена", "Cancel";
        not_taken = "Документ не принят", "The document was not accepted";
        not_taken_hint =
            "Замечания составлены по-английски: передайте их тому, кто настраивает выгрузку документа.",
            "Pass these remarks on to whoever sets up the export of the document.";
        empty = "Выберите файл или вставьте документ.", "Choose a file or paste a document.";
        not_base64 =
            "Это не документ XML и не его запись в Base64.",
            "This is neither an XML document nor one written in Base64.";
        message_used =
            "Компания уже отправила сообщение с номером",
            "The company has already sent a message with the identification";
        transactions_used =
            "Идентификаторы операций уже использованы или повторяются в документе",
            "These transaction identifications were used already or occur twice in the document";
        /// Before the number of those that are not listed.
        more_transactions = "ещё", "more";
        /// In the order of [`TaskState::ALL`].
        states: [&'static str; TaskState::ALL.len()] =
            ["Получено", "Проверяется", "Принято", "Принято частично", "Отклонено"],
            ["Received", "Being checked", "Accepted", "Partly accepted", "Rejected"];
        statuses: [&'static str; 3] =
            ["Ждёт проверки", "Принята", "Отклонена"],
            ["To be checked", "Accepted", "Rejected"];
    }
}

impl Words {
    pub(super) const fn state(&self, state: TaskState) -> &'static str {
        self.states[state as usize]
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
