//! `GET /bank/signature`: the own certificates and requests; and the guide that tells of them on the first page.

use ::pages::{OnlineBank, PageError, PageResult, Person, Reply, Section, SectionGuide, Waiting, moment};
use askama::Template;
use axum::extract::State;
use clients::signatures::{AskedCertificate, RequestState};
use edge::QueryList;
use kernel::hexadecimal;

use super::CertificatesPages;
use super::words::Words;
use crate::state::CertificatesState;
use crate::work::present::{OwnCertificate, is_refused, present};

#[derive(Template)]
#[template(path = "signature.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    /// The class and the sentence about the form that was carried out, or that came too late.
    note: Option<(&'static str, &'static str)>,
    issues_at_once: bool,
    may_ask: bool,
    open: Option<String>,
    certificates: Vec<Line>,
    requests: Vec<RequestLine>,
}

/// A certificate as the page shows it.
pub(super) struct Line {
    pub(super) id: String,
    pub(super) subject: String,
    pub(super) issuer: String,
    pub(super) serial: String,
    pub(super) valid: String,
    pub(super) kind: &'static str,
    pub(super) badge: &'static str,
    pub(super) standing: &'static str,
    pub(super) why: Option<String>,
    pub(super) used: String,
    pub(super) is_revocable: bool,
}

struct RequestLine {
    when: String,
    kind: &'static str,
    subject: String,
    badge: &'static str,
    state: &'static str,
    why: Option<String>,
}

pub(super) async fn get(
    State(pages): State<CertificatesPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let words = Words::of(bank.language);
    let own = present(&pages.area, &bank.user, &bank.company).await?;
    let open = own.requests.iter().find(|asked| asked.state == RequestState::Requested);
    let content = Content {
        words,
        csrf: &bank.csrf,
        note: query.single("done").ok().flatten().and_then(|what| {
            let class = if what == "late" { "warning" } else { "good" };
            Some((class, words.done(what)?))
        }),
        issues_at_once: pages.area.issuer.is_some(),
        may_ask: !own.types.is_empty(),
        open: open.map(|asked| asked.id.clone()),
        certificates: own.certificates.iter().map(|one| line(one, &bank)).collect(),
        requests: own.requests.iter().map(|asked| request_line(asked, &bank)).collect(),
    };
    bank.page(Section::Signature, words.title, &content)
}

pub(super) fn line(one: &OwnCertificate, bank: &OnlineBank) -> Line {
    let words = Words::of(bank.language);
    let certificate = &one.registered.certificate;
    let when = |at| moment(at, bank.zone(), bank.language);
    let (badge, standing, why) = words.standing(&one.standing, bank);
    Line {
        id: one.registered.id.to_string(),
        subject: certificate.subject_name().to_owned(),
        issuer: certificate.issuer_name().to_owned(),
        serial: hexadecimal(certificate.serial()),
        valid: format!("{} – {}", when(certificate.not_before()), when(certificate.not_after())),
        kind: words.signature_type(one.registered.signature_type),
        badge,
        standing,
        why,
        used: one.used_at.map_or_else(|| words.never.to_owned(), when),
        is_revocable: one.standing.is_revocable(),
    }
}

fn request_line(asked: &AskedCertificate, bank: &OnlineBank) -> RequestLine {
    let words = Words::of(bank.language);
    let (badge, state, why) = match &asked.state {
        RequestState::Requested => ("busy", words.requested, None),
        RequestState::Issued { .. } => ("good", words.issued, None),
        RequestState::Refused { reason, .. } => ("bad", words.refused, Some(reason.clone())),
        RequestState::Withdrawn { .. } => ("", words.withdrawn, None),
    };
    RequestLine {
        when: moment(asked.requested_at, bank.zone(), bank.language),
        kind: words.signature_type(asked.signature_type),
        subject: asked.request.subject_name().to_owned(),
        badge,
        state,
        why,
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SignatureGuide(pub(crate) CertificatesState);

impl SectionGuide for SignatureGuide {
    fn section(&self) -> Section {
        Section::Signature
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            let is_refused = is_refused(&self.0, person.user, person.company).await?;
            let name = Words::of(person.language).refused_waiting;
            let refused = || Waiting::fault(name, 1, Section::Signature.path().to_owned());
            Ok(is_refused.map(|is_refused| is_refused.then(refused).into_iter().collect()))
        })
    }
}
