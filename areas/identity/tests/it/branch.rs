//! The online bank's login and session, in front of two pages of the test's own.

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use edge::{Edge, Verifier, VerifierSettings};
use http::StatusCode;
use identity::OnlineBankPages;
use identity::person::second_factor::TotpSecret;
use kernel::Clock;
use pages::{Brand, Confirmation, OnlineBank, OnlineBankForm, PageError, Section, Site, SiteParts};
use testkit::Bench;

use crate::browser::{Browser, Page};
use crate::house::Feed;
use crate::town::{TOTP_SECRET, Town};

/// A town with its online bank.
pub(crate) struct Branch {
    pub(crate) town: Town,
    pub(crate) router: Router,
    pub(crate) verifier: Arc<Verifier>,
    feed: Feed,
}

#[derive(Clone)]
struct Probe(Site);

impl FromRef<Probe> for Site {
    fn from_ref(probe: &Probe) -> Self {
        probe.0.clone()
    }
}

/// Names of the visitor, in a frame.
#[derive(askama::Template)]
#[template(source = "<p>user={{ user }} company={{ company }} csrf=\"{{ csrf }}\"</p>", ext = "html")]
struct Seen {
    user: String,
    company: String,
    csrf: String,
}

async fn look(bank: OnlineBank) -> Result<Response, PageError> {
    let (user, company) = (bank.user.to_string(), bank.company.to_string());
    bank.page(Section::Accounts, "Probe", &Seen { user, company, csrf: bank.csrf.clone() })
}

async fn sign(form: OnlineBankForm) -> Result<Response, PageError> {
    Ok(match form.bank.confirm(form.field("answer")).await? {
        Confirmation::Confirmed => "confirmed".into_response(),
        Confirmation::Refused => (StatusCode::UNPROCESSABLE_ENTITY, "refused").into_response(),
        Confirmation::CodeUsed { next_in_s } => {
            (StatusCode::UNPROCESSABLE_ENTITY, pages::used_code(form.bank.language, next_in_s))
                .into_response()
        }
        Confirmation::Wait { retry_after_s } => {
            (StatusCode::TOO_MANY_REQUESTS, retry_after_s.to_string()).into_response()
        }
    })
}

/// The header in which a test says where a request comes from; without it nobody knows.
const ADDRESS: &str = "x-test-address";

/// Does what the accept loop does: it knows the other end of the connection.
async fn from_its_address<B>(mut request: http::Request<B>) -> http::Request<B> {
    let address = request.headers().get(ADDRESS).and_then(|value| value.to_str().ok()).map(str::to_owned);
    if let Some(address) = address {
        request
            .extensions_mut()
            .insert(edge::Peer(std::net::SocketAddr::new(address.parse().unwrap(), 50_000)));
    }
    request
}

impl Branch {
    /// A browser at this address.
    pub(crate) fn browser_at(&self, address: &str) -> Browser {
        self.browser().with_header(ADDRESS, address)
    }

    pub(crate) async fn open(bench: &Bench) -> Self {
        Self::in_town(Town::build(bench).await).await
    }

    /// As [`Branch::open`], with [`Branch::petrov`].
    pub(crate) async fn with_petrov(bench: &Bench) -> (Self, Browser) {
        let branch = Self::open(bench).await;
        let browser = branch.petrov().await;
        (branch, browser)
    }

    pub(crate) async fn in_town(town: Town) -> Self {
        let verifier = Arc::new(Verifier::new(
            VerifierSettings {
                issuer: town.state.settings.issuer.clone(),
                audience: town.state.settings.api_audience.clone(),
                feed_age_s_max: None,
            },
            town.clock.clone(),
        ));
        let beside = crate::beside(&town.state);
        let site = Site::new(SiteParts {
            edge: Edge::new(Arc::clone(&verifier), town.clock.clone()),
            people: Arc::new(town.state.clone()),
            confirmation: Arc::new(town.state.clone()),
            kept_forms: Some(Arc::new(town.state.clone())),
            randomness: Arc::new(kernel::SystemRandomness),
            brand: Brand::default(),
            address: town.state.settings.issuer.clone(),
            zone: "Europe/Moscow".parse().unwrap(),
            sections: Section::ALL.to_vec(),
            guides: beside.guides,
            image_source: None,
        });
        let probe = Router::new()
            .route("/bank", get(look))
            .route("/bank/probe", get(look).post(sign))
            .route("/bank/sign", post(sign))
            .with_state(Probe(site.clone()));
        let own =
            identity::online_bank_pages(OnlineBankPages { area: town.state.clone(), site: site.clone() });
        let others = (beside.pages)(site.clone());
        let areas: Vec<(&'static [&'static str], Router)> =
            vec![(&["/bank"], site.routes(probe.merge(own).merge(others))), (crate::PREFIXES, beside.routes)];
        let router: Router = edge::Areas::new(areas).or_else(town.router.clone()).into();
        let router = Router::from(edge::frame(router, Arc::new(kernel::SystemRandomness)))
            .layer(axum::middleware::map_request(from_its_address));
        let feed = Feed::new(town.store.clone(), town.clock.clone());
        let mut branch = Self { town, router, verifier, feed };
        branch.poll().await;
        branch
    }

    /// Makes one turn of the loop that every process runs.
    pub(crate) async fn poll(&mut self) {
        crate::house::poll(&self.verifier, &mut self.feed).await;
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.router)
    }

    /// Opens the login and sends login and password.
    pub(crate) async fn type_in(&self, browser: &mut Browser, login: &str, password: &str) -> Page {
        let page = browser.get("/bank/login").await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        browser.submit(&page, "/login", &[("username", login), ("password", password)]).await
    }

    /// petrov, who has one company and no second factor, at the first page.
    pub(crate) async fn petrov(&self) -> Browser {
        let mut browser = self.browser();
        let page = self.type_in(&mut browser, "petrov", "demo-petrov").await;
        assert_eq!(page.location(), "/bank");
        browser
    }

    /// orlova, who has one company and a second factor, at the first page.
    pub(crate) async fn orlova(&self) -> Browser {
        let mut browser = self.browser();
        let page = self.type_in(&mut browser, "orlova", "demo-orlova").await;
        let page = browser.submit(&page, "/login/code", &[("code", &self.code_of_orlova())]).await;
        assert_eq!(page.location(), "/bank");
        browser
    }

    /// The one-time code that orlova's device shows now.
    pub(crate) fn code_of_orlova(&self) -> String {
        TotpSecret::from_base32(TOTP_SECRET).unwrap().code_at(self.town.clock.now()).unwrap()
    }

    /// ivanova for this company.
    pub(crate) async fn ivanova(&self, cnum: &str) -> Browser {
        let mut browser = self.browser();
        let page = self.type_in(&mut browser, "ivanova", "demo-ivanova").await;
        let page = browser.submit(&page, "/login/company", &[("cnum", cnum)]).await;
        assert_eq!(page.location(), "/bank");
        browser
    }
}

/// The token in the browser's cookie.
pub(crate) fn token(browser: &Browser) -> &str {
    &browser.cookies["clientbank-session"]
}

/// The csrf field of the probe page.
pub(crate) async fn csrf(browser: &mut Browser) -> String {
    let page = browser.get("/bank").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    page.hidden("csrf")
}

/// Tells that the first page opens; a closed one leads to the login.
pub(crate) async fn is_open(browser: &mut Browser) -> bool {
    let page = browser.get("/bank").await;
    if page.status != StatusCode::OK {
        assert_eq!(page.location(), "/bank/login?next=/bank");
    }
    page.status == StatusCode::OK
}
