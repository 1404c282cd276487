//! Every sentence of the room, in both languages. A field that one language lacks does not compile.

mod english;
mod russian;

use ::pages::Language;

use crate::login::login_history::{LoginOutcome, LoginWay};
use crate::person::origin::{BrowserFamily, Origin};
use crate::person::password_rule::PasswordRuleError;

/// The sentences of one language.
#[derive(Debug)]
pub(super) struct Words {
    /// Heading of the room, and the link back to it.
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    pub(super) password_title: &'static str,
    pub(super) password_note: &'static str,
    pub(super) password_lead: &'static str,
    pub(super) password_present: &'static str,
    pub(super) password_new: &'static str,
    pub(super) password_hint: &'static str,
    pub(super) password_repeated: &'static str,
    pub(super) password_change: &'static str,
    pub(super) password_changed: &'static str,
    pub(super) password_wrong: &'static str,
    pub(super) password_same: &'static str,
    pub(super) password_repeated_wrong: &'static str,
    pub(super) rule_length: &'static str,
    pub(super) rule_control: &'static str,
    pub(super) rule_common: &'static str,
    pub(super) rule_login: &'static str,
    pub(super) show: &'static str,
    pub(super) hide: &'static str,
    pub(super) factor_title: &'static str,
    pub(super) factor_lead: &'static str,
    pub(super) factor_none: &'static str,
    pub(super) factor_on: &'static str,
    pub(super) factor_off: &'static str,
    pub(super) factor_first: &'static str,
    pub(super) factor_replace: &'static str,
    pub(super) factor_ends_sessions: &'static str,
    pub(super) factor_code: &'static str,
    pub(super) factor_code_or_recovery: &'static str,
    pub(super) factor_begin: &'static str,
    pub(super) factor_new_title: &'static str,
    pub(super) factor_scan: &'static str,
    pub(super) factor_qr: &'static str,
    pub(super) factor_by_hand: &'static str,
    pub(super) factor_first_code: &'static str,
    pub(super) factor_confirm: &'static str,
    pub(super) factor_set: &'static str,
    pub(super) factor_wrong_answer: &'static str,
    pub(super) factor_wrong_code: &'static str,
    pub(super) codes_title: &'static str,
    pub(super) codes_left: &'static str,
    pub(super) codes_hint: &'static str,
    pub(super) codes_once: &'static str,
    pub(super) codes_kept: &'static str,
    pub(super) codes_renew: &'static str,
    pub(super) codes_renewed: &'static str,
    pub(super) passkeys_title: &'static str,
    pub(super) passkeys_note: &'static str,
    pub(super) passkeys_lead: &'static str,
    pub(super) passkeys_none: &'static str,
    pub(super) passkey_name: &'static str,
    pub(super) passkey_added: &'static str,
    pub(super) passkey_used: &'static str,
    pub(super) passkey_never: &'static str,
    pub(super) passkey_synced: &'static str,
    pub(super) passkey_device: &'static str,
    pub(super) passkey_remove: &'static str,
    pub(super) passkey_rename: &'static str,
    pub(super) passkey_rename_button: &'static str,
    pub(super) passkey_renamed: &'static str,
    pub(super) passkey_remove_hint: &'static str,
    pub(super) passkey_done: &'static str,
    pub(super) passkey_gone: &'static str,
    pub(super) passkey_add: &'static str,
    pub(super) passkey_add_hint: &'static str,
    pub(super) passkeys_full: &'static str,
    pub(super) passkeys_absent: &'static str,
    pub(super) passkeys_elsewhere: &'static str,
    pub(super) passkey_new_title: &'static str,
    pub(super) passkey_new_lead: &'static str,
    pub(super) passkey_name_hint: &'static str,
    pub(super) passkey_name_fault: &'static str,
    pub(super) passkey_expired: &'static str,
    pub(super) passkey_refused: &'static str,
    pub(super) passkey_known: &'static str,
    pub(super) sessions_title: &'static str,
    pub(super) sessions_note: &'static str,
    pub(super) sessions_lead: &'static str,
    pub(super) session_program: &'static str,
    pub(super) session_company: &'static str,
    pub(super) session_place: &'static str,
    pub(super) session_begun: &'static str,
    pub(super) session_used: &'static str,
    pub(super) session_this: &'static str,
    pub(super) session_end: &'static str,
    pub(super) session_ended: &'static str,
    pub(super) sessions_end_others: &'static str,
    pub(super) session_end_question: &'static str,
    pub(super) sessions_end_question: &'static str,
    pub(super) session_end_text: &'static str,
    pub(super) sessions_ended: &'static str,
    /// Before the most that the list shows.
    pub(super) sessions_full: &'static str,
    pub(super) logins_title: &'static str,
    pub(super) logins_note: &'static str,
    pub(super) logins_lead: &'static str,
    pub(super) login_at: &'static str,
    pub(super) login_outcome: &'static str,
    pub(super) logins_full: &'static str,
    pub(super) login_succeeded: &'static str,
    pub(super) way_password: &'static str,
    pub(super) way_code: &'static str,
    pub(super) way_recovery_code: &'static str,
    pub(super) way_passkey: &'static str,
    pub(super) login_wrong_password: &'static str,
    pub(super) login_wrong_code: &'static str,
    pub(super) login_used_code: &'static str,
    pub(super) login_wrong_recovery: &'static str,
    pub(super) login_wrong_passkey: &'static str,
    pub(super) login_passkey_counter: &'static str,
    pub(super) login_passkey_added: &'static str,
    pub(super) login_passkey_removed: &'static str,
    pub(super) login_password_by_bank: &'static str,
    pub(super) login_factor_by_bank: &'static str,
    pub(super) login_factor_gone_by_bank: &'static str,
    pub(super) login_not_active: &'static str,
    pub(super) login_locked: &'static str,
    pub(super) online_bank: &'static str,
    pub(super) browser_yandex: &'static str,
    pub(super) browser_other: &'static str,
    pub(super) place_unknown: &'static str,
    pub(super) cancel: &'static str,
}

impl Words {
    /// Returns the sentences of `language`.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &russian::WORDS,
            Language::English => &english::WORDS,
        }
    }

    /// Tells what was done; nothing for a name that is none.
    pub(super) fn done(&self, what: &str) -> Option<&'static str> {
        match what {
            "password" => Some(self.password_changed),
            "session" => Some(self.session_ended),
            "sessions" => Some(self.sessions_ended),
            "passkey" => Some(self.passkey_done),
            "passkey-removed" => Some(self.passkey_gone),
            "passkey-renamed" => Some(self.passkey_renamed),
            _ => None,
        }
    }

    /// Tells what came of a login.
    pub(super) const fn outcome(&self, outcome: LoginOutcome) -> &'static str {
        match outcome {
            LoginOutcome::Succeeded(_) => self.login_succeeded,
            LoginOutcome::WrongPassword => self.login_wrong_password,
            LoginOutcome::WrongCode => self.login_wrong_code,
            LoginOutcome::UsedCode => self.login_used_code,
            LoginOutcome::WrongRecoveryCode => self.login_wrong_recovery,
            LoginOutcome::WrongPasskey => self.login_wrong_passkey,
            LoginOutcome::PasskeyCounter => self.login_passkey_counter,
            LoginOutcome::PasskeyAdded => self.login_passkey_added,
            LoginOutcome::PasskeyRemoved => self.login_passkey_removed,
            LoginOutcome::PasswordByBank => self.login_password_by_bank,
            LoginOutcome::FactorByBank => self.login_factor_by_bank,
            LoginOutcome::FactorGoneByBank => self.login_factor_gone_by_bank,
            LoginOutcome::UserNotActive => self.login_not_active,
            LoginOutcome::Locked => self.login_locked,
        }
    }

    /// Tells how somebody has logged in; nothing where nobody knows.
    pub(super) const fn way(&self, outcome: LoginOutcome) -> Option<&'static str> {
        match outcome {
            LoginOutcome::Succeeded(Some(LoginWay::Password)) => Some(self.way_password),
            LoginOutcome::Succeeded(Some(LoginWay::Code)) => Some(self.way_code),
            LoginOutcome::Succeeded(Some(LoginWay::RecoveryCode)) => Some(self.way_recovery_code),
            LoginOutcome::Succeeded(Some(LoginWay::Passkey)) => Some(self.way_passkey),
            _ => None,
        }
    }

    /// Tells the rule that a new password breaks.
    pub(super) const fn rule(&self, rule: PasswordRuleError) -> &'static str {
        match rule {
            PasswordRuleError::Length => self.rule_length,
            PasswordRuleError::ControlCharacter => self.rule_control,
            PasswordRuleError::Common => self.rule_common,
            PasswordRuleError::LoginName => self.rule_login,
        }
    }

    /// Writes where a login came from: "Firefox, 192.0.2.7".
    pub(super) fn place(&self, origin: Origin) -> String {
        let browser = origin.browser.map(|browser| self.browser(browser));
        match (browser, origin.address) {
            (Some(browser), Some(address)) => format!("{browser}, {address}"),
            (Some(browser), None) => browser.to_owned(),
            (None, Some(address)) => address.to_string(),
            (None, None) => self.place_unknown.to_owned(),
        }
    }

    const fn browser(&self, browser: BrowserFamily) -> &'static str {
        match browser {
            BrowserFamily::Yandex => self.browser_yandex,
            BrowserFamily::Edge => "Edge",
            BrowserFamily::Opera => "Opera",
            BrowserFamily::Firefox => "Firefox",
            BrowserFamily::Chrome => "Chrome",
            BrowserFamily::Safari => "Safari",
            BrowserFamily::Other => self.browser_other,
        }
    }
}
