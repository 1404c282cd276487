//! The online bank: the pages of every area, joined below `/bank` on the identity provider's address.
//!
//! To add an area's pages, merge its router in [`routes`] and name its section in [`SECTIONS`].

use std::sync::Arc;

use accounts::AccountsPages;
use axum::Router;
use currency_certificates::{CertificatesPages, CertificatesState};
use edge::Edge;
use identity::{IdentityState, InService, OnlineBankPages};
use pages::{Desk, DeskParts, Section};
use payroll::{PayrollPages, PayrollState};
use tariff_requests::{TariffPages, TariffRequestsState};
use webinars::WebinarsPages;

use super::{Addresses, Surroundings};
use crate::configuration::Configuration;

/// What the pages lie below.
pub(super) const PREFIXES: &[&str] = &[pages::ONLINE_BANK_PATH];

/// The sections that have pages, in the order of the menu.
const SECTIONS: &[Section] = &[
    Section::Accounts,
    Section::Payroll,
    Section::Certificates,
    Section::Tariffs,
    Section::Letters,
    Section::Webinars,
];

/// The frame that all pages share.
pub(super) fn desk(
    configuration: &Configuration,
    surroundings: &Surroundings,
    addresses: &Addresses,
    edge: Edge,
    identity: &IdentityState,
) -> Desk {
    Desk::new(DeskParts {
        edge,
        people: Arc::new(InService::new(surroundings.store.clone())),
        confirmation: Arc::new(identity.confirmation()),
        brand: identity.settings.brand.clone(),
        address: addresses.identity.clone(),
        zone: configuration.bank.zone.clone(),
        sections: SECTIONS.to_vec(),
        image_source: Some(configuration.media_host.to_string()),
    })
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
    desk: &Desk,
    behind: BehindPages,
) -> Router {
    let store = &surroundings.store;
    let BehindPages { identity, certificates, payroll, tariffs } = behind;
    let areas = Router::new()
        .merge(identity::online_bank_pages(OnlineBankPages { identity, desk: desk.clone() }))
        .merge(accounts::pages(AccountsPages { desk: desk.clone(), store: store.clone() }))
        .merge(payroll::pages(PayrollPages { desk: desk.clone(), payroll }))
        .merge(tariff_requests::pages(TariffPages { desk: desk.clone(), tariffs }))
        .merge(currency_certificates::pages(CertificatesPages { desk: desk.clone(), certificates }))
        .merge(webinars::pages(WebinarsPages {
            desk: desk.clone(),
            store: store.clone(),
            media_host: configuration.media_host.clone(),
        }));
    desk.routes(areas)
}
