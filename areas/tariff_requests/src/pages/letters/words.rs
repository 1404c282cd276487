//! Every sentence of the pages about letters, in both languages. The numbers of limits stand here as people read them;
//! a check at the end compares them.

use kernel::Language;

use crate::attachment::{
    ATTACHMENT_BYTES_MAX, ATTACHMENTS_BYTES_MAX, ATTACHMENTS_MAX, FILE_NAME_CHARACTERS_MAX,
};
use crate::letter::{
    DAY_BYTES_MAX, DAY_MESSAGES_MAX, LetterState, MESSAGE_CHARACTERS_MAX, MESSAGES_MAX,
    SUBJECT_CHARACTERS_MAX,
};

/// The sentences of one language.
#[derive(Debug)]
pub(in crate::pages) struct Words {
    pub(super) letters: &'static str,
    pub(super) lead: &'static str,
    pub(super) nothing: &'static str,
    pub(super) nothing_unread: &'static str,
    pub(super) write: &'static str,
    pub(super) write_lead: &'static str,
    pub(super) all: &'static str,
    pub(super) only_unread: &'static str,
    pub(super) mark_read: &'static str,
    pub(super) unseen: &'static str,
    pub(super) state: &'static str,
    pub(super) sent: &'static str,
    pub(super) answered: &'static str,
    pub(in crate::pages) unread: &'static str,
    pub(super) bank: &'static str,
    pub(super) subject: &'static str,
    pub(super) subject_empty: &'static str,
    pub(super) subject_too_long: &'static str,
    pub(super) last_message: &'static str,
    pub(super) message: &'static str,
    pub(super) your_answer: &'static str,
    pub(super) send: &'static str,
    pub(super) message_empty: &'static str,
    pub(super) message_too_long: &'static str,
    pub(super) message_sent: &'static str,
    pub(super) hidden_characters: &'static str,
    pub(super) seen_by_bank: &'static str,
    pub(super) files: &'static str,
    pub(super) files_hint: &'static str,
    pub(super) files_again: &'static str,
    pub(super) too_many_files: &'static str,
    pub(super) file_too_large: &'static str,
    pub(super) files_too_large: &'static str,
    pub(super) form_too_large: &'static str,
    pub(super) file_empty: &'static str,
    pub(super) file_name_wrong: &'static str,
    pub(super) file_kind: &'static str,
    pub(super) file_content: &'static str,
    pub(super) file_active: &'static str,
    pub(super) crowded: &'static str,
    pub(super) too_many_letters: &'static str,
    pub(super) full: &'static str,
}

impl Words {
    /// The sentences of `language`.
    pub(in crate::pages) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// Words a state.
    pub(super) const fn state_of(&self, state: LetterState) -> &'static str {
        match state {
            LetterState::Sent => self.sent,
            LetterState::Answered => self.answered,
        }
    }
}

static RUSSIAN: Words = Words {
    letters: "Письма",
    lead: "Переписка с банком",
    nothing: "Писем пока нет. Чтобы задать банку вопрос, напишите первое письмо.",
    nothing_unread: "Непрочитанных писем нет.",
    write: "Написать в банк",
    write_lead: "Ответ придёт сюда же; о нём напомнит число рядом с разделом «Письма».",
    all: "Все письма",
    only_unread: "Непрочитанные",
    mark_read: "Отметить всё прочитанным",
    unseen: "Новое",
    state: "Состояние",
    sent: "Ждёт ответа банка",
    answered: "Банк ответил",
    unread: "Непрочитанные",
    bank: "Банк",
    subject: "Тема",
    subject_empty: "Напишите, о чём письмо.",
    subject_too_long: "В теме может быть не более 200\u{a0}символов.",
    last_message: "Последнее сообщение",
    message: "Сообщение",
    your_answer: "Ваш ответ",
    send: "Отправить",
    message_empty: "Напишите текст сообщения.",
    message_too_long: "В сообщении может быть не более 4000\u{a0}символов.",
    message_sent: "Сообщение отправлено.",
    hidden_characters: "В тексте есть невидимые символы. Наберите его заново или вставьте без форматирования.",
    seen_by_bank: "прочитано",
    files: "Файлы",
    files_hint: "До 5\u{a0}файлов: PDF, PNG, JPEG, DOCX, XLSX, TXT, CSV, XML; каждый не больше 5\u{a0}МБ, \
        вместе не больше 10\u{a0}МБ. \
        Интернет-банк не проверяет файлы на вирусы.",
    files_again: "Выберите файлы заново: браузер их не запоминает.",
    too_many_files: "Файлов больше пяти. Выберите не более 5 или отправьте остальные следующим сообщением.",
    file_too_large: "файл больше 5\u{a0}МБ.",
    files_too_large: "Вместе файлы больше 10\u{a0}МБ. Отправьте часть следующим сообщением.",
    form_too_large: "Файлы вместе слишком велики, и сообщение не удалось прочитать. Приложите не больше 10\u{a0}МБ.",
    file_empty: "файл пуст.",
    file_name_wrong: "Имя файла должно иметь от 1 до 100\u{a0}символов без невидимых. Переименуйте файл.",
    file_kind: "такие файлы не принимаются. Подойдут PDF, PNG, JPEG, DOCX и XLSX без макросов, TXT, CSV, XML.",
    file_content: "содержание не соответствует расширению имени. Сохраните файл заново.",
    file_active: "в документе есть макросы, элементы управления или встроенные объекты. Уберите их или сохраните \
        документ в PDF.",
    crowded: "Сейчас отправляется слишком много файлов. Подождите минуту и повторите.",
    too_many_letters: "За сутки компания отправила 100\u{a0}сообщений или 100\u{a0}МБ файлов. Продолжите завтра \
        или обратитесь в банк.",
    full: "В этом письме уже 200\u{a0}сообщений. Чтобы продолжить, начните новое.",
};

static ENGLISH: Words = Words {
    letters: "Letters",
    lead: "Correspondence with the bank",
    nothing: "There are no letters yet. To ask the bank something, write the first one.",
    nothing_unread: "There are no unread letters.",
    write: "Write to the bank",
    write_lead: "The answer will appear here, and a number beside \u{201c}Letters\u{201d} will tell you.",
    all: "All letters",
    only_unread: "Unread",
    mark_read: "Mark all as read",
    unseen: "New",
    state: "State",
    sent: "Waits for the bank",
    answered: "The bank has answered",
    unread: "Unread",
    bank: "The bank",
    subject: "Subject",
    subject_empty: "Write what the letter is about.",
    subject_too_long: "A subject has at most 200 characters.",
    last_message: "Last message",
    message: "Message",
    your_answer: "Your answer",
    send: "Send",
    message_empty: "Write a message.",
    message_too_long: "A message has at most 4000 characters.",
    message_sent: "The message was sent.",
    hidden_characters: "The text has invisible characters. Type it again, or paste it without its formatting.",
    seen_by_bank: "read",
    files: "Files",
    files_hint: "Up to 5 files: PDF, PNG, JPEG, DOCX, XLSX, TXT, CSV, XML; each of 5\u{a0}MB at most, together \
        10\u{a0}MB at most. \
        The online bank does not look for viruses in files.",
    files_again: "Choose the files again: the browser does not keep them.",
    too_many_files: "There are more than five files. Choose at most 5, or send the rest with another message.",
    file_too_large: "the file is larger than 5\u{a0}MB.",
    files_too_large: "Together the files are larger than 10\u{a0}MB. Send some with another message.",
    form_too_large: "Together the files are too large, and the message could not be read. Attach at most 10\u{a0}MB.",
    file_empty: "the file is empty.",
    file_name_wrong: "The name of a file must have 1 to 100 characters and none that is invisible. Rename the file.",
    file_kind: "files of this kind are not accepted. Send PDF, PNG, JPEG, DOCX or XLSX without macros, TXT, CSV or \
        XML.",
    file_content: "the content is not what the ending of the name says. Save the file again.",
    file_active: "the document has macros, controls or embedded objects. Remove them, or save the document as PDF.",
    crowded: "Too many files are being sent at this moment. Wait a minute and send it again.",
    too_many_letters: "The company has sent 100 messages or 100\u{a0}MB of files within a day. Go on tomorrow, or \
        contact the bank.",
    full: "This letter has 200 messages already. Begin a new one to go on.",
};

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
