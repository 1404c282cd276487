//! `POST /bank/integrations/{id}/settings`: name, addresses and profile. Confirmed, because logins return to the
//! addresses.

use ::pages::{FormPage, OnlineBankForm, PageError, PagePath, PageResult};
use axum::extract::State;
use edge::AreaPath;
use http::StatusCode;

use super::detail::{FormFaults, SettingsRefused, show};
use super::fields::sent;
use super::{client_id, done, version};
use crate::integration::SettingsErrors;
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::administration::AdministrationError;
use crate::work::integrations::present;
use crate::work::integrations::settings::change_settings;

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, client_id(&id)?);
    let administrator = administrator(&pages, bank)?;
    let version = version(&form)?;
    let before = present(&administrator, &id).await?;
    if !before.integration.is_own {
        return Err(PageError::Forbidden);
    }
    let typed = sent(&form);
    let refused = |errors, answer_fault| FormFaults {
        settings: Some(SettingsRefused { form: typed.clone(), errors, answer_fault }),
        ..FormFaults::default()
    };
    let registered = &before.client;
    let (logins, logouts) = (&registered.redirect_uris, &registered.post_logout_redirect_uris);
    let checked = typed.check(Some(&registered.name), logins, logouts);
    if checked.as_ref().is_ok_and(|settings| settings.are_those_of(registered)) {
        return Ok(done(&id, "saved"));
    }
    let changed = FormPage::again(StatusCode::CONFLICT, refused(SettingsErrors::default(), None));
    if registered.version != version {
        return show(&pages, bank, &id, changed).await;
    }
    let settings = match checked {
        Ok(settings) => settings,
        Err(errors) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return show(&pages, bank, &id, FormPage::again(status, refused(errors, None))).await;
        }
    };
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = refused(SettingsErrors::default(), Some(unconfirmed.text));
        return show(&pages, bank, &id, FormPage::again(unconfirmed.status, faults)).await;
    }
    match change_settings(&administrator, id.clone(), version, settings).await {
        Err(AdministrationError::Changed) => show(&pages, bank, &id, changed).await,
        outcome => outcome.map(|()| done(&id, "saved")).map_err(PageError::from),
    }
}
