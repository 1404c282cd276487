//! The online bank: the pages of every area, joined below `/bank` on the identity provider's address.
//!
//! To add an area's pages, merge its router in [`routes`] and name its section in [`SECTIONS`].

use std::sync::Arc;

use accounts::AccountsPages;
use axum::Router;
use currency_certificates::{CertificatesGuide, CertificatesPages, CertificatesState};
use edge::Edge;
use identity::{IdentityState, InService, OnlineBankPages};
use pages::{Section, SectionGuide, Site, SiteParts};
use payroll::{PayrollGuide, PayrollPages, PayrollState};
use tariff_requests::{LettersGuide, TariffPages, TariffRequestsState, TariffsGuide};
use webinars::WebinarsPages;

use super::state::States;
use super::{Addresses, Surroundings};
use crate::configuration::Configuration;

/// The paths of the pages.
pub(super) const PREFIXES: &[&str] = &[pages::ONLINE_BANK_PATH];

/// The sections that have pages, in the order of the menu.
const SECTIONS: &[Section] = &[
    Section::Accounts,
    Section::Payroll,
    Section::Certificates,
    Section::Tariffs,
    Section::Letters,
    Section::Webinars,
    Section::Integrations,
    Section::Users,
];

/// The frame that all pages share.
pub(super) fn site(
    configuration: &Configuration,
    surroundings: &Surroundings,
    addresses: &Addresses,
    edge: Edge,
    states: &States,
) -> Site {
    Site::new(SiteParts {
        edge,
        people: Arc::new(InService::new(surroundings.store.clone())),
        confirmation: Arc::new(states.identity.confirmation()),
        brand: states.identity.settings.brand.clone(),
        address: addresses.identity.clone(),
        zone: configuration.bank.zone.clone(),
        sections: SECTIONS.to_vec(),
        guides: guides(states),
        image_source: Some(configuration.media_host.to_string()),
    })
}

/// Knows of each section who may open it and what waits there.
fn guides(states: &States) -> Vec<Arc<dyn SectionGuide>> {
    vec![
        Arc::new(PayrollGuide(states.payroll.clone())),
        Arc::new(CertificatesGuide(states.certificates.clone())),
        Arc::new(TariffsGuide(states.tariffs.clone())),
        Arc::new(LettersGuide(states.tariffs.clone())),
    ]
}

/// The states of the areas whose pages work with the same things as their operations.
pub(super) struct BehindPages {
    pub(super) identity: IdentityState,
    pub(super) certificates: CertificatesState,
    pub(super) payroll: PayrollState,
    pub(super) tariffs: TariffRequestsState,
}

/// Every page of the online bank.
pub(super) fn routes(
    configuration: &Configuration,
    surroundings: &Surroundings,
    site: &Site,
    behind: BehindPages,
) -> Router {
    let store = &surroundings.store;
    let BehindPages { identity, certificates, payroll, tariffs } = behind;
    let areas = Router::new()
        .merge(identity::online_bank_pages(OnlineBankPages { identity, site: site.clone() }))
        .merge(accounts::pages(AccountsPages { site: site.clone(), store: store.clone() }))
        .merge(payroll::pages(PayrollPages { site: site.clone(), payroll }))
        .merge(tariff_requests::pages(TariffPages { site: site.clone(), tariffs }))
        .merge(currency_certificates::pages(CertificatesPages { site: site.clone(), certificates }))
        .merge(webinars::pages(WebinarsPages {
            site: site.clone(),
            store: store.clone(),
            media_host: configuration.media_host.clone(),
        }));
    site.routes(areas)
}
