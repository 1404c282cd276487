//! The person in front of a page of the online bank, and the writing of pages.

mod form;
mod sure;
mod upload;

use std::sync::Arc;

use askama::Template;
use axum::extract::{FromRef, FromRequestParts};
use edge::{EdgeError, OnlineBankToken};
use http::request::Parts;
use http::{Method, StatusCode};
use kernel::{BankZone, Cnum, Instant, Language, SessionId, UserId};

pub use form::{FORM_BYTES_MAX, OnlineBankForm};
pub use sure::Question;
pub use upload::{
    ANY_FORM_BYTES_MAX, FILE_BYTES_MAX, FileFault, UPLOAD_BYTES_MAX, Upload, UploadLimits, UploadedFile,
};

use crate::browser::{local_path, page_before};
use crate::confirmation::{Confirmation, ConfirmationKind, Proof};
use crate::passkey::{PasskeyUse, passkey_button};
use crate::paths::{LANGUAGE_PATH, ONLINE_BANK_PATH};
use crate::shell::{Menu, SessionEnd, Shell, Switch};
use crate::site::{Visit, WATCHING_HEADER};
use crate::waiting::{OpenSection, Person, WaitingList, open_sections};
use crate::words::Words;
use crate::{Page, PageError, PageResult, Section, Site, csrf, moment};

/// The person in front of a page: logged in, in service, and still allowed to act for the company. Somebody without a
/// session is sent to the login and comes back to the page.
#[derive(Clone, Debug)]
pub struct OnlineBank {
    pub user: UserId,
    pub company: Cnum,
    pub session: SessionId,
    /// The user's roles as of now, for example `ONLINE-USER`.
    pub roles: Vec<String>,
    pub is_administrator: bool,
    /// The token that every form of the session carries in the field `csrf`, masked for this page.
    pub csrf: String,
    pub language: Language,
    pub user_name: String,
    /// The moment at which the session ends when nobody uses it.
    pub session_ends_at: Instant,
    pub company_name: String,
    /// The path of this page with its query, to come back to.
    path: String,
    token: Arc<OnlineBankToken>,
    sections: Vec<OpenSection>,
    site: Site,
}

impl<S: Send + Sync> FromRequestParts<S> for OnlineBank
where
    Site: FromRef<S>,
{
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, PageError> {
        Self::read(Site::from_ref(state), parts).await
    }
}

impl OnlineBank {
    /// Reads the person from the head of a request.
    pub(crate) async fn read(site: Site, parts: &Parts) -> Result<Self, PageError> {
        let path = path_to_come_back_to(parts);
        let log_in = || PageError::LogIn { next: path.clone() };
        let token = site.cookies().session(&parts.headers).ok_or_else(log_in)?;
        let token = match site.parts().edge.online_bank(token) {
            Ok(token) => token,
            Err(EdgeError::InvalidToken(_)) => return Err(log_in()),
            Err(other) => return Err(other.into()),
        };
        let caller = &token.caller;
        let visit = Visit {
            user: &caller.user,
            company: &caller.company,
            session: &caller.session,
            is_watching: parts.headers.contains_key(WATCHING_HEADER),
        };
        let visitor = site.parts().people.visitor(visit).await?;
        let visitor = visitor.ok_or_else(log_in)?;
        let language = site.language(&parts.headers);
        let person = Person { user: &caller.user, company: &caller.company, roles: &visitor.roles, language };
        let shown = |section: &&Section| visitor.is_administrator || !section.is_for_administrators();
        let shown: Vec<Section> = site.parts().sections.iter().filter(shown).copied().collect();
        let sections = open_sections(&shown, &site.parts().guides, person).await?;
        Ok(Self {
            user: caller.user.clone(),
            company: caller.company.clone(),
            session: caller.session.clone(),
            roles: visitor.roles,
            is_administrator: visitor.is_administrator,
            session_ends_at: visitor.session_ends_at,
            csrf: csrf::mask(&token.csrf, &*site.parts().randomness),
            language,
            user_name: visitor.user_name,
            company_name: language.pick(visitor.company_name_ru, visitor.company_name_en),
            path,
            token: Arc::clone(&token),
            sections,
            site,
        })
    }
}

/// Returns the path for after the login: that of the page, or that of the form; what a form did is not repeated.
fn path_to_come_back_to(parts: &Parts) -> String {
    let asked = match parts.method {
        Method::GET | Method::HEAD => {
            parts.uri.path_and_query().map(http::uri::PathAndQuery::as_str).map(str::to_owned)
        }
        _ => page_before(&parts.headers),
    };
    asked.as_deref().and_then(local_path).unwrap_or(ONLINE_BANK_PATH).to_owned()
}

impl OnlineBank {
    /// Tells whether the person may open a section.
    pub fn opens(&self, section: Section) -> bool {
        self.sections.iter().any(|open| open.section == section)
    }

    /// A page in the frame of the online bank.
    pub fn page(&self, section: Section, title: &str, content: &impl Template) -> PageResult {
        self.page_with(StatusCode::OK, section, title, content)
    }

    /// A page in no section.
    pub fn page_beside(&self, status: StatusCode, title: &str, content: &impl Template) -> PageResult {
        self.page_with(status, None::<Section>, title, content)
    }

    /// A page with another status, for example a form that could not be taken.
    pub fn page_with(
        &self,
        status: StatusCode,
        section: impl Into<Option<Section>>,
        title: &str,
        content: &impl Template,
    ) -> PageResult {
        let current = section.into();
        let site = self.site.parts();
        let hidden = [("csrf", self.csrf.as_str()), ("next", self.path.as_str())];
        let ends = moment(self.session_ends_at, &site.zone, self.language);
        let owner = self.owner();
        let shell = Shell {
            brand: &site.brand,
            language: self.language,
            switch: Switch::Form { path: LANGUAGE_PATH, hidden: &hidden },
            menu: Some(Menu {
                sections: &self.sections,
                current,
                user_name: &self.user_name,
                company_name: &self.company_name,
                csrf: &self.csrf,
                session: SessionEnd { ends: &ends, left_s: self.session_left_s(), owner: &owner },
            }),
        };
        // The tab is the first that a screen reader says of a page.
        let refused = format!("{}: {title}", Words::of(self.language).refused);
        let title = if current.is_some() && status.is_client_error() { refused.as_str() } else { title };
        let html = shell.wrap(title, content)?;
        let image_source = site.image_source.clone();
        Ok(Page { status, image_source, ..Page::new(html, self.language) }.into_response())
    }

    /// Writes the list of everything that waits for the person, for the first page.
    pub fn waiting_list(&self) -> Result<String, PageError> {
        Ok(WaitingList::of(&self.sections, Words::of(self.language)).render()?)
    }

    /// Seconds until the session ends when nobody uses it.
    pub fn session_left_s(&self) -> i64 {
        self.session_ends_at.microseconds_since(self.now()).div_euclid(1_000_000)
    }

    /// Names the person and the company of the session.
    pub fn owner(&self) -> String {
        format!("{} {}", self.user, self.company)
    }

    pub fn now(&self) -> Instant {
        self.site.parts().edge.clock().now()
    }

    /// Returns the time zone in which the bank counts its days.
    pub fn zone(&self) -> &BankZone {
        &self.site.parts().zone
    }

    /// Returns the kind of proof that the person has to give to sign.
    pub async fn confirmation_kind(&self) -> Result<ConfirmationKind, PageError> {
        self.site.parts().confirmation.kind(&self.user).await
    }

    /// Writes the button that confirms with a passkey, to stand inside the form with the field `answer`; nothing for a
    /// person who has none. `kind` is the proof that is asked for: beside a passkey alone there is no other way.
    pub async fn passkey_button(&self, kind: ConfirmationKind) -> Result<String, PageError> {
        if !self.site.parts().confirmation.takes_passkeys(&self.user).await? {
            return Ok(String::new());
        }
        let is_alone = kind == ConfirmationKind::Passkey;
        let usage = if is_alone { PasskeyUse::ConfirmAlone } else { PasskeyUse::Confirm };
        Ok(passkey_button(self.language, usage)?)
    }

    /// Refuses a person without a second factor where the bank asks for one.
    pub async fn require_factor(&self) -> Result<(), PageError> {
        let lacks_it = self.site.parts().confirmation.lacks_factor(&self.user).await?;
        if lacks_it { Err(PageError::FactorNeeded) } else { Ok(()) }
    }

    /// Tells whether the person has given it. Counted in the session.
    ///
    /// # Errors
    /// [`PageError::FactorNeeded`]; the database's; [`EdgeError::Unavailable`] when too many people log in at
    /// this moment.
    pub async fn confirm(&self, answer: &str) -> Result<Confirmation, PageError> {
        self.require_factor().await?;
        let proof = Proof { user: &self.user, company: &self.company, session: &self.session, answer };
        self.site.parts().confirmation.confirm(proof).await
    }
}
