//! Every sentence of the pages, in both languages.

use ::pages::{OnlineBank, moment};
use clients::SignatureType;
use kernel::Language;

use crate::refusal::Refusal;
use crate::standing::Standing;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) demo: &'static str,
    pub(super) own: &'static str,
    pub(super) nothing: &'static str,
    pub(super) subject: &'static str,
    pub(super) issuer: &'static str,
    pub(super) serial: &'static str,
    pub(super) valid: &'static str,
    pub(super) kind: &'static str,
    pub(super) standing_title: &'static str,
    pub(super) used: &'static str,
    pub(super) never: &'static str,
    pub(super) actions: &'static str,
    pub(super) download: &'static str,
    pub(super) revoke: &'static str,
    pub(super) requests: &'static str,
    pub(super) asked: &'static str,
    pub(super) requested: &'static str,
    pub(super) issued: &'static str,
    pub(super) withdrawn: &'static str,
    pub(super) refused: &'static str,
    pub(super) refused_waiting: &'static str,
    pub(super) open_hint: &'static str,
    pub(super) withdraw: &'static str,
    pub(super) request_title: &'static str,
    pub(super) request_lead: &'static str,
    pub(super) request_send: &'static str,
    pub(super) request_field: &'static str,
    pub(super) request_file: &'static str,
    pub(super) request_hint: &'static str,
    pub(super) send: &'static str,
    pub(super) cancel: &'static str,
    pub(super) for_type: &'static str,
    pub(super) no_type: &'static str,
    pub(super) register_title: &'static str,
    pub(super) register_lead: &'static str,
    pub(super) certificate_field: &'static str,
    pub(super) certificate_file: &'static str,
    pub(super) next: &'static str,
    pub(super) prove_title: &'static str,
    pub(super) prove_lead: &'static str,
    pub(super) by_command: &'static str,
    pub(super) until: &'static str,
    pub(super) download_digest: &'static str,
    pub(super) download_document: &'static str,
    pub(super) cms: &'static str,
    pub(super) cms_file: &'static str,
    pub(super) register: &'static str,
    pub(super) revoke_title: &'static str,
    pub(super) revoke_lead: &'static str,
    pub(super) revoke_button: &'static str,
    first: &'static str,
    second: &'static str,
    done: [(&'static str, &'static str); 6],
    standings: [&'static str; 6],
    refusals: [&'static str; 9],
}

impl Words {
    /// The sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// Names the type of signatures.
    pub(super) const fn signature_type(&self, kind: SignatureType) -> &'static str {
        match kind {
            SignatureType::First => self.first,
            SignatureType::Second => self.second,
        }
    }

    /// Says what was done a moment ago; nothing for a page that was opened by hand.
    pub(super) fn done(&self, what: &str) -> Option<&'static str> {
        self.done.iter().find(|(name, _)| *name == what).map(|(_, sentence)| *sentence)
    }

    /// Names a standing: the class of its badge, its name, and the reason where there is one.
    pub(super) fn standing(
        &self,
        standing: &Standing,
        bank: &OnlineBank,
    ) -> (&'static str, &'static str, Option<String>) {
        let [valid, soon, not_yet, expired, revoked, refused] = self.standings;
        match standing {
            Standing::Valid => ("good", valid, None),
            Standing::ExpiresSoon => ("warning", soon, None),
            Standing::NotYetValid => ("warning", not_yet, None),
            Standing::Expired => ("bad", expired, None),
            Standing::RevokedByOwner { at } => {
                ("bad", revoked, Some(moment(*at, bank.zone(), bank.language)))
            }
            Standing::Revoked => ("bad", revoked, None),
            Standing::Refused(error) => ("bad", refused, Some(error.words(bank.language))),
        }
    }

    /// Says why a certificate or a request is refused.
    pub(super) fn refusal(&self, refusal: &Refusal, language: Language) -> String {
        let [other, key, kind, revoked, open, registered, late, proof, many] = self.refusals;
        match refusal {
            Refusal::Unreadable(error) => error.message(language),
            Refusal::OtherPerson => other.to_owned(),
            Refusal::KeyOfAnother => key.to_owned(),
            Refusal::KeyOfAnotherType(registered) => format!("{kind}: {}", self.signature_type(*registered)),
            Refusal::KeyRevoked => revoked.to_owned(),
            Refusal::RequestOpen => open.to_owned(),
            Refusal::Registered => registered.to_owned(),
            Refusal::Certificate(error) => error.words(language),
            Refusal::NoChallenge => late.to_owned(),
            Refusal::Proof(error) => format!("{proof}: {}", error.words(language)),
            Refusal::TooMany => many.to_owned(),
        }
    }
}

static RUSSIAN: Words = Words {
    title: "Электронная подпись",
    lead: "Сертификаты, которыми вы подписываете документы этой компании",
    demo: "Это демо: учебный удостоверяющий центр выпускает сертификат по запросу сразу. В банке запрос \
        проверяют люди.",
    own: "Мои сертификаты",
    nothing: "Сертификатов пока нет. Запросите сертификат или зарегистрируйте выпущенный.",
    subject: "Владелец",
    issuer: "Издатель",
    serial: "Номер",
    valid: "Срок действия",
    kind: "Вид подписи",
    standing_title: "Состояние",
    used: "Последняя подпись",
    never: "ещё не было",
    actions: "Действия",
    download: "Скачать",
    revoke: "Отозвать",
    requests: "Мои запросы",
    asked: "Отправлен",
    requested: "Рассматривается",
    issued: "Сертификат выпущен",
    withdrawn: "Отозван вами",
    refused: "Банк отказал",
    refused_waiting: "Банк отказал в сертификате",
    open_hint: "Новый запрос можно отправить, когда банк ответит на этот или вы его отзовёте.",
    withdraw: "Отозвать запрос",
    request_title: "Запросить сертификат",
    request_lead: "Запрос содержит открытый ключ и подписан вашим закрытым ключом. Закрытый ключ банку не нужен.",
    request_send: "Отправить запрос",
    request_field: "Запрос (PKCS#10 в PEM)",
    request_file: "Файл с запросом",
    request_hint: "Ключ ECDSA P-256, P-384 или RSA от 2048\u{a0}бит; имя (CN) в запросе",
    send: "Отправить",
    cancel: "Отмена",
    for_type: "Для подписи",
    no_type: "Выберите вид подписи",
    register_title: "Зарегистрировать сертификат",
    register_lead: "Сертификат, который уже выпустил удостоверяющий центр, признаваемый банком, на ваше имя.",
    certificate_field: "Сертификат (PEM)",
    certificate_file: "Файл с сертификатом",
    next: "Дальше",
    prove_title: "Подтвердите, что ключ у вас",
    by_command: "Командой OpenSSL",
    prove_lead: "Подпишите ключом этого сертификата короткий документ. Он годится только для этой регистрации.",
    until: "Подписать до",
    download_digest: "Скачать дайджест (32\u{a0}байта)",
    download_document: "Скачать документ",
    cms: "Подпись (Base64 или PEM)",
    cms_file: "Файл с подписью",
    register: "Зарегистрировать",
    revoke_title: "Отозвать сертификат",
    revoke_lead: "Отзывается ключ: все его сертификаты, во всех ваших компаниях, сразу и навсегда. Уже \
        исполненные подписи остаются; документы на будущую дату банк проверит заново и отклонит.",
    revoke_button: "Отозвать навсегда",
    first: "Первая подпись",
    second: "Вторая подпись",
    done: [
        ("requested", "Запрос отправлен. Когда банк выпустит сертификат, он появится здесь."),
        (
            "issued",
            "Сертификат выпущен и зарегистрирован. Скачайте его, если подписываете в другой программе.",
        ),
        ("withdrawn", "Запрос отозван."),
        ("registered", "Сертификат зарегистрирован: им можно подписывать."),
        ("revoked", "Ключ отозван: подписи с ним больше не принимаются."),
        (
            "late",
            "Время для подтверждения истекло, или ключ уже подтверждён. Если нужно, начните регистрацию снова.",
        ),
    ],
    standings: ["Действует", "Скоро истекает", "Ещё не действует", "Истёк", "Отозван", "Не действует"],
    refusals: [
        "Сертификат или запрос выписан не на ваше имя",
        "Этот ключ принадлежит другому человеку",
        "Этот ключ зарегистрирован для другого вида подписи",
        "Владелец отозвал этот ключ: создайте новый",
        "Уже есть открытый запрос: ваш для этой компании или с тем же ключом",
        "Этот сертификат уже зарегистрирован",
        "Время для подтверждения истекло",
        "Подпись не подтверждает, что ключ у вас",
        "У компании слишком много сертификатов: обратитесь в банк",
    ],
};

static ENGLISH: Words = Words {
    title: "Signing keys",
    lead: "The certificates with which you sign documents of this company",
    demo: "This is a demo: its authority issues a certificate at once. At a bank, people check the request.",
    own: "My certificates",
    nothing: "There are no certificates yet. Request one, or register one that was issued.",
    subject: "Owner",
    issuer: "Issuer",
    serial: "Serial number",
    valid: "Validity",
    kind: "Signature",
    standing_title: "State",
    used: "Last signature",
    never: "none yet",
    actions: "Actions",
    download: "Download",
    revoke: "Revoke",
    requests: "My requests",
    asked: "Sent",
    requested: "Being looked at",
    issued: "Issued",
    withdrawn: "Withdrawn",
    refused: "Refused by the bank",
    refused_waiting: "The bank refused a certificate",
    open_hint: "Another one can be sent when the bank has answered this one or you withdraw it.",
    withdraw: "Withdraw the request",
    request_title: "Request a certificate",
    request_lead: "A request has your public key and is signed by your private one. The bank does not need your \
        private key.",
    request_send: "Send the request",
    request_field: "Request (PKCS#10 in PEM)",
    request_file: "File with the request",
    request_hint: "A key ECDSA P-256, P-384 or RSA of 2048 bits or more; the name (CN) in the request",
    send: "Send",
    cancel: "Cancel",
    for_type: "For the signature",
    no_type: "Choose the signature",
    register_title: "Register a certificate",
    register_lead: "A certificate in your name that an authority of the bank has issued already.",
    certificate_field: "Certificate (PEM)",
    certificate_file: "File with the certificate",
    next: "Next",
    prove_title: "Show that you have the key",
    by_command: "With an OpenSSL command",
    prove_lead: "Sign a short document with the key of this certificate. It serves this registration only.",
    until: "To be signed by",
    download_digest: "Download the digest (32 bytes)",
    download_document: "Download the document",
    cms: "Signature (Base64 or PEM)",
    cms_file: "File with the signature",
    register: "Register",
    revoke_title: "Revoke a certificate",
    revoke_lead: "The key is revoked: all its certificates, for all your companies, at once and for good. What \
        was signed and carried out stays; documents of a later day are looked at again and declined.",
    revoke_button: "Revoke for good",
    first: "First signature",
    second: "Second signature",
    done: [
        ("requested", "The request is sent. The certificate appears here when the bank has issued it."),
        (
            "issued",
            "The certificate is issued and registered. Download it when you sign with another program.",
        ),
        ("withdrawn", "The request is withdrawn."),
        ("registered", "The certificate is registered. You can sign with it now."),
        ("revoked", "The key is revoked: signatures with it are not taken any more."),
        ("late", "The time to show the key is over, or it was shown already. Begin again where needed."),
    ],
    standings: ["Valid", "Expires soon", "Not valid yet", "Expired", "Revoked", "Does not sign"],
    refusals: [
        "The certificate or request is not in your name",
        "This key belongs to somebody else",
        "This key is registered for the other signature",
        "The owner revoked this key: make another one",
        "There is an open request already: yours for this company, or one for the same key",
        "This certificate is registered already",
        "The time to show the key is over",
        "The signature does not show that you have the key",
        "The company has too many certificates: ask the bank",
    ],
};
