//! `POST /bank/integrations`: registers an integration, and shows its secret once.

use ::pages::{OnlineBankForm, PageResult};
use axum::extract::State;
use edge::EdgeError;
use http::StatusCode;
use uuid::Uuid;

use super::done;
use super::fields::sent;
use super::list::{Refused, show};
use super::secret::show_secret;
use super::words::Words;
use crate::integration::{SettingsErrors, client_id};
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::administration::AdministrationError;
use crate::work::integrations::register::{Registered, may_register, register};

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let administrator = administrator(&pages, bank)?;
    let words = Words::of(bank.language);
    let key: Uuid =
        form.field("key").parse().map_err(|_| EdgeError::malformed("The field `key` is no identifier"))?;
    let typed = sent(&form);
    let refused = |status, errors, answer_fault, problem| Refused {
        status,
        key: key.to_string(),
        form: typed.clone(),
        errors,
        answer_fault,
        problem,
    };
    let settings = match typed.check(None, &[], &[]) {
        Ok(settings) => settings,
        Err(errors) => {
            let refused = refused(StatusCode::UNPROCESSABLE_ENTITY, errors, None, None);
            return show(&pages, bank, 1, Some(refused)).await;
        }
    };
    let id = client_id(key).map_err(|error| EdgeError::internal(error.to_string()))?;
    let name = settings.name.clone();
    // Before the one-time code is spent, as the unit of work asks again.
    let registered = match may_register(&administrator, id.clone()).await {
        Ok(false) => Ok(Registered::Before),
        Ok(true) => {
            if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
                let errors = SettingsErrors::default();
                let refused = refused(unconfirmed.status, errors, Some(unconfirmed.text), None);
                return show(&pages, bank, 1, Some(refused)).await;
            }
            register(&administrator, id.clone(), settings).await
        }
        Err(error) => Err(error),
    };
    match registered {
        Ok(Registered::Now(secret)) => show_secret(bank, &id, &name, &secret, None),
        Ok(Registered::Before) => Ok(done(&id, "registered")),
        Err(AdministrationError::TooMany) => {
            let errors = SettingsErrors::default();
            let refused = refused(StatusCode::UNPROCESSABLE_ENTITY, errors, None, Some(words.too_many));
            show(&pages, bank, 1, Some(refused)).await
        }
        Err(error) => Err(error.into()),
    }
}
