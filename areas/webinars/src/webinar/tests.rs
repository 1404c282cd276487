//! The clock at every border.

use kernel::{Instant, Language, Translated};

use super::{Attachment, EventStatus, PublicationStatus, Style, Webinar};
use crate::media::MediaKind;

fn both(text: &str) -> Translated {
    Translated { russian: text.to_owned(), english: text.to_owned() }
}

fn webinar(attachments: Vec<Attachment>) -> Webinar {
    let color = || "#000000".to_owned();
    Webinar {
        id: "w".to_owned(),
        publish_at: Instant::from_microseconds(100),
        start_at: Instant::from_microseconds(200),
        finish_at: Instant::from_microseconds(300),
        title: both("title"),
        body: both("body"),
        image: "/w.png".parse().unwrap(),
        button: None,
        style: Style { accent_color: color(), background_color: color(), content_background_color: color() },
        attachments,
    }
}

fn attachment(path: Option<&str>) -> Attachment {
    Attachment {
        id: None,
        name: both("file"),
        path: path.map(|path| path.parse().unwrap()),
        kind: MediaKind::Video,
    }
}

fn at(microseconds: i64) -> Instant {
    Instant::from_microseconds(microseconds)
}

#[test]
fn it_is_published_from_the_publish_date_on() {
    let webinar = webinar(Vec::new());
    assert_eq!(webinar.publication_status(at(99)), PublicationStatus::Scheduled);
    assert_eq!(webinar.publication_status(at(100)), PublicationStatus::Published);
}

#[test]
fn the_event_follows_the_clock() {
    let none = webinar(Vec::new());
    let announced = webinar(vec![attachment(None)]);
    let provided = webinar(vec![attachment(None), attachment(Some("/a.mp4"))]);
    for webinar in [&none, &announced, &provided] {
        assert_eq!(webinar.event_status(at(199)), EventStatus::Planned);
        assert_eq!(webinar.event_status(at(200)), EventStatus::Started);
        assert_eq!(webinar.event_status(at(299)), EventStatus::Started);
    }
    assert_eq!(none.event_status(at(300)), EventStatus::Ended);
    assert_eq!(announced.event_status(at(300)), EventStatus::Ended);
    assert_eq!(provided.event_status(at(300)), EventStatus::AttachmentsProvided);
}

#[test]
fn every_status_has_a_label_in_every_language() {
    let statuses =
        [EventStatus::Planned, EventStatus::Started, EventStatus::Ended, EventStatus::AttachmentsProvided];
    let mut labels: Vec<&str> =
        Language::ALL.iter().flat_map(|language| statuses.map(|status| status.label(*language))).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), statuses.len() * Language::ALL.len());
}
