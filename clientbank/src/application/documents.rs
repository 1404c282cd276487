//! The OpenAPI descriptions: one per area, and all of them merged (GEN-10).

use area::{Area, Listener};
use utoipa::openapi::{Info, OpenApi, Paths, Server};

use super::Addresses;
use super::areas::described;

#[derive(Clone)]
pub struct Documents {
    areas: Vec<(&'static Area, OpenApi)>,
    merged: OpenApi,
}

impl Documents {
    /// Describes the areas of this build at these addresses, each by itself and all in one.
    pub fn of_this_build(addresses: &Addresses) -> Self {
        let described = described().filter_map(|area| {
            let mut document = (area.describe?)();
            document.servers = Some(vec![Server::new(addresses.at(area.listener))]);
            Some((area, document))
        });
        let areas: Vec<(&'static Area, OpenApi)> = described.collect();
        let merged = merged(&areas, addresses);
        Self { areas, merged }
    }

    pub fn areas(&self) -> impl Iterator<Item = (&'static str, &OpenApi)> {
        self.areas.iter().map(|(area, document)| (area.name, document))
    }

    pub fn area(&self, name: &str) -> Option<&OpenApi> {
        self.areas().find(|(found, _)| *found == name).map(|(_, document)| document)
    }

    pub fn merged(&self) -> &OpenApi {
        &self.merged
    }
}

fn merged(areas: &[(&Area, OpenApi)], addresses: &Addresses) -> OpenApi {
    let mut info = Info::new("Business Banking Client API", env!("CARGO_PKG_VERSION"));
    info.description =
        Some("All areas in one description. Each area also has its own, with its own version.".into());
    info.license = Some(edge::license());
    let mut whole = OpenApi::new(info, Paths::new());
    whole.servers = Some(vec![Server::new(&addresses.api)]);
    for (area, document) in areas {
        let mut document = document.clone();
        document.servers = None;
        if area.listener != Listener::Api {
            // The path decides here: the operations of one area live at another address than the rest.
            for item in document.paths.paths.values_mut() {
                item.servers = Some(vec![Server::new(addresses.at(area.listener))]);
            }
        }
        if let Some(webhooks) = document.webhooks.take() {
            let all = whole.webhooks.get_or_insert_with(Paths::new);
            all.paths.extend(webhooks.paths);
        }
        whole.merge(document);
    }
    whole
}
