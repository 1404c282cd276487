//! Arrows between the rooms of an area: none rises from a lower layer to a higher one, and folders name each other in
//! one direction.

use std::collections::{BTreeMap, BTreeSet};

use super::circles::{absolute, module_of, paths};
use super::{Finding, reached};
use crate::source::Source;

/// Finds files that name a layer above their own, and folders of one area that reach each other.
pub(super) fn findings(sources: &[Source]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut folders: BTreeMap<(&str, String), BTreeSet<String>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.has_ending("rs") && !source.is_test()) {
        let Some((area, module)) = module_of(&source.path).filter(|(root, _)| root.starts_with("areas/"))
        else {
            continue;
        };
        // The face of a room gathers what the area hands out, and `lib.rs` and `state` join the layers.
        let Some(level) = module.first().and_then(|room| level(room)) else { continue };
        if module.len() == 1 && source.path.ends_with("/mod.rs") {
            continue;
        }
        let named =
            paths(&source.text).into_iter().filter_map(|path| absolute(&path, &module)?.into_iter().next());
        let rooms: BTreeSet<String> = named.filter(|room| room != module[0]).collect();
        for higher in rooms.iter().filter(|room| self::level(room).is_some_and(|other| other > level)) {
            let rule = format!("{} stands below {higher} and does not name it", module[0]);
            findings.push(Finding::new(&source.path, rule));
        }
        if module.len() > 1 {
            folders.entry((area, module[0].to_owned())).or_default().extend(rooms);
        }
    }
    for (area, folder) in folders.keys() {
        let named =
            |room: &str| folders.get(&(*area, room.to_owned())).into_iter().flatten().map(String::as_str);
        if reached(folder.as_str(), named).contains(folder.as_str()) {
            let location = format!("{area}/src/{folder}");
            findings.push(Finding::new(location, "folders of an area name each other in one direction"));
        }
    }
    findings
}

/// Returns the layer of a room, the domain lowest; none for what joins layers.
fn level(room: &str) -> Option<u8> {
    match room {
        "lib" | "state" => None,
        "store" => Some(1),
        "work" => Some(2),
        "api" | "import" | "pages" | "worker" => Some(3),
        _ => Some(0),
    }
}
