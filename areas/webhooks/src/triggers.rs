//! Addresses of webhooks by which a sandbox rehearses deliveries that fail (SBX-02).

use sandbox::triggers::{Act, Place, Trigger, WebhookAct};

/// The query of the address of a webhook.
pub const URL: Place = Place::Value("query of the `url` of a webhook");

/// The triggers of webhooks, in the order of the documentation.
pub static TRIGGERS: &[Trigger] = &[
    Trigger {
        name: "webhook-lost",
        place: URL,
        value: "sandbox-trigger=webhook-lost",
        effect: (
            "Каждое событие приходит дважды: первый ответ получателя считается потерянным, примерно через 5 \
             секунд оно придёт снова с тем же webhook-id",
            "Each event comes twice: the receiver's first answer counts as lost, and about 5 seconds later the event \
             comes again with the same webhook-id",
        ),
        act: Act::Webhook(WebhookAct::AnswerLost),
        ends: &[],
    },
    Trigger {
        name: "webhook-late",
        place: URL,
        value: "sandbox-trigger=webhook-late",
        effect: (
            "Первая отправка каждого события не удаётся: оно приходит примерно через 5 секунд, и другие события его \
             обгоняют",
            "The first sending of each event fails: it comes about 5 seconds later, and events of other things \
             overtake it",
        ),
        act: Act::Webhook(WebhookAct::NotSent),
        ends: &[],
    },
];

/// Reads what the address of a webhook asks for: a pair of its query.
pub fn webhook_act(query: &str) -> Option<WebhookAct> {
    let is_asked = |row: &&Trigger| query.split('&').any(|pair| pair == row.value);
    match TRIGGERS.iter().find(is_asked)?.act {
        Act::Webhook(act) => Some(act),
        _ => None,
    }
}
