//! Fields of the forms that register and change an integration, with what was typed and what is wrong with it.

use ::pages::OnlineBankForm;
use clients::{OauthClient, Profile, RedirectUri};

use super::words::Words;
use crate::integration::{SettingsErrors, SettingsForm};

pub(super) struct Fields {
    pub(super) form: SettingsForm,
    pub(super) profiles: Vec<Choice>,
    pub(super) name_fault: Option<String>,
    pub(super) profile_fault: Option<String>,
    pub(super) uris_fault: Option<String>,
    pub(super) logout_fault: Option<String>,
}

/// A value that can be chosen.
pub(super) struct Choice {
    pub(super) value: &'static str,
    pub(super) name: &'static str,
    pub(super) detail: &'static str,
    pub(super) is_chosen: bool,
}

impl Fields {
    pub(super) fn new(form: SettingsForm, errors: &SettingsErrors, words: &'static Words) -> Self {
        let choice = |profile: &Profile| {
            let (name, detail) = match profile {
                Profile::Specification => (words.profile_specification, words.profile_specification_detail),
                Profile::Standard => (words.profile_standard, words.profile_standard_detail),
            };
            let is_chosen = form.profile == profile.as_str();
            Choice { value: profile.as_str(), name, detail, is_chosen }
        };
        Self {
            profiles: Profile::ALL.iter().map(choice).collect(),
            name_fault: errors.name.map(|_| words.name_fault.to_owned()),
            profile_fault: errors.profile.then(|| words.profile_fault.to_owned()),
            uris_fault: errors.redirect_uris.map(|error| words.addresses_fault(error)),
            logout_fault: errors.post_logout_redirect_uris.map(|error| words.addresses_fault(error)),
            form,
        }
    }

    /// Puts beside each field that was filled in another way what somebody else has saved there meanwhile.
    pub(super) fn beside_saved(mut self, saved: &SettingsForm, words: &'static Words) -> Self {
        let beside = |own: &str, saved: &str, shown: &str| {
            (own != saved).then(|| format!("{}: {}", words.saved_now, shown.replace('\n', ", ")))
        };
        let chosen = self.profiles.iter().find(|choice| choice.value == saved.profile);
        let profile = chosen.map_or("", |choice| choice.name);
        self.profile_fault = beside(&self.form.profile, &saved.profile, profile);
        self.name_fault = beside(&self.form.name, &saved.name, &saved.name);
        let typed = |text: &str| text.replace("\r\n", "\n");
        let own = typed(&self.form.redirect_uris);
        self.uris_fault = beside(&own, &saved.redirect_uris, &saved.redirect_uris);
        let (own, saved) = (typed(&self.form.post_logout_redirect_uris), &saved.post_logout_redirect_uris);
        self.logout_fault = beside(&own, saved, saved);
        self
    }
}

pub(super) fn sent(form: &OnlineBankForm) -> SettingsForm {
    let field = |name| form.field(name).to_owned();
    SettingsForm {
        name: field("name"),
        profile: field("profile"),
        redirect_uris: field("redirect_uris"),
        post_logout_redirect_uris: field("post_logout_redirect_uris"),
    }
}

pub(super) fn present(client: &OauthClient) -> SettingsForm {
    SettingsForm {
        name: client.name.clone(),
        profile: client.profile.as_str().to_owned(),
        redirect_uris: lines(&client.redirect_uris),
        post_logout_redirect_uris: lines(&client.post_logout_redirect_uris),
    }
}

pub(super) fn empty() -> SettingsForm {
    SettingsForm { profile: Profile::Specification.as_str().to_owned(), ..SettingsForm::default() }
}

fn lines(uris: &[RedirectUri]) -> String {
    uris.iter().map(RedirectUri::as_str).collect::<Vec<_>>().join("\n")
}
