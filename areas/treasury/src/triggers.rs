//! A tax number by which a sandbox rehearses that there is no company to include (SBX-02).

use sandbox::triggers::{Act, Place, Trigger};

pub const INN: Place = Place::Value("`inn` of `GET /v1/connections/eligible-companies`");

pub static TRIGGERS: &[Trigger] = &[Trigger {
    name: "inn-not-eligible",
    place: INN,
    value: "770712345633",
    effect: ("Нет компаний, которые можно подключить", "No company may be included"),
    act: Act::SeedData,
    ends: &[],
}];
