//! The frame of the online bank: the pages of every area are joined in it, below `/bank` on the identity provider's
//! address.

use std::sync::Arc;

use edge::Edge;
use identity::IdentityState;
use pages::{SectionGuide, Site, SiteParts};

use super::{Addresses, areas};
use crate::configuration::Configuration;

pub(super) const PREFIXES: &[&str] = &[pages::ONLINE_BANK_PATH];

/// The page for somebody who opens the address itself.
pub(super) const DOOR: &str = pages::ONLINE_BANK_PATH;

/// The frame that all pages share.
pub(super) fn site(
    configuration: &Configuration,
    addresses: &Addresses,
    edge: Edge,
    identity: &IdentityState,
    guides: Vec<Arc<dyn SectionGuide>>,
) -> Site {
    Site::new(SiteParts {
        edge,
        people: Arc::new(identity.clone()),
        confirmation: Arc::new(identity.clone()),
        kept_forms: Some(Arc::new(identity.clone())),
        randomness: Arc::clone(&identity.randomness),
        brand: identity.settings.brand.clone(),
        address: addresses.identity.clone(),
        zone: configuration.bank.zone.clone(),
        sections: areas::sections(),
        guides,
        image_source: Some(configuration.media_host.to_string()),
    })
}
