//! Every sentence of the pages about requests and letters, in both languages.

use kernel::Language;

use crate::broken_rule::BrokenRule;
use crate::request::DocumentType;
use crate::request_state::RequestState;

kernel::words! {
    pub(super) struct Words {
        tariffs = "Тарифы", "Tariffs";
        tariffs_lead = "Ваш тарифный план и заявления на его смену", "Your tariff plan and the requests to change it";
        nothing =
            "Заявлений пока нет. Чтобы сменить тарифный план, сравните предложения банка.",
            "There are no requests yet. To change the tariff plan, compare what the bank offers.";
        nothing_to_sign =
            "Заявлений, которые ждут вашей подписи, нет.",
            "There are no requests that wait for your signature.";
        your_plan = "Действующий тарифный план", "Current tariff plan";
        since = "с", "since";
        no_plan = "не установлен", "none";
        future_plan = "Будущий тарифный план", "Future tariff plan";
        from = "с", "from";
        number = "Номер", "Number";
        document = "Заявление", "Request";
        plan = "Тарифный план", "Tariff plan";
        state = "Статус", "State";
        created = "Создано", "Made";
        updated = "Изменено", "Changed";
        download = "Скачать PDF", "Download PDF";
        signatures = "Подписи", "Signatures";
        nobody_signed = "Заявление ещё никто не подписал.", "Nobody has signed the request yet.";
        scheme = "Нужны подписи", "Signatures needed";
        by_certificate = "сертификатом", "with a certificate";
        by_confirmation = "в интернет-банке", "in the online bank";
        sign = "Подписать", "Sign";
        sign_as = "Ваша подпись", "Your signature";
        hand_in = "Подписать сертификатом", "Sign with a certificate";
        hand_in_lead =
            "Подпишите дайджест документа своим сертификатом и вставьте подпись сюда: отсоединённая CMS в Base64 или \
                PEM.",
            "Sign the digest of the document with your certificate and paste the signature here, as a detached \
             CMS in Base64 or PEM.";
        digest = "Дайджест документа (SHA-256, Base64)", "Digest of the document (SHA-256, Base64)";
        cms = "Подпись", "Signature";
        hand_in_button = "Отправить подпись", "Send the signature";
        no_right = "От вас подпись не требуется.", "No signature of yours is needed.";
        already_signed = "Вы уже подписали это заявление.", "You have signed this request already.";
        delete = "Удалить заявление", "Delete the request";
        delete_lead =
            "Пока заявление никто не подписал, его можно удалить.",
            "It can be deleted while nobody has signed it.";
        delete_button = "Удалить", "Delete";
        withdraw = "Отозвать заявление", "Withdraw the request";
        withdraw_lead =
            "Пока банк не начал исполнять заявление, его можно отозвать. Отозванное заявление остаётся в списке, после \
                него можно подать новое.",
            "It can be withdrawn until the bank starts to carry it out. It stays in the list, and a new one can \
             be made.";
        withdraw_sure =
            "Отозвать вместе с уже поставленными подписями",
            "Withdraw it with the signatures that are there";
        withdraw_button = "Отозвать", "Withdraw";
        withdraw_not_sure = "Отметьте, что заявление нужно отозвать.", "Tick that the request is to be withdrawn.";
        enough =
            "Подписей достаточно. Подтвердите заявление, и банк его исполнит.",
            "The signatures are enough. Confirm the request, and the bank carries it out.";
        /// Before the last one signs.
        lost =
            "Одна из подписей больше не действует: подписавший потерял право подписи или его сертификат отозван либо \
                истёк. С ней банк отклонит заявление: отзовите его и подайте новое.",
            "One of the signatures does not count any more: the person may sign no more, or the certificate was \
             revoked or has expired. With it the bank will decline the request: withdraw it and make another.";
        history = "История", "History";
        bank = "Банк", "The bank";
        declined = "Банк отклонил заявление.", "The bank declined the request.";
        done_created =
            "Заявление создано. Проверьте документ и подпишите его.",
            "The request was made. Read the document and sign it.";
        done_signed = "Подпись принята.", "The signature was accepted.";
        change_plan = "Сменить тарифный план", "Change the tariff plan";
        cancel_future = "Отменить будущую смену", "Cancel the future change";
        cancel_future_lead =
            "Банк получит письмо, а вы подпишете заявление об отмене.",
            "The bank gets a letter, and you sign a request to cancel it.";
        done_deleted = "Заявление удалено.", "The request was deleted.";
        done_withdrawn = "Заявление отозвано.", "The request was withdrawn.";
        document_uid = "Идентификатор документа", "Identifier of the document";
    }
}

pub(super) fn state(state: RequestState, language: Language) -> &'static str {
    let (russian, english) = match state {
        RequestState::Unsigned => ("Не подписано", "Not signed"),
        RequestState::PartiallySigned => ("Подписано частично", "Signed in part"),
        RequestState::Signed => ("Подписано", "Signed"),
        RequestState::Processing => ("Исполняется", "Being carried out"),
        RequestState::Declined => ("Отклонено", "Declined"),
        RequestState::Done => ("Исполнено", "Done"),
        RequestState::Cancelled => ("Отменено", "Cancelled"),
    };
    language.pick(russian, english)
}

pub(super) fn document_type(kind: DocumentType, language: Language) -> &'static str {
    match kind {
        DocumentType::Change => language.pick("Смена тарифного плана", "Change of the tariff plan"),
        DocumentType::CancelFutureChange => {
            language.pick("Отмена будущей смены", "Cancellation of a future change")
        }
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
