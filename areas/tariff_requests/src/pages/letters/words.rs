//! Every sentence of the pages about letters, in both languages. The numbers of limits are here as people read them;
//! a check at the end compares them.

use crate::attachment::{
    ATTACHMENT_BYTES_MAX, ATTACHMENTS_BYTES_MAX, ATTACHMENTS_MAX, FILE_NAME_CHARACTERS_MAX,
};
use crate::letter::{
    DAY_BYTES_MAX, DAY_MESSAGES_MAX, LetterState, MESSAGE_CHARACTERS_MAX, MESSAGES_MAX,
    SUBJECT_CHARACTERS_MAX,
};

kernel::words! {
    pub(in crate::pages) struct Words {
        letters = "Письма", "Letters";
        lead = "Переписка с банком", "Correspondence with the bank";
        nothing =
            "Писем пока нет. Чтобы задать банку вопрос, напишите первое письмо.",
            "There are no letters yet. To ask the bank something, write the first one.";
        nothing_unread = "Непрочитанных писем нет.", "There are no unread letters.";
        write = "Написать в банк", "Write to the bank";
        write_lead =
            "Ответ придёт сюда же; о нём напомнит число рядом с разделом «Письма».",
            "The answer will appear here, and a number next to \u{201c}Letters\u{201d} will tell you.";
        all = "Все письма", "All letters";
        only_unread = "Непрочитанные", "Unread";
        mark_read = "Отметить всё прочитанным", "Mark all as read";
        unseen = "Новое", "New";
        state = "Состояние", "State";
        sent = "Ждёт ответа банка", "Waits for the bank";
        answered = "Банк ответил", "The bank has answered";
        bank = "Банк", "The bank";
        subject = "Тема", "Subject";
        subject_empty = "Напишите, о чём письмо.", "Write what the letter is about.";
        subject_too_long = "В теме может быть не более 200\u{a0}символов.", "A subject has at most 200 characters.";
        last_message = "Последнее сообщение", "Last message";
        message = "Сообщение", "Message";
        your_answer = "Ваш ответ", "Your answer";
        send = "Отправить", "Send";
        message_empty = "Напишите текст сообщения.", "Write a message.";
        message_too_long =
            "В сообщении может быть не более 4000\u{a0}символов.",
            "A message has at most 4000 characters.";
        message_sent = "Сообщение отправлено.", "The message was sent.";
        hidden_characters =
            "В тексте есть невидимые символы. Наберите его заново или вставьте без форматирования.",
            "The text has invisible characters. Type it again, or paste it without its formatting.";
        seen_by_bank = "прочитано", "read";
        files = "Файлы", "Files";
        files_hint =
            "До 5\u{a0}файлов: PDF, PNG, JPEG, DOCX, XLSX, TXT, CSV, XML; каждый не больше 5\u{a0}МБ, вместе не больше \
                10\u{a0}МБ. Интернет-банк не проверяет файлы на вирусы.",
            "Up to 5 files: PDF, PNG, JPEG, DOCX, XLSX, TXT, CSV, XML; each of 5\u{a0}MB at most, together \
             10\u{a0}MB at most. The online bank does not scan files for viruses.";
        files_again =
            "Выберите файлы заново: браузер их не запоминает.",
            "Choose the files again: the browser does not keep them.";
        too_many_files =
            "Файлов больше пяти. Выберите не более 5 или отправьте остальные следующим сообщением.",
            "There are more than five files. Choose at most 5, or send the rest with another message.";
        file_too_large = "файл больше 5\u{a0}МБ.", "the file is larger than 5\u{a0}MB.";
        files_too_large =
            "Вместе файлы больше 10\u{a0}МБ. Отправьте часть следующим сообщением.",
            "Together the files are larger than 10\u{a0}MB. Send some with another message.";
        form_too_large =
            "Файлы вместе слишком велики, и сообщение не удалось прочитать. Приложите не больше 10\u{a0}МБ.",
            "Together the files are too large, and the message could not be read. Attach at most 10\u{a0}MB.";
        file_empty = "файл пуст.", "the file is empty.";
        file_name_wrong =
            "Имя файла должно иметь от 1 до 100\u{a0}символов без невидимых. Переименуйте файл.",
            "The name of a file must have 1 to 100 characters and none that is invisible. Rename the file.";
        file_kind =
            "такие файлы не принимаются. Подойдут PDF, PNG, JPEG, DOCX и XLSX без макросов, TXT, CSV, XML.",
            "files of this kind are not accepted. Send PDF, PNG, JPEG, DOCX or XLSX without macros, TXT, CSV or XML.";
        file_content =
            "содержание не соответствует расширению имени. Сохраните файл заново, а текст — в кодировке UTF-8.",
            "the content does not match the extension of the name. Save the file again, and a text as UTF-8.";
        file_active =
            "в документе есть макросы, элементы управления или встроенные объекты. Уберите их или сохраните документ в \
                PDF.",
            "the document has macros, controls or embedded objects. Remove them, or save the document as PDF.";
        crowded =
            "Сейчас отправляется слишком много файлов. Подождите минуту и повторите.",
            "Too many files are being sent right now. Wait a minute and send it again.";
        too_many_letters =
            "За 24\u{a0}часа компания может отправить 100\u{a0}сообщений и 100\u{a0}МБ файлов. Отправьте сообщение \
                позже, а если дело в файлах, без них.",
            "A company may send 100 messages and 100\u{a0}MB of files within 24 hours. Send this later, or \
             without files if they are too many.";
        full =
            "В этом письме уже 200\u{a0}сообщений. Чтобы продолжить, начните новое.",
            "This letter has 200 messages already. Start a new one to continue.";
    }
}

impl Words {
    pub(super) const fn state_of(&self, state: LetterState) -> &'static str {
        match state {
            LetterState::Sent => self.sent,
            LetterState::Answered => self.answered,
        }
    }
}

const MEBIBYTE: usize = 1024 * 1024;
const _: () = assert!(
    SUBJECT_CHARACTERS_MAX == 200
        && MESSAGE_CHARACTERS_MAX == 4000
        && MESSAGES_MAX == 200
        && ATTACHMENTS_MAX == 5
        && ATTACHMENT_BYTES_MAX == 5 * MEBIBYTE
        && ATTACHMENTS_BYTES_MAX == 10 * MEBIBYTE
        && FILE_NAME_CHARACTERS_MAX == 100
        && DAY_MESSAGES_MAX == 100
        && DAY_BYTES_MAX == 100 * 1024 * 1024
);
