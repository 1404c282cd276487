//! Every sentence of the pages about users, in both languages. A field that one language lacks does not compile.

use ::pages::Language;
use clients::{Right, SignatureScheme, SignatureType};

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    /// Heading of the list.
    pub(super) users: &'static str,
    /// Explanation below it.
    pub(super) users_lead: &'static str,
    /// Link to the invitations.
    pub(super) invitations: &'static str,
    /// Label of the person.
    pub(super) person: &'static str,
    /// Label of the login name.
    pub(super) login: &'static str,
    /// Label of the rights.
    pub(super) rights: &'static str,
    /// Label of the status.
    pub(super) status: &'static str,
    /// Behind the own name.
    pub(super) you: &'static str,
    /// In service.
    pub(super) works: &'static str,
    /// Locked by the company.
    pub(super) locked: &'static str,
    /// Stopped by the bank.
    pub(super) stopped: &'static str,
    /// No right at all.
    pub(super) no_rights: &'static str,
    /// Label of the roles.
    pub(super) roles: &'static str,
    /// No roles.
    pub(super) none: &'static str,
    /// Heading of the scheme.
    pub(super) scheme: &'static str,
    /// Explanation below it.
    pub(super) scheme_lead: &'static str,
    /// Label of the present scheme.
    pub(super) scheme_now: &'static str,
    /// The people cannot meet the scheme.
    pub(super) scheme_unmet: &'static str,
    /// Summary of the form.
    pub(super) change_scheme: &'static str,
    /// Consequence of a change for documents that wait.
    pub(super) scheme_change_lead: &'static str,
    /// Label of the number.
    pub(super) first: &'static str,
    /// Label of the number.
    pub(super) second: &'static str,
    /// Label of the box.
    pub(super) same_person: &'static str,
    /// Numbers that make no scheme.
    pub(super) scheme_fault: &'static str,
    pub(super) scheme_changed: &'static str,
    /// Button of a form.
    pub(super) save: &'static str,
    /// Instead of the forms, for the own person.
    pub(super) own: &'static str,
    /// Heading of the form.
    pub(super) change_rights: &'static str,
    /// Explanation of no right at all.
    pub(super) rights_hint: &'static str,
    /// Rights without the first.
    pub(super) without_act: &'static str,
    /// Signature or administration for a person whom the administrator has let in.
    pub(super) own_invitation: &'static str,
    /// Heading and button of the lock.
    pub(super) lock: &'static str,
    /// Heading of the lock.
    pub(super) lock_title: &'static str,
    /// Explanation of it.
    pub(super) lock_lead: &'static str,
    /// Asked before the lock.
    pub(super) lock_question: &'static str,
    /// Button that ends the lock.
    pub(super) unlock: &'static str,
    /// Explanation of it.
    pub(super) unlock_lead: &'static str,
    /// After rights were changed.
    pub(super) done_rights: &'static str,
    /// After the lock.
    pub(super) done_locked: &'static str,
    /// After the end of the lock.
    pub(super) done_unlocked: &'static str,
    /// After the scheme was changed.
    pub(super) done_scheme: &'static str,
    /// After every right was taken.
    pub(super) done_left: &'static str,
    /// Name of the type.
    pub(super) signature_first: &'static str,
    /// Name of the type.
    pub(super) signature_second: &'static str,
    /// Behind a scheme.
    pub(super) by_same_person: &'static str,
    /// Name of the right.
    pub(super) act: &'static str,
    /// Name of the right.
    pub(super) view_accounts: &'static str,
    /// Name of the right.
    pub(super) edit_payroll: &'static str,
    /// Name of the right.
    pub(super) sign_first: &'static str,
    /// Name of the right.
    pub(super) sign_second: &'static str,
    /// Name of the right.
    pub(super) administrator: &'static str,
    /// Name of the right.
    pub(super) sign_treasury: &'static str,
}

impl Words {
    /// Returns the sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// Names a right.
    pub(super) const fn right(&self, right: Right) -> &'static str {
        match right {
            Right::Act => self.act,
            Right::ViewAccounts => self.view_accounts,
            Right::EditPayroll => self.edit_payroll,
            Right::SignFirst => self.sign_first,
            Right::SignSecond => self.sign_second,
            Right::CompanyAdministrator => self.administrator,
            Right::SignTreasury => self.sign_treasury,
        }
    }

    /// Writes a scheme as `1 × first signature, 1 × second signature`.
    pub(super) fn scheme_text(&self, scheme: SignatureScheme) -> String {
        let name = |kind: SignatureType| match kind {
            SignatureType::First => self.signature_first,
            SignatureType::Second => self.signature_second,
        };
        let parts = SignatureType::ALL.iter().filter_map(|kind| {
            let needed = scheme.needed(*kind);
            (needed > 0).then(|| format!("{needed}\u{a0}×\u{a0}{}", name(*kind)))
        });
        let mut text = parts.collect::<Vec<_>>().join(", ");
        if scheme.allows_same_person() {
            text.push_str("; ");
            text.push_str(self.by_same_person);
        }
        text
    }
}

static RUSSIAN: Words = Words {
    users: "Сотрудники и права",
    users_lead: "Кто и что может делать от имени вашей компании.",
    invitations: "Пригласить человека и посмотреть приглашения",
    person: "Сотрудник",
    login: "Логин",
    rights: "Права",
    status: "Состояние",
    you: "это вы",
    works: "Работает",
    locked: "Заблокирован компанией",
    stopped: "Остановлен банком",
    no_rights: "нет прав",
    roles: "Роли (назначает банк)",
    none: "нет",
    scheme: "Схема подписей",
    scheme_lead: "Сколько подписей нужно документу компании, чтобы банк его исполнил. Один человек подписывает \
                  документ один раз, если ниже не разрешено иное.",
    scheme_now: "Сейчас нужно",
    scheme_unmet: "Сейчас в компании не хватает сотрудников с правом подписи, чтобы собрать все подписи по этой \
                   схеме. Документы не будут исполняться, пока вы не дадите права или не измените схему.",
    change_scheme: "Изменить схему",
    scheme_change_lead: "Документы, которые ждут подписей, будут подписываться уже по новой схеме. Если по новой \
                         схеме подписей в документе уже достаточно, сам он не отправится: ведомость отправит на \
                         исполнение со своей страницы тот, у кого есть право подписи. Если подписей станет нужно \
                         меньше, изменение подтверждает ещё один администратор или сотрудник с правом подписи.",
    first: "Первых подписей",
    second: "Вторых подписей",
    same_person: "Один человек может дать и первую, и вторую подпись",
    scheme_changed: "Схему только что изменил кто-то другой: выше та, что действует сейчас. Здесь ваши значения: \
        сохраните ещё раз, если верны они.",
    scheme_fault: "Укажите от 0 до 9\u{a0}подписей каждого вида, всего хотя бы одну.",
    save: "Сохранить",
    own: "Свои права и блокировку меняет другой администратор компании или банк.",
    change_rights: "Что может делать",
    rights_hint: "Если снять все отметки, сотрудник больше не сможет работать от имени компании и исчезнет из списка.",
    without_act: "Без права «Работать от имени компании» остальные права ничего не дают. Отметьте и его.",
    own_invitation: "Этого человека пригласили вы, поэтому право подписи и права администратора даёт ему другой \
        администратор. Если его нет, обратитесь в банк.",
    lock: "Заблокировать",
    lock_title: "Блокировка",
    lock_lead: "Сотрудник сразу потеряет доступ к вашей компании: в интернет-банке и в программах. Права \
                сохранятся до разблокировки.",
    lock_question: "Заблокировать доступ сотрудника?",
    unlock: "Разблокировать",
    unlock_lead: "Сотрудник снова получит перечисленные права и войдёт заново.",
    done_rights: "Права изменены.",
    done_locked: "Сотрудник заблокирован для вашей компании.",
    done_unlocked: "Сотрудник снова работает.",
    done_scheme: "Схема подписей изменена.",
    done_left: "Сотрудник больше не работает от имени компании.",
    signature_first: "первая подпись",
    signature_second: "вторая подпись",
    by_same_person: "обе может дать один человек",
    act: "Работать от имени компании",
    view_accounts: "Видеть счета",
    edit_payroll: "Создавать и исправлять зарплатные ведомости",
    sign_first: "Первая подпись",
    sign_second: "Вторая подпись",
    administrator: "Управлять сотрудниками и интеграциями",
    sign_treasury: "Подписать создание казначейства",
};

static ENGLISH: Words = Words {
    users: "People and rights",
    users_lead: "Who may do what on behalf of your company.",
    invitations: "Invite a person, and see invitations",
    person: "Person",
    login: "Login",
    rights: "Rights",
    status: "Status",
    you: "you",
    works: "In service",
    locked: "Locked by the company",
    stopped: "Stopped by the bank",
    no_rights: "no rights",
    roles: "Roles (given by the bank)",
    none: "none",
    scheme: "Signature scheme",
    scheme_lead: "How many signatures a document of the company needs before the bank carries it out. One person \
                  signs a document once, unless allowed below.",
    scheme_now: "Needed now",
    scheme_unmet: "There are not enough people with the right to sign to give every signature of this scheme. \
                   Documents will not be carried out until you give rights or change the scheme.",
    change_scheme: "Change the scheme",
    scheme_change_lead: "Documents that wait for signatures follow the new scheme from their next signature on. A \
                         document that has enough signatures by the new scheme already is not sent by itself: \
                         somebody with the right to sign sends a statement to execution from its page. A scheme that \
                         asks for fewer signatures is confirmed by another administrator or a person with the right \
                         to sign.",
    first: "First signatures",
    second: "Second signatures",
    same_person: "One person may give both the first and the second signature",
    scheme_changed: "Somebody else has just changed the scheme: the one in force is above. Your values are here: \
        save again when they are right.",
    scheme_fault: "Enter 0 to 9 signatures of each type, at least one in all.",
    save: "Save",
    own: "Your own rights and lock are changed by another administrator of the company, or by the bank.",
    change_rights: "What the person may do",
    rights_hint: "With no box ticked the person may not act for the company any more and leaves the list.",
    without_act: "Without the right “Act for the company” the others mean nothing. Tick it too.",
    own_invitation: "You invited this person, so another administrator gives signatures and administration. \
        If there is none, ask the bank.",
    lock: "Lock",
    lock_title: "Lock",
    lock_lead: "The person loses access to your company at once: in the online bank and in software. The rights \
                are kept until the lock ends.",
    lock_question: "Lock this person out?",
    unlock: "Unlock",
    unlock_lead: "The person gets these rights again and logs in anew.",
    done_rights: "The rights are changed.",
    done_locked: "The person is locked for your company.",
    done_unlocked: "The person is in service again.",
    done_scheme: "The signature scheme is changed.",
    done_left: "The person does not act for the company any more.",
    signature_first: "first signature",
    signature_second: "second signature",
    by_same_person: "one person may give both",
    act: "Act for the company",
    view_accounts: "See the accounts",
    edit_payroll: "Make and correct payroll statements",
    sign_first: "First signature",
    sign_second: "Second signature",
    administrator: "Administer people and integrations",
    sign_treasury: "Sign the creation of a treasury",
};
