//! The OpenAPI descriptions: one per area, and all of them merged (GEN-10).

use utoipa::openapi::{Info, OpenApi, Paths, Server};

use super::Addresses;

/// The areas that have a description, as the addresses of their documents name them.
pub const AREA_NAMES: &[&str] = &[
    "identity",
    "accounts",
    "currency-certificates",
    "payroll",
    "tariff-requests",
    "webinars",
    "treasury",
    "agreements",
];

/// The area whose operations live at the identity provider.
const IDENTITY: &str = "identity";

/// The descriptions of one program.
#[derive(Clone)]
pub struct Documents {
    areas: Vec<(&'static str, OpenApi)>,
    merged: OpenApi,
}

impl Documents {
    /// Puts the addresses into the descriptions and merges them.
    #[must_use]
    pub fn new(areas: Vec<(&'static str, OpenApi)>, addresses: &Addresses) -> Self {
        let areas: Vec<(&'static str, OpenApi)> = areas
            .into_iter()
            .map(|(name, mut document)| {
                let address = if name == IDENTITY { &addresses.identity } else { &addresses.api };
                document.servers = Some(vec![Server::new(address)]);
                (name, document)
            })
            .collect();
        let merged = merged(&areas, addresses);
        Self { areas, merged }
    }

    /// The descriptions of this build, at the addresses of a program on this machine.
    #[must_use]
    pub fn of_this_build(addresses: &Addresses) -> Self {
        let areas = vec![
            (IDENTITY, identity::openapi()),
            ("accounts", accounts::openapi()),
            ("currency-certificates", currency_certificates::openapi()),
            ("payroll", payroll::openapi()),
            ("tariff-requests", tariff_requests::openapi()),
            ("webinars", webinars::openapi()),
            ("treasury", treasury::openapi()),
            ("agreements", agreements::openapi()),
        ];
        Self::new(areas, addresses)
    }

    /// Every area with its description.
    pub fn areas(&self) -> impl Iterator<Item = (&'static str, &OpenApi)> {
        self.areas.iter().map(|(name, document)| (*name, document))
    }

    /// The description of one area.
    #[must_use]
    pub fn area(&self, name: &str) -> Option<&OpenApi> {
        self.areas().find(|(found, _)| *found == name).map(|(_, document)| document)
    }

    /// The descriptions of all areas in one.
    #[must_use]
    pub fn merged(&self) -> &OpenApi {
        &self.merged
    }
}

fn merged(areas: &[(&'static str, OpenApi)], addresses: &Addresses) -> OpenApi {
    let mut info = Info::new("Business Banking Client API", env!("CARGO_PKG_VERSION"));
    info.description =
        Some("All areas in one description. Each area also has its own, with its own version.".into());
    info.license = Some(edge::license());
    let mut whole = OpenApi::new(info, Paths::new());
    whole.servers = Some(vec![Server::new(&addresses.api)]);
    for (name, document) in areas {
        let mut document = document.clone();
        document.servers = None;
        if *name == IDENTITY {
            // The path decides here: the operations of one area live at another address than the rest.
            for item in document.paths.paths.values_mut() {
                item.servers = Some(vec![Server::new(&addresses.identity)]);
            }
        }
        whole.merge(document);
    }
    whole
}
