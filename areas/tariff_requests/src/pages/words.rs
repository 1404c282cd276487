//! Every sentence of the pages about requests and letters, in both languages.

use clients::SignatureType;
use kernel::Language;

use crate::broken_rule::BrokenRule;
use crate::request::DocumentType;
use crate::request_state::RequestState;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) tariffs: &'static str,
    pub(super) tariffs_lead: &'static str,
    pub(super) nothing: &'static str,
    pub(super) your_plan: &'static str,
    pub(super) since: &'static str,
    pub(super) no_plan: &'static str,
    pub(super) future_plan: &'static str,
    pub(super) from: &'static str,
    pub(super) number: &'static str,
    pub(super) document: &'static str,
    pub(super) plan: &'static str,
    pub(super) state: &'static str,
    pub(super) created: &'static str,
    pub(super) updated: &'static str,
    pub(super) download: &'static str,
    pub(super) signatures: &'static str,
    pub(super) nobody_signed: &'static str,
    pub(super) scheme: &'static str,
    pub(super) by_certificate: &'static str,
    pub(super) by_confirmation: &'static str,
    pub(super) sign: &'static str,
    pub(super) sign_as: &'static str,
    pub(super) hand_in: &'static str,
    pub(super) hand_in_lead: &'static str,
    pub(super) digest: &'static str,
    pub(super) cms: &'static str,
    pub(super) hand_in_button: &'static str,
    pub(super) no_right: &'static str,
    pub(super) already_signed: &'static str,
    pub(super) delete: &'static str,
    pub(super) delete_lead: &'static str,
    pub(super) delete_button: &'static str,
    pub(super) withdraw: &'static str,
    pub(super) withdraw_lead: &'static str,
    pub(super) withdraw_sure: &'static str,
    pub(super) withdraw_button: &'static str,
    pub(super) withdraw_not_sure: &'static str,
    pub(super) history: &'static str,
    pub(super) bank: &'static str,
    pub(super) declined: &'static str,
    pub(super) done_created: &'static str,
    pub(super) done_signed: &'static str,
    pub(super) change_plan: &'static str,
    pub(super) cancel_future: &'static str,
    pub(super) cancel_future_lead: &'static str,
    pub(super) done_deleted: &'static str,
    pub(super) done_withdrawn: &'static str,
    pub(super) document_uid: &'static str,
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

/// Names a state on a page.
pub(super) const fn state(state: RequestState, language: Language) -> &'static str {
    match (state, language) {
        (RequestState::Unsigned, Language::Russian) => "Не подписано",
        (RequestState::Unsigned, Language::English) => "Not signed",
        (RequestState::PartiallySigned, Language::Russian) => "Подписано частично",
        (RequestState::PartiallySigned, Language::English) => "Signed in part",
        (RequestState::Signed, Language::Russian) => "Подписано",
        (RequestState::Signed, Language::English) => "Signed",
        (RequestState::Processing, Language::Russian) => "Исполняется",
        (RequestState::Processing, Language::English) => "Being carried out",
        (RequestState::Declined, Language::Russian) => "Отклонено",
        (RequestState::Declined, Language::English) => "Declined",
        (RequestState::Done, Language::Russian) => "Исполнено",
        (RequestState::Done, Language::English) => "Done",
        (RequestState::Cancelled, Language::Russian) => "Отменено",
        (RequestState::Cancelled, Language::English) => "Cancelled",
    }
}

/// Names a type of document on a page.
pub(super) const fn document_type(kind: DocumentType, language: Language) -> &'static str {
    match (kind, language) {
        (DocumentType::Change, Language::Russian) => "Смена тарифного плана",
        (DocumentType::Change, Language::English) => "Change of the tariff plan",
        (DocumentType::CancelFutureChange, Language::Russian) => "Отмена будущей смены",
        (DocumentType::CancelFutureChange, Language::English) => "Cancellation of a future change",
    }
}

/// Names a type of signature on a page.
pub(super) const fn signature_type(kind: SignatureType, language: Language) -> &'static str {
    match (kind, language) {
        (SignatureType::First, Language::Russian) => "первая подпись",
        (SignatureType::First, Language::English) => "first signature",
        (SignatureType::Second, Language::Russian) => "вторая подпись",
        (SignatureType::Second, Language::English) => "second signature",
    }
}

/// Tells why the person cannot sign, where there is something to say.
pub(super) const fn why_not(rule: BrokenRule, words: &'static Words) -> Option<&'static str> {
    match rule {
        BrokenRule::AlreadySigned => Some(words.already_signed),
        BrokenRule::NoSignatureToGive => Some(words.no_right),
        _ => None,
    }
}

static RUSSIAN: Words = Words {
    tariffs: "Тарифы",
    tariffs_lead: "Ваш тарифный план и заявления на его смену",
    nothing: "Заявлений пока нет. Чтобы сменить тарифный план, сравните предложения банка.",
    your_plan: "Действующий тарифный план",
    since: "с",
    no_plan: "не установлен",
    future_plan: "Будущий тарифный план",
    from: "с",
    number: "Номер",
    document: "Заявление",
    plan: "Тарифный план",
    state: "Статус",
    created: "Создано",
    updated: "Изменено",
    download: "Скачать PDF",
    signatures: "Подписи",
    nobody_signed: "Заявление ещё никто не подписал.",
    scheme: "Нужны подписи",
    by_certificate: "сертификатом",
    by_confirmation: "в интернет-банке",
    sign: "Подписать",
    sign_as: "Ваша подпись",
    hand_in: "Подписать сертификатом",
    hand_in_lead: "Подпишите дайджест документа своим сертификатом и вставьте подпись сюда: отсоединённая CMS в \
        Base64.",
    digest: "Дайджест документа (SHA-256, Base64)",
    cms: "Подпись",
    hand_in_button: "Отправить подпись",
    no_right: "От вас подпись не требуется.",
    already_signed: "Вы уже подписали это заявление.",
    delete: "Удалить заявление",
    delete_lead: "Пока заявление никто не подписал, его можно удалить.",
    delete_button: "Удалить",
    withdraw: "Отозвать заявление",
    withdraw_lead: "Пока банк не начал исполнять заявление, его можно отозвать. \
        Отозванное заявление остаётся в списке, после него можно подать новое.",
    withdraw_sure: "Отозвать вместе с уже поставленными подписями",
    withdraw_button: "Отозвать",
    withdraw_not_sure: "Отметьте, что заявление нужно отозвать.",
    history: "История",
    bank: "Банк",
    declined: "Банк отклонил заявление.",
    done_created: "Заявление создано. Проверьте документ и подпишите его.",
    done_signed: "Подпись принята.",
    change_plan: "Сменить тарифный план",
    cancel_future: "Отменить будущую смену",
    cancel_future_lead: "Банк получит письмо, а вы подпишете заявление об отмене.",
    done_deleted: "Заявление удалено.",
    done_withdrawn: "Заявление отозвано.",
    document_uid: "Идентификатор документа",
};

static ENGLISH: Words = Words {
    tariffs: "Tariffs",
    tariffs_lead: "Your tariff plan and the requests to change it",
    nothing: "There are no requests yet. To change the tariff plan, compare what the bank offers.",
    your_plan: "Current tariff plan",
    since: "since",
    no_plan: "none",
    future_plan: "Future tariff plan",
    from: "from",
    number: "Number",
    document: "Request",
    plan: "Tariff plan",
    state: "State",
    created: "Made",
    updated: "Changed",
    download: "Download PDF",
    signatures: "Signatures",
    nobody_signed: "Nobody has signed the request yet.",
    scheme: "Signatures needed",
    by_certificate: "with a certificate",
    by_confirmation: "in the online bank",
    sign: "Sign",
    sign_as: "Your signature",
    hand_in: "Sign with a certificate",
    hand_in_lead: "Sign the digest of the document with your certificate and paste \
        the signature here: a detached CMS in Base64.",
    digest: "Digest of the document (SHA-256, Base64)",
    cms: "Signature",
    hand_in_button: "Send the signature",
    no_right: "No signature of yours is needed.",
    already_signed: "You have signed this request already.",
    delete: "Delete the request",
    delete_lead: "It can be deleted while nobody has signed it.",
    delete_button: "Delete",
    withdraw: "Withdraw the request",
    withdraw_lead: "It can be withdrawn until the bank begins to carry it out. \
        It stays in the list, and a new one can be made.",
    withdraw_sure: "Withdraw it with the signatures that are there",
    withdraw_button: "Withdraw",
    withdraw_not_sure: "Tick that the request is to be withdrawn.",
    history: "History",
    bank: "The bank",
    declined: "The bank declined the request.",
    done_created: "The request was made. Read the document and sign it.",
    done_signed: "The signature was accepted.",
    change_plan: "Change the tariff plan",
    cancel_future: "Cancel the future change",
    cancel_future_lead: "The bank gets a letter, and you sign a request to cancel it.",
    done_deleted: "The request was deleted.",
    done_withdrawn: "The request was withdrawn.",
    document_uid: "Identifier of the document",
};
