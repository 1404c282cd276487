//! Webinars of the seed data that have come to each of their ends (SBX-02).

use sandbox::triggers::{Act, End, Machine, Place, Trigger};

/// The identifier of a webinar.
pub const WEBINAR_ID: Place = Place::Value("`id` of `GET /v2/contents/webinars/{id}`");

/// The triggers of webinars, in the order of the documentation.
pub static TRIGGERS: &[Trigger] = &[
    Trigger {
        name: "webinar-ended",
        place: WEBINAR_ID,
        value: "2025-09-tariffs",
        effect: ("Вебинар завершён, материалов нет", "The webinar is over and has no materials"),
        act: Act::SeedData,
        ends: &[End::new(Machine::Webinar, "ENDED")],
    },
    Trigger {
        name: "webinar-materials",
        place: WEBINAR_ID,
        value: "2025-03-payroll-start",
        effect: ("Вебинар завершён, материалы доступны", "The webinar is over and its materials are there"),
        act: Act::SeedData,
        ends: &[End::new(Machine::Webinar, "ATTACHMENTS_PROVIDED")],
    },
];
