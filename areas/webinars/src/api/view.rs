//! From webinars to bodies.

use kernel::{BankZone, Instant, Language};
use serde_json::{Value, json};

use super::wire::{
    AttachmentKind, AttachmentResponse, ButtonResponse, ImageResponse, ImageType, StyleResponse,
    WebinarResponse,
};
use crate::media::MediaHost;
use crate::webinar::{Attachment, Button, Webinar};

/// Manner in which webinars are shown: moment, language, addresses.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) now: Instant,
    pub(super) language: Language,
    pub(super) zone: &'a BankZone,
    pub(super) host: &'a MediaHost,
}

impl View<'_> {
    pub(super) fn webinar(&self, webinar: &Webinar, is_new: bool) -> WebinarResponse {
        let event_status = webinar.event_status(self.now);
        let date_time = |instant| self.zone.date_time_text(instant);
        let attachment = |attachment: &Attachment| AttachmentResponse {
            id: attachment.id.clone(),
            name: attachment.name.in_language(self.language).to_owned(),
            url: attachment.path.as_ref().map(|path| path.at(self.host)),
            r#type: AttachmentKind(attachment.kind),
        };
        WebinarResponse {
            id: webinar.id.clone(),
            new: is_new,
            status: webinar.publication_status(self.now),
            event_status,
            event_status_label: event_status.label(self.language),
            title: webinar.title.in_language(self.language).to_owned(),
            body: webinar.body.in_language(self.language).to_owned(),
            publish_date: date_time(webinar.publish_at),
            start_event_date: date_time(webinar.start_at),
            finish_event_date: date_time(webinar.finish_at),
            image: ImageResponse { url: webinar.image.at(self.host), r#type: ImageType::Image },
            button: webinar.button.as_ref().map(|Button { label, url }| ButtonResponse {
                label: label.in_language(self.language).to_owned(),
                url: url.clone(),
            }),
            style: StyleResponse {
                accent_color: webinar.style.accent_color.clone(),
                background_color: webinar.style.background_color.clone(),
                content_background_color: webinar.style.content_background_color.clone(),
            },
            attachments: webinar.attachments.iter().map(attachment).collect(),
        }
    }
}

/// A webinar for the description.
pub(super) fn example(is_new: bool) -> Value {
    json!({
        "id": "2026-11-cash-flow",
        "new": is_new,
        "status": "PUBLISHED",
        "eventStatus": "ATTACHMENTS_PROVIDED",
        "eventStatusLabel": "Материалы доступны",
        "title": "Как планировать денежный поток",
        "body": "Разбираем платёжный календарь на примерах.",
        "publishDate": "2026-11-02T09:00:00+03:00",
        "startEventDate": "2026-11-10T11:00:00+03:00",
        "finishEventDate": "2026-11-10T12:30:00+03:00",
        "image": {"url": "https://media.bank.example/webinars/cash-flow.png", "type": "IMAGE"},
        "button": {"label": "Задать вопрос", "url": "https://bank.example/webinars/cash-flow"},
        "style": {
            "accentColor": "#0B5FFF", "backgroundColor": "#FFFFFF", "contentBackgroundColor": "#F2F6FF"
        },
        "attachments": [{
            "id": "cash-flow-video",
            "name": "Запись вебинара",
            "url": "https://media.bank.example/webinars/cash-flow.mp4",
            "type": "VIDEO"
        }]
    })
}
