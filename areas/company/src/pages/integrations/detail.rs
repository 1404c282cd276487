//! `GET /bank/integrations/{id}`: how to use an integration, who gave it access, and what can be done with it.

use ::pages::{FormPage, Language, OnlineBank, PageError, PagePath, PageResult, Section, counted, moment};
use askama::Template;
use axum::extract::State;
use clients::ClientStatus;
use edge::{AreaPath, QueryList};
use http::StatusCode;
use identity::IdentitySettings;
use identity::addresses::Addresses;
use identity::login::authorize_request::SCOPES;
use identity::token::grant::{GRANTS_SHOWN_MAX, Grant};
use kernel::{ClientId, Instant, UserId};

use super::fields::{Choice, Fields, present as present_form};
use super::words::Words;
use super::{badge, client_id};
use crate::integration::{Overlap, SettingsErrors, SettingsForm};
use crate::pages::administration::{AnswerFault, AnswerField, administrator};
use crate::pages::{CompanyPages, Pages};
use crate::work::integrations::{Presented, present};

#[derive(Template)]
#[template(path = "integration.html")]
#[expect(clippy::struct_excessive_bools, reason = "each shows or hides one part of the page")]
struct Content {
    words: &'static Words,
    csrf: String,
    id: ClientId,
    version: i64,
    title: String,
    status: &'static str,
    badge: &'static str,
    notice: Option<&'static str>,
    is_own: bool,
    values: Vec<Value>,
    /// The longest time for which access is given, in words.
    access_max: String,
    grants: Vec<GrantLine>,
    /// More people gave access than are shown.
    has_more_grants: bool,
    last_use: String,
    secret_set: String,
    previous_until: Option<String>,
    overlaps: Vec<Choice>,
    secret_fault: Option<AnswerFault>,
    fields: Fields,
    settings_open: bool,
    /// Somebody else has saved settings since the page was opened.
    settings_changed: bool,
    settings_fault: Option<AnswerFault>,
    can_switch_off: bool,
    can_switch_on: bool,
    switch_fault: Option<AnswerFault>,
    answer: AnswerField,
}

struct Value {
    id: &'static str,
    label: &'static str,
    text: String,
}

struct GrantLine {
    user: UserId,
    name: String,
    scope: String,
    granted: String,
    used: String,
}

#[derive(Default)]
pub(super) struct FormFaults {
    /// With the answer that confirms another secret, and the time that was chosen.
    pub(super) secret: Option<(Overlap, AnswerFault)>,
    pub(super) settings: Option<SettingsRefused>,
    /// With the answer that confirms the switch.
    pub(super) switch: Option<AnswerFault>,
}

/// Settings that were refused, as they were typed.
pub(super) struct SettingsRefused {
    pub(super) form: SettingsForm,
    pub(super) errors: SettingsErrors,
    pub(super) answer_fault: Option<AnswerFault>,
}

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    query: QueryList<PageError>,
    AreaPath(id, _): PagePath,
) -> PageResult {
    let words = Words::of(bank.language);
    let notices = [
        ("registered", words.done_registered),
        ("saved", words.done_saved),
        ("ended", words.done_ended),
        ("revoked", words.done_revoked),
        ("off", words.done_off),
        ("on", words.done_on),
    ];
    show(&pages, &bank, &client_id(&id)?, FormPage::asked(&query, &notices)?).await
}

/// Shows the page, with the mistakes in a form.
pub(super) async fn show(
    pages: &CompanyPages,
    bank: &OnlineBank,
    id: &ClientId,
    shown: FormPage<FormFaults>,
) -> PageResult {
    let FormPage { status, notice, faults } = shown;
    let administrator = administrator(pages, bank)?;
    let words = Words::of(bank.language);
    let Presented { integration, client, grants, last_use } = present(&administrator, id).await?;
    let settings_of_bank = &pages.area.identity.settings;
    let when = |at: Instant| moment(at, bank.zone(), bank.language);
    let used_at = last_use.and_then(|last_use| last_use.used_at);
    let settings_open = faults.settings.is_some();
    let settings = faults.settings.unwrap_or_else(|| SettingsRefused {
        form: present_form(&client),
        errors: SettingsErrors::default(),
        answer_fault: None,
    });
    let settings_changed = settings_open && status == StatusCode::CONFLICT;
    let mut fields = Fields::new(settings.form, &settings.errors, words);
    if settings_changed {
        fields = fields.beside_saved(&present_form(&client), words);
    }
    let chosen = faults.secret.map_or(Overlap::Day, |(overlap, _)| overlap);
    let previous = client.secrets.previous_at(bank.now());
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        id: id.clone(),
        version: client.version,
        title: client.name.clone(),
        status: words.status(client.status),
        badge: badge(client.status),
        notice,
        is_own: integration.is_own,
        values: values(settings_of_bank, id, words),
        access_max: access_max(settings_of_bank, bank.language),
        has_more_grants: grants.len() > GRANTS_SHOWN_MAX,
        grants: grants.into_iter().take(GRANTS_SHOWN_MAX).map(|grant| grant_line(grant, when)).collect(),
        last_use: used_at.map_or_else(|| words.never.to_owned(), when),
        secret_set: client.secrets.set_at.map_or_else(|| words.unknown.to_owned(), when),
        previous_until: previous.map(|previous| when(previous.until)),
        overlaps: overlaps(chosen, words),
        secret_fault: faults.secret.map(|(_, text)| text),
        fields,
        settings_open,
        settings_changed,
        settings_fault: settings.answer_fault,
        can_switch_off: client.status == ClientStatus::Active,
        can_switch_on: client.status == ClientStatus::SwitchedOff,
        switch_fault: faults.switch,
        answer: AnswerField::load(bank).await?,
    };
    bank.page_with(status, Section::Integrations, &client.name, &content)
}

/// Writes the longest time for which access is given, in whole days.
fn access_max(settings: &IdentitySettings, language: Language) -> String {
    const DAY_S: u32 = 86_400;
    let days = settings.login_lifetime_s.div_ceil(DAY_S);
    counted(days.into(), language, ["дня", "дней", "дней"], ["day", "days"])
}

fn grant_line(grant: Grant, when: impl Fn(Instant) -> String) -> GrantLine {
    GrantLine {
        granted: when(grant.granted_at),
        used: when(grant.used_at),
        name: format!("{} ({})", grant.full_name, grant.login),
        user: grant.user,
        scope: grant.scope,
    }
}

/// Lists what the software is configured with; the first two are enough for most.
fn values(settings: &IdentitySettings, id: &ClientId, words: &'static Words) -> Vec<Value> {
    let addresses = Addresses::below(&settings.issuer);
    let value = |id, label, text| Value { id, label, text };
    vec![
        value("issuer", words.issuer, settings.issuer.clone()),
        value("client-id", words.client_id, id.to_string()),
        value("scopes", words.scopes, SCOPES.join(" ")),
        value("discovery", words.discovery, addresses.discovery),
        value("authorization", words.authorization, addresses.authorization),
        value("token", words.token, addresses.token),
        value("keys", words.keys, addresses.keys),
        value("userinfo", words.userinfo, addresses.userinfo),
        value("revocation", words.revocation, addresses.revocation),
        value("logout", words.logout, addresses.logout),
        value("audience", words.audience, settings.api_audience.clone()),
    ]
}

fn overlaps(chosen: Overlap, words: &'static Words) -> Vec<Choice> {
    let choice = |overlap: Overlap| Choice {
        value: overlap.as_str(),
        name: words.overlap(overlap),
        detail: "",
        is_chosen: overlap == chosen,
    };
    Overlap::ALL.map(choice).into()
}
