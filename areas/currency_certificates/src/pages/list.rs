//! `GET /bank/certificates?state=S&of_late=yes&page=N`: the messages of the company, the newest first.

use askama::Template;
use axum::extract::State;
use edge::QueryList;
use pages::{OnlineBank, PageError, PageResult, Section, moment, not_past_end, page_asked, pagination};

use super::words::Words;
use super::{CertificatesPages, badge, viewer};
use crate::task::TaskState;
use crate::work::read_task::list_tasks;

const PER_PAGE: u32 = 20;
/// The last page that is offered.
const PAGES_MAX: i32 = 10_000;

#[derive(Template)]
#[template(path = "certificate_list.html")]
struct Content {
    words: &'static Words,
    states: Vec<Choice>,
    is_filtered: bool,
    tasks: Vec<Line>,
    pagination: String,
}

struct Choice {
    value: &'static str,
    name: &'static str,
    is_chosen: bool,
}

struct Line {
    id: String,
    message_id: String,
    received: String,
    certificate_count: i64,
    badge: &'static str,
    state: &'static str,
}

pub(super) async fn get(
    State(pages): State<CertificatesPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let viewer = viewer(&bank)?;
    let number = page_asked(&query, PAGES_MAX)?.unsigned_abs();
    // A state that does not exist filters nothing: the address may be of another version of the page.
    let state: Option<TaskState> = query.single("state")?.and_then(|state| state.parse().ok());
    let of_late = query.single("of_late")? == Some("yes");
    let offset = (number - 1) * PER_PAGE;
    let (tasks, total) = list_tasks(&pages.area, viewer, (state, of_late), offset, PER_PAGE).await?;
    not_past_end(number, tasks.is_empty())?;
    let words = Words::of(bank.language);
    let line = |task: crate::certificate::Task| Line {
        id: task.id.to_string(),
        received: moment(task.registered_at, bank.zone(), bank.language),
        certificate_count: task.certificate_count,
        badge: badge(task.state),
        state: words.state(task.state),
        message_id: task.message_id,
    };
    let choice = |known: TaskState| Choice {
        value: known.as_str(),
        name: words.state(known),
        is_chosen: state == Some(known),
    };
    let count = u32::try_from(total).unwrap_or(u32::MAX).div_ceil(PER_PAGE);
    let chosen = state.map_or("", TaskState::as_str);
    let content = Content {
        words,
        states: TaskState::ALL.into_iter().map(choice).collect(),
        is_filtered: state.is_some(),
        tasks: tasks.into_iter().map(line).collect(),
        pagination: pagination(bank.language, number, count.min(PAGES_MAX.unsigned_abs()), |page| {
            let of_late = if of_late { "&of_late=yes" } else { "" };
            format!("/bank/certificates?state={chosen}{of_late}&page={page}")
        }),
    };
    bank.page(Section::Certificates, words.title, &content)
}
