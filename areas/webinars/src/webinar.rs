//! A webinar of the bank and what the clock makes of it (spec sections 2.6 and 3.4).

use kernel::{Instant, Language, Translated, text_enum};

use crate::media::{MediaKind, MediaPath};

pub const ID_CHARACTERS_MAX: usize = 64;

text_enum! {
    /// Publication of a webinar: callers may see it or not (spec section 3.4).
    pub enum PublicationStatus {
        /// Its publish date is still to come.
        Scheduled = "SCHEDULED",
        /// Its publish date has come.
        Published = "PUBLISHED",
    }
}

text_enum! {
    /// State of the event of a webinar (spec section 3.4).
    pub enum EventStatus {
        Planned = "PLANNED",
        Started = "STARTED",
        Ended = "ENDED",
        /// Over, with a recording or another attachment.
        AttachmentsProvided = "ATTACHMENTS_PROVIDED",
    }
}

impl EventStatus {
    /// The `eventStatusLabel`: what a page shows.
    pub fn label(self, language: Language) -> &'static str {
        match self {
            Self::Planned => language.pick("Запланирован", "Planned"),
            Self::Started => language.pick("Идёт сейчас", "Live now"),
            Self::Ended => language.pick("Завершён", "Ended"),
            Self::AttachmentsProvided => language.pick("Материалы доступны", "Materials available"),
        }
    }
}

/// A link that is under the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    pub label: Translated,
    /// The address it leads to: an absolute https URL.
    pub url: String,
}

/// The colours of a webinar's card, each `#RRGGBB`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Of headings and the button.
    pub accent_color: String,
    /// Of the card.
    pub background_color: String,
    /// Of the area under the text.
    pub content_background_color: String,
}

/// A recording, presentation or table that belongs to a webinar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The bank's identifier of the file, where it has one.
    pub id: Option<String>,
    /// The name that a page shows.
    pub name: Translated,
    /// The path of the file; absent while it is only announced.
    pub path: Option<MediaPath>,
    /// The kind of file: one of [`MediaKind::ATTACHMENTS`].
    pub kind: MediaKind,
}

/// A webinar in both languages. What depends on the clock is computed, never stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webinar {
    /// The content identifier, 1 to [`ID_CHARACTERS_MAX`] characters.
    pub id: String,
    /// From when it may be seen.
    pub publish_at: Instant,
    pub start_at: Instant,
    pub finish_at: Instant,
    pub title: Translated,
    pub body: Translated,
    pub image: MediaPath,
    /// The link under the text, if there is one.
    pub button: Option<Button>,
    pub style: Style,
    /// The files, in the order they are shown.
    pub attachments: Vec<Attachment>,
}

impl Webinar {
    /// `SCHEDULED` until the publish date, `PUBLISHED` from that very moment on. The query of one webinar applies
    /// the same rule.
    pub fn publication_status(&self, now: Instant) -> PublicationStatus {
        if now < self.publish_at { PublicationStatus::Scheduled } else { PublicationStatus::Published }
    }

    /// Tells the state of the event at the moment `now`:
    ///
    /// | `now` | some attachment has a file | status |
    /// |---|---|---|
    /// | before the start | any | `PLANNED` |
    /// | from the start, before the end | any | `STARTED` |
    /// | from the end | no | `ENDED` |
    /// | from the end | yes | `ATTACHMENTS_PROVIDED` |
    pub fn event_status(&self, now: Instant) -> EventStatus {
        if now < self.start_at {
            EventStatus::Planned
        } else if now < self.finish_at {
            EventStatus::Started
        } else if self.attachments.iter().any(|attachment| attachment.path.is_some()) {
            EventStatus::AttachmentsProvided
        } else {
            EventStatus::Ended
        }
    }
}

#[cfg(test)]
mod tests;
