//! `GET /bank/tariffs/new`: the plans to choose from. `?plan=CODE`: that plan beside the present one, the day on which
//! it would begin, and the document. `POST`: the request, which is signed on its own page.

use askama::Template;
use axum::extract::State;
use edge::{EdgeError, QueryList};
use http::StatusCode;
use pages::{OnlineBank, OnlineBankForm, PageError, PageResult, Section, date, money, see_done, see_other};

use super::words_choosing::Words;
use super::{Pages, TariffPages, viewer};
use crate::broken_rule::BrokenRule;
use crate::comparison::{ComparedSection, compare};
use crate::document::{self, Block};
use crate::plan::{PlanCode, TariffPlan};
use crate::request_state::RequestState;
use crate::store::requests::{self, RequestName};
use crate::wish::Wish;
use crate::work::choose_plan::{Offer, offer};
use crate::work::create::{create, generate};
use crate::work::failure::Failure;

#[derive(Template)]
#[template(path = "tariff_choose.html")]
struct Choosing {
    words: &'static Words,
    plans: Vec<PlanCard>,
    in_the_way: Option<String>,
    fault: Option<&'static str>,
}

struct PlanCard {
    code: String,
    name: String,
    summary: String,
    fee: String,
    is_todays: bool,
}

#[derive(Template)]
#[template(path = "tariff_compare.html")]
struct Comparing {
    words: &'static Words,
    csrf: String,
    code: String,
    name: String,
    today: Option<String>,
    /// The price of each month, today and under the new plan.
    fees: (Option<String>, String),
    is_todays: bool,
    from: String,
    from_hint: &'static str,
    /// The plan whose day has been set already, and that day.
    future: Option<(String, String)>,
    sections: Vec<ComparedSection>,
    paper: document::Content,
    in_the_way: Option<String>,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let asked = query.single("plan")?.unwrap_or_default();
    let offer = offer(&pages.tariffs, &viewer(&bank)?, &bank.company).await?;
    show(&pages, &bank, StatusCode::OK, offer, asked).await
}

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (bank, asked) = (&form.bank, form.field("plan"));
    let (viewer, plan) = (viewer(bank)?, asked.parse::<PlanCode>().ok());
    let wish = Wish::Change(plan.clone());
    let status = match create(&pages.tariffs, &viewer, &bank.company, wish, bank.language).await {
        Ok(created) => {
            return Ok(see_done(&format!("/bank/tariffs/{}?done=created", created.request.id)));
        }
        Err(Failure::Rule(BrokenRule::RequestAlreadyExists(id))) => {
            let other =
                requests::find(&pages.tariffs.store, &viewer, &bank.company, RequestName::Id(id)).await??;
            // A form that is sent twice leads to the one request that it made.
            if other.state == RequestState::Unsigned && Some(&other.target_plan) == plan.as_ref() {
                return Ok(see_other(&format!("/bank/tariffs/{id}")));
            }
            StatusCode::CONFLICT
        }
        Err(Failure::Rule(BrokenRule::TariffPlanNotFound)) => StatusCode::UNPROCESSABLE_ENTITY,
        Err(other) => return Err(other.into()),
    };
    let offer = offer(&pages.tariffs, &viewer, &bank.company).await?;
    show(&pages, bank, status, offer, asked).await
}

/// Shows the plan that was asked for, or the plans to choose from when none was, or none that is offered.
async fn show(
    pages: &TariffPages,
    bank: &OnlineBank,
    status: StatusCode,
    offer: Offer,
    asked: &str,
) -> PageResult {
    let words = Words::of(bank.language);
    let in_the_way = offer.in_the_way.map(|id| id.to_string());
    if let Some(plan) = offer.plans.iter().find(|plan| plan.code.as_str() == asked) {
        let content = comparing(pages, bank, &offer, plan).await?;
        return bank.page_with(status, Section::Tariffs, &content.name, &content);
    }
    let is_unknown = !asked.is_empty();
    let status = if is_unknown && status == StatusCode::OK { StatusCode::NOT_FOUND } else { status };
    let card = |plan: &TariffPlan| PlanCard {
        code: plan.code.to_string(),
        name: plan.public_name.in_language(bank.language).to_owned(),
        summary: plan.summary.in_language(bank.language).to_owned(),
        fee: money(plan.monthly_fee, "RUB", bank.language),
        is_todays: is_todays(&offer, plan),
    };
    let content = Choosing {
        words,
        plans: offer.plans.iter().map(card).collect(),
        in_the_way,
        fault: is_unknown.then_some(words.not_offered),
    };
    bank.page_with(status, Section::Tariffs, words.title, &content)
}

fn is_todays(offer: &Offer, plan: &TariffPlan) -> bool {
    offer.today.as_ref().is_some_and(|today| today.code == plan.code)
}

async fn comparing(
    pages: &TariffPages,
    bank: &OnlineBank,
    offer: &Offer,
    plan: &TariffPlan,
) -> Result<Comparing, PageError> {
    let language = bank.language;
    let code = Some(plan.code.clone());
    let (_, html) = generate(&pages.tariffs, &viewer(bank)?, &bank.company, code, language).await?;
    let paper = document::Content::parse(&html)
        .map_err(|error| EdgeError::internal(format!("a document of a template: {error}")))?;
    let today = offer.today.as_ref();
    let fee = |plan: &TariffPlan| money(plan.monthly_fee, "RUB", language);
    let words = Words::of(language);
    Ok(Comparing {
        words,
        csrf: bank.csrf.clone(),
        code: plan.code.to_string(),
        name: plan.public_name.in_language(language).to_owned(),
        today: today.map(|today| today.public_name.in_language(language).to_owned()),
        fees: (today.map(fee), fee(plan)),
        is_todays: is_todays(offer, plan),
        from: date(offer.effective_from, language),
        from_hint: if offer.bank_names_day { words.from_hint_of_bank } else { words.from_hint },
        future: offer.future.as_ref().map(|future| {
            (future.public_name.in_language(language).to_owned(), date(future.effective_from, language))
        }),
        sections: compare(today, plan, language),
        paper,
        in_the_way: offer.in_the_way.map(|id| id.to_string()),
    })
}
