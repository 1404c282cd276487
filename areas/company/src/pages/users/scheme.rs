//! `/bank/signature-scheme`: another signature scheme for the company, and the change that waits for a second person.
//! A guide tells of that change on the first page (ONL-06).

use ::pages::{
    OnlineBank, OnlineBankForm, PageError, PageResult, Person, Reply, Section, SectionGuide, Waiting, moment,
    see_done,
};
use askama::Template;
use axum::extract::State;
use clients::SignatureScheme;
use edge::{EdgeError, QueryList};
use http::StatusCode;
use identity::IdentityState;
use uuid::Uuid;

use super::list::{ListPage, Refused, show as show_list};
use super::words::Words;
use super::words_scheme::SchemeWords;
use crate::pages::administration::{
    AnswerFault, AnswerField, administrator, confirm as confirm_answer, person,
};
use crate::pages::{CompanyPages, Pages};
use crate::work::administration::AdministrationError;
use crate::work::users::change_scheme::{
    SchemeChanged, awaits_confirmation, change_scheme, find_scheme_change, has_scheme,
};
use crate::work::users::confirm_scheme::{confirm_scheme, is_decided, refuse_scheme};

pub(super) const PATH: &str = "/bank/signature-scheme";

#[derive(Template)]
#[template(path = "scheme_change.html")]
struct Content {
    words: &'static SchemeWords,
    users: &'static str,
    csrf: String,
    notice: Option<&'static str>,
    is_administrator: bool,
    scheme_now: String,
    waiting: Option<WaitingChange>,
    answer: AnswerField,
    answer_fault: Option<AnswerFault>,
}

struct WaitingChange {
    id: Uuid,
    wanted: String,
    asked_by: String,
    asked_at: String,
    until: String,
    is_own: bool,
    has_second_person: bool,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let words = SchemeWords::of(bank.language);
    let notice = match query.single("done")? {
        Some("asked") => Some(words.done_asked),
        Some("confirmed") => Some(words.done_confirmed),
        Some("refused") => Some(words.done_refused),
        _ => None,
    };
    show(&pages, &bank, StatusCode::OK, notice, None).await
}

async fn show(
    pages: &CompanyPages,
    bank: &OnlineBank,
    status: StatusCode,
    notice: Option<&'static str>,
    answer_fault: Option<AnswerFault>,
) -> PageResult {
    let (words, names) = (SchemeWords::of(bank.language), Words::of(bank.language));
    let standing = find_scheme_change(&person(pages, bank)).await?;
    let at = |instant| moment(instant, bank.zone(), bank.language);
    let has_second_person = standing.has_second_person;
    let waiting = standing.waiting.map(|(change, user)| WaitingChange {
        id: change.id,
        wanted: change.after.told(bank.language),
        asked_by: user.full_name,
        asked_at: at(change.asked_at),
        until: at(change.expires_at),
        is_own: change.asked_by == bank.user,
        has_second_person,
    });
    let content = Content {
        words,
        users: names.users,
        csrf: bank.csrf.clone(),
        notice,
        is_administrator: bank.is_administrator,
        scheme_now: standing.scheme.told(bank.language),
        waiting,
        answer: AnswerField::load(bank).await?,
        answer_fault,
    };
    let section = if bank.is_administrator { Section::Users } else { Section::Security };
    bank.page_with(status, section, words.title, &content)
}

fn change(form: &OnlineBankForm) -> Result<Uuid, PageError> {
    form.field("change").parse().map_err(|_| PageError::NotFound)
}

pub(super) async fn confirm(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, change(&form)?);
    let person = person(&pages, bank);
    // Before the one-time code is spent, as the unit of work asks again.
    let standing = find_scheme_change(&person).await?;
    let waiting = standing.waiting.filter(|(change, _)| change.id == id);
    let done = || see_done(&format!("{PATH}?done=confirmed"));
    let Some((waiting, _)) = waiting else {
        let is_confirmed = is_decided(&person, id, true).await?;
        return if is_confirmed { Ok(done()) } else { Err(PageError::Conflict) };
    };
    if waiting.asked_by == bank.user {
        return Err(PageError::Forbidden);
    }
    if let Some(unconfirmed) = confirm_answer(bank, form.field("answer")).await? {
        return show(&pages, bank, unconfirmed.status, None, Some(unconfirmed.text)).await;
    }
    confirm_scheme(&person, id).await?;
    Ok(done())
}

/// Needs no confirmation: it may be urgent, and the scheme stays as it is.
pub(super) async fn refuse(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (person, id) = (person(&pages, &form.bank), change(&form)?);
    let outcome = refuse_scheme(&person, id).await;
    let is_late = matches!(outcome, Err(AdministrationError::Changed));
    if !(is_late && is_decided(&person, id, false).await?) {
        outcome?;
    }
    Ok(see_done(&format!("{PATH}?done=refused")))
}

/// `POST /bank/signature-scheme`: another signature scheme, at once or once it is confirmed.
pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let administrator = administrator(&pages, bank)?;
    let before: SignatureScheme =
        form.field("before").parse().map_err(|_| EdgeError::malformed("The field `before` is no scheme"))?;
    let same_person = form.field("same_person") == "yes";
    let words = Words::of(bank.language);
    let refused = |status, scheme_fault, answer_fault| Refused {
        status,
        first: form.field("first").chars().take(1).collect(),
        second: form.field("second").chars().take(1).collect(),
        same_person,
        scheme_fault,
        answer_fault,
    };
    let Some(after) = scheme(form.field("first"), form.field("second"), same_person) else {
        let refused = refused(StatusCode::UNPROCESSABLE_ENTITY, Some(words.scheme_fault), None);
        return show_list(&pages, bank, ListPage::FIRST, Some(refused)).await;
    };
    // Before the one-time code is spent.
    let changed = match has_scheme(&administrator, before, after).await {
        Ok(true) => Ok(SchemeChanged::Now),
        Ok(false) => {
            if let Some(unconfirmed) = confirm_answer(bank, form.field("answer")).await? {
                let refused = refused(unconfirmed.status, None, Some(unconfirmed.text));
                return show_list(&pages, bank, ListPage::FIRST, Some(refused)).await;
            }
            change_scheme(&administrator, before, after).await
        }
        Err(error) => Err(error),
    };
    Ok(match changed {
        Ok(SchemeChanged::Now) => see_done("/bank/users?done=scheme"),
        Ok(SchemeChanged::Waits) => see_done("/bank/signature-scheme?done=asked"),
        Err(AdministrationError::Changed) => {
            let refused = refused(StatusCode::CONFLICT, Some(words.scheme_changed), None);
            return show_list(&pages, bank, ListPage::FIRST, Some(refused)).await;
        }
        Err(error) => return Err(error.into()),
    })
}

/// Makes a scheme of what was typed: one digit for each type.
fn scheme(first: &str, second: &str, same_person: bool) -> Option<SignatureScheme> {
    let digit = |text: &str| match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    let scheme = SignatureScheme::new(digit(first)?, digit(second)?).ok()?;
    Some(if same_person { scheme.by_same_person() } else { scheme })
}

/// Guides people to the change that waits for them; everybody has the section of their own security.
#[derive(Clone)]
pub struct SchemeGuide(pub IdentityState);

kernel::debug_shows!(SchemeGuide(..));

impl SectionGuide for SchemeGuide {
    fn section(&self) -> Section {
        Section::Security
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            if !awaits_confirmation(&self.0, person.user, person.company).await? {
                return Ok(Some(Vec::new()));
            }
            let waiting = Waiting {
                name: SchemeWords::of(person.language).on_home,
                count: 1,
                sum: None,
                path: PATH.to_owned(),
                is_fault: false,
            };
            Ok(Some(vec![waiting]))
        })
    }
}
