//! Every sentence of the pages, in both languages.

use ::pages::{OnlineBank, moment};
use clients::SignatureType;
use kernel::Language;

use crate::refusal::Refusal;
use crate::standing::Standing;

kernel::words! {
    pub(super) struct Words {
        title = "Электронная подпись", "Signing keys";
        lead =
            "Сертификаты, которыми вы подписываете документы этой компании",
            "The certificates with which you sign documents of this company";
        demo =
            "Это демо: учебный удостоверяющий центр выпускает сертификат по запросу сразу. В банке запрос проверяют \
                люди.",
            "This is a demo: its authority issues a certificate at once. At a bank, people check the request.";
        own = "Мои сертификаты", "My certificates";
        nothing =
            "Сертификатов пока нет. Запросите сертификат или зарегистрируйте выпущенный.",
            "There are no certificates yet. Request one, or register one that was issued.";
        subject = "Владелец", "Owner";
        issuer = "Издатель", "Issuer";
        serial = "Номер", "Serial number";
        valid = "Срок действия", "Validity";
        kind = "Вид подписи", "Signature";
        standing_title = "Состояние", "State";
        used = "Последняя подпись", "Last signature";
        never = "ещё не было", "none yet";
        actions = "Действия", "Actions";
        download = "Скачать", "Download";
        revoke = "Отозвать", "Revoke";
        requests = "Мои запросы", "My requests";
        asked = "Отправлен", "Sent";
        requested = "Рассматривается", "Under review";
        issued = "Сертификат выпущен", "Issued";
        withdrawn = "Отозван вами", "Withdrawn";
        refused = "Банк отказал", "Refused by the bank";
        refused_waiting = "Банк отказал в сертификате", "The bank refused a certificate";
        open_hint =
            "Новый запрос можно отправить, когда банк ответит на этот или вы его отзовёте.",
            "You can send another one when the bank has answered this one or you withdraw it.";
        withdraw = "Отозвать запрос", "Withdraw the request";
        request_title = "Запросить сертификат", "Request a certificate";
        request_lead =
            "Запрос содержит открытый ключ и подписан вашим закрытым ключом. Закрытый ключ банку не нужен.",
            "A request has your public key and is signed by your private one. The bank does not need your private key.";
        request_send = "Отправить запрос", "Send the request";
        request_field = "Запрос (PKCS#10 в PEM)", "Request (PKCS#10 in PEM)";
        request_file = "Файл с запросом", "File with the request";
        request_hint =
            "Ключ ECDSA P-256 или P-384, RSA от 2048 до 8192\u{a0}бит или ГОСТ Р 34.10-2012; имя (CN) в запросе",
            "A key of ECDSA on P-256 or P-384, of RSA with 2048 to 8192 bits, or of GOST R 34.10-2012; \
                the name (CN) in the request";
        send = "Отправить", "Send";
        cancel = "Отмена", "Cancel";
        for_type = "Для подписи", "For the signature";
        no_type = "Выберите вид подписи", "Choose the signature";
        register_title = "Зарегистрировать сертификат", "Register a certificate";
        register_lead =
            "Сертификат, который уже выпустил удостоверяющий центр, признаваемый банком, на ваше имя.",
            "A certificate in your name that an authority of the bank has issued already.";
        certificate_field = "Сертификат (PEM)", "Certificate (PEM)";
        certificate_file = "Файл с сертификатом", "File with the certificate";
        next = "Дальше", "Next";
        prove_title = "Подтвердите, что ключ у вас", "Show that you have the key";
        prove_lead =
            "Подпишите ключом этого сертификата короткий документ. Он годится только для этой регистрации.",
            "Sign a short document with the key of this certificate. It is used for this registration only.";
        by_command = "Командой OpenSSL", "With an OpenSSL command";
        until = "Подписать до", "To be signed by";
        download_digest = "Скачать дайджест (32\u{a0}байта)", "Download the digest (32 bytes)";
        download_document = "Скачать документ", "Download the document";
        cms = "Подпись (Base64 или PEM)", "Signature (Base64 or PEM)";
        cms_file = "Файл с подписью", "File with the signature";
        register = "Зарегистрировать", "Register";
        revoke_title = "Отозвать сертификат", "Revoke a certificate";
        revoke_lead =
            "Отзывается ключ: все его сертификаты, во всех ваших компаниях, сразу и навсегда. Уже исполненные подписи \
                остаются; документы на будущую дату банк проверит заново и отклонит.",
            "The key is revoked: all its certificates, for all your companies, at once and for good. What was \
             signed and carried out stays; documents with a later date are checked again and declined.";
        revoke_button = "Отозвать навсегда", "Revoke for good";
        first = "Первая подпись", "First signature";
        second = "Вторая подпись", "Second signature";
        done: [(&'static str, &'static str); 6] =
            [
                ("requested", "Запрос отправлен. Когда банк выпустит сертификат, он появится здесь."),
                ("issued", "Сертификат выпущен и зарегистрирован. Скачайте его, если подписываете в другой программе."),
                ("withdrawn", "Запрос отозван."),
                ("registered", "Сертификат зарегистрирован: им можно подписывать."),
                ("revoked", "Ключ отозван: подписи с ним больше не принимаются."),
                ("late",
                 "Время для подтверждения истекло, или ключ уже подтверждён. Если нужно, начните регистрацию снова."),
            ],
            [
                ("requested", "The request is sent. The certificate appears here when the bank has issued it."),
                ("issued", "The certificate is issued and registered. Download it when you sign with another program."),
                ("withdrawn", "The request is withdrawn."),
                ("registered", "The certificate is registered. You can sign with it now."),
                ("revoked", "The key is revoked: signatures made with it are no longer accepted."),
                ("late", "The time to show the key has run out, or it was shown already. Start again if needed."),
            ];
        standings: [&'static str; 6] =
            ["Действует", "Скоро истекает", "Ещё не действует", "Истёк", "Отозван", "Не действует"],
            ["Valid", "Expires soon", "Not valid yet", "Expired", "Revoked", "Does not sign"];
        refusals: [&'static str; 9] =
            [
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
            [
                "The certificate or request is not in your name",
                "This key belongs to somebody else",
                "This key is registered for the other signature",
                "The owner revoked this key: make another one",
                "There is an open request already: yours for this company, or one for the same key",
                "This certificate is registered already",
                "The time to show the key has run out",
                "The signature does not show that you have the key",
                "The company has too many certificates: ask the bank",
            ];
    }
}

impl Words {
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
