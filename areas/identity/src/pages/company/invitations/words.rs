//! Every sentence of the pages about invitations, in both languages. A field that one language lacks does not compile.

use ::pages::Language;
use clients::{Right, Rights};

use crate::pages::company::administration::listed;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) users: &'static str,
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) none: &'static str,
    pub(super) name: &'static str,
    pub(super) login: &'static str,
    pub(super) login_hint: &'static str,
    pub(super) rights_title: &'static str,
    pub(super) rights_hint: &'static str,
    pub(super) until: &'static str,
    pub(super) revoke: &'static str,
    pub(super) done_revoked: &'static str,
    pub(super) invite_title: &'static str,
    pub(super) invite: &'static str,
    pub(super) name_fault: &'static str,
    pub(super) login_fault: &'static str,
    pub(super) member: &'static str,
    pub(super) too_many: &'static str,
    pub(super) link_title: &'static str,
    pub(super) link_lead: &'static str,
    pub(super) link: &'static str,
    pub(super) copy: &'static str,
    pub(super) copied: &'static str,
    pub(super) link_saved: &'static str,
    pub(super) act: &'static str,
    pub(super) view_accounts: &'static str,
    pub(super) edit_payroll: &'static str,
    pub(super) other: &'static str,
    pub(super) join_title: &'static str,
    pub(super) join_lead: &'static str,
    pub(super) join_new: &'static str,
    pub(super) password: &'static str,
    pub(super) password_hint: &'static str,
    pub(super) repeated: &'static str,
    pub(super) repeated_wrong: &'static str,
    pub(super) proceed: &'static str,
    pub(super) join_known: &'static str,
    pub(super) to_login: &'static str,
    pub(super) known: &'static str,
    pub(super) factor_title: &'static str,
    pub(super) factor_lead: &'static str,
    pub(super) factor_qr: &'static str,
    pub(super) factor_by_hand: &'static str,
    pub(super) factor_code: &'static str,
    pub(super) code_wrong: &'static str,
    pub(super) codes_title: &'static str,
    pub(super) codes_lead: &'static str,
    pub(super) codes_kept: &'static str,
    pub(super) consent_title: &'static str,
    pub(super) consent_lead: &'static str,
    pub(super) inn: &'static str,
    pub(super) accept: &'static str,
    pub(super) decline: &'static str,
    pub(super) not_possible: &'static str,
}

impl Words {
    /// Returns the sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &RUSSIAN,
            Language::English => &ENGLISH,
        }
    }

    /// Names a right of an invitation.
    pub(super) const fn right(&self, right: Right) -> &'static str {
        match right {
            Right::Act => self.act,
            Right::ViewAccounts => self.view_accounts,
            Right::EditPayroll => self.edit_payroll,
            Right::SignFirst | Right::SignSecond | Right::CompanyAdministrator | Right::SignTreasury => {
                self.other
            }
        }
    }

    /// Writes rights in words.
    pub(super) fn rights(&self, rights: Rights) -> String {
        listed(rights.iter().map(|right| self.right(right)))
    }
}

static RUSSIAN: Words = Words {
    users: "Сотрудники и права",
    title: "Приглашения",
    lead: "Пригласите человека работать с компанией. Ссылку передаёте вы сами: банк писем не отправляет.",
    none: "Никто не приглашён.",
    name: "Имя",
    login: "Логин",
    login_hint: "Например, адрес почты: латинские буквы, цифры, точка, дефис, подчёркивание и @, до 64\u{a0}символов.",
    rights_title: "Права",
    rights_hint: "Подписи и управление компанией приглашением не даются: назначьте их потом на странице человека.",
    until: "Действует до",
    revoke: "Отозвать",
    done_revoked: "Приглашение отозвано, его ссылка больше не действует.",
    invite_title: "Пригласить человека",
    invite: "Пригласить",
    name_fault: "Введите имя, до 200\u{a0}символов.",
    login_fault: "Логин: от 1 до 64 латинских букв, цифр и знаков . - _ @.",
    member: "Человек с этим логином уже работает с компанией.",
    too_many: "У компании уже столько приглашений, сколько можно. Отзовите лишние.",
    link_title: "Приглашение готово",
    link_lead: "Передайте эту ссылку человеку сейчас: банк её больше не покажет. Она действует семь дней и один раз. \
        Кто откроет её первым, тот и войдёт, поэтому передавайте её лично или по защищённому каналу.",
    link: "Ссылка",
    copy: "Скопировать",
    copied: "Скопировано",
    link_saved: "Ссылка передана",
    act: "Работать от имени компании",
    view_accounts: "Видеть счета",
    edit_payroll: "Создавать и исправлять зарплатные ведомости",
    other: "Другое право",
    join_title: "Вас пригласили",
    join_lead: "Вас приглашает компания",
    join_new: "Я впервые в этом банке",
    password: "Пароль",
    password_hint: "От 8 до 256\u{a0}символов. Не подойдут логин и пароли, которые подбирают первыми.",
    repeated: "Пароль ещё раз",
    repeated_wrong: "Пароли не совпадают. Введите пароль дважды одинаково.",
    proceed: "Продолжить",
    join_known: "У меня уже есть этот логин",
    to_login: "Войти и согласиться",
    known: "Этот логин уже занят. Если он ваш, войдите с ним и согласитесь. Если нет, попросите пригласить вас с \
        другим.",
    factor_title: "Второй фактор",
    factor_lead: "Откройте приложение для одноразовых паролей, добавьте учётную запись и наведите камеру на этот код. \
        Код из приложения спрашивают после пароля и перед важными действиями.",
    factor_qr: "QR-код для приложения одноразовых паролей; тот же секрет ниже текстом",
    factor_by_hand: "Без камеры введите секрет вручную:",
    factor_code: "Шесть цифр, которые приложение показывает сейчас",
    code_wrong: "Код не подошёл. Проверьте время на телефоне, дождитесь нового кода и введите его.",
    codes_title: "Коды восстановления",
    codes_lead: "Готово. Сохраните эти коды сейчас: банк их больше не покажет. Без телефона введите один из \
        них при \
        входе вместо кода подтверждения, каждый работает один раз.",
    codes_kept: "Коды сохранены, войти",
    consent_title: "Приглашение компании",
    consent_lead: "Компания приглашает вас работать с ней под вашим логином.",
    inn: "ИНН",
    accept: "Согласиться",
    decline: "Не сейчас",
    not_possible: "Вы уже работаете с этой компанией, или у вас столько компаний, сколько можно.",
};

static ENGLISH: Words = Words {
    users: "People and rights",
    title: "Invitations",
    lead: "Invite a person to work for the company. You pass the link on yourself: the bank sends no mail.",
    none: "Nobody is invited.",
    name: "Name",
    login: "Login",
    login_hint: "A mail address, for example: Latin letters, digits, dot, dash, underscore and @, up to 64 characters.",
    rights_title: "Rights",
    rights_hint: "An invitation gives neither signatures nor administration: give them later on the person’s page.",
    until: "Valid until",
    revoke: "Withdraw",
    done_revoked: "The invitation is withdrawn, and its link does not work any more.",
    invite_title: "Invite a person",
    invite: "Invite",
    name_fault: "Enter a name of up to 200 characters.",
    login_fault: "A login has 1 to 64 Latin letters, digits and the signs . - _ @.",
    member: "A person with this login works for the company already.",
    too_many: "The company has as many invitations as it may have. Withdraw what is not needed.",
    link_title: "The invitation is ready",
    link_lead: "Pass this link on now: the bank will not show it again. It works for seven days, and once. \
        Whoever opens it \
        first is let in, so hand it over in person or by a safe channel.",
    link: "Link",
    copy: "Copy",
    copied: "Copied",
    link_saved: "The link is passed on",
    act: "Act for the company",
    view_accounts: "See the accounts",
    edit_payroll: "Make and correct payroll statements",
    other: "Another right",
    join_title: "You are invited",
    join_lead: "You are invited by the company",
    join_new: "I am new to this bank",
    password: "Password",
    password_hint: "8 to 256 characters. Not your login, and none of the passwords that everybody tries first.",
    repeated: "Password again",
    repeated_wrong: "The passwords differ. Enter the password the same way twice.",
    proceed: "Continue",
    join_known: "I have this login already",
    to_login: "Log in and accept",
    known: "This login is taken. If it is yours, log in with it and accept. If not, ask to be invited with \
        another one.",
    factor_title: "Second factor",
    factor_lead: "Open your authenticator application, add an account and point the camera at this code. A code of the \
        application is asked for after the password and before what matters.",
    factor_qr: "QR code for the authenticator application; the same secret is below as text",
    factor_by_hand: "Without a camera, type the secret:",
    factor_code: "Six digits that the application shows now",
    code_wrong: "The code does not match. Check the time of your phone, wait for a new code and enter it.",
    codes_title: "Recovery codes",
    codes_lead: "Done. Save these codes now: the bank will not show them again. Without your phone, enter \
        one of them \
        at the login in the place of the confirmation code; each works once.",
    codes_kept: "The codes are saved, log in",
    consent_title: "Invitation of a company",
    consent_lead: "The company invites you to work for it under your login.",
    inn: "Taxpayer number",
    accept: "Accept",
    decline: "Not now",
    not_possible: "You work for this company already, or have as many companies as one may have.",
};
