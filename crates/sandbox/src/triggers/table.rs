//! The rows that every operation has.

use std::time::Duration;

use edge::Fault;

use super::Trigger;
use super::act::Act;
use super::place::Place;

/// The delay of a slow answer: longer than most libraries wait by habit for the first byte, short enough for a test.
const SLOWNESS: Duration = Duration::from_secs(3);

/// The faults of the frame around every operation.
pub static FAULTS: &[Trigger] = &[
    Trigger {
        name: "too-many-requests",
        place: Place::Header(""),
        value: "too-many-requests",
        effect: ("Ответ 429 с Retry-After 2; ничего не сделано", "429 with Retry-After 2; nothing is done"),
        act: Act::Fault(Fault::TooManyRequests { retry_after_s: 2 }),
        ends: &[],
    },
    Trigger {
        name: "internal-error",
        place: Place::Header(""),
        value: "internal-error",
        effect: ("Ответ 500; ничего не сделано", "500; nothing is done"),
        act: Act::Fault(Fault::Internal),
        ends: &[],
    },
    Trigger {
        name: "unavailable",
        place: Place::Header(""),
        value: "unavailable",
        effect: ("Ответ 503 с Retry-After 1; ничего не сделано", "503 with Retry-After 1; nothing is done"),
        act: Act::Fault(Fault::Unavailable),
        ends: &[],
    },
    Trigger {
        name: "slow-answer",
        place: Place::Header(""),
        value: "slow-answer",
        effect: ("Ответ придёт на 3 секунды позже", "The answer comes 3 seconds late"),
        act: Act::Fault(Fault::Slow(SLOWNESS)),
        ends: &[],
    },
    Trigger {
        name: "lost-answer",
        place: Place::Header(""),
        value: "lost-answer",
        effect: (
            "Всё сделано и записано, но соединение закрывается без ответа",
            "The work is done and committed, then the connection closes without an answer",
        ),
        act: Act::Fault(Fault::LostAnswer),
        ends: &[],
    },
    Trigger {
        name: "token-revoked",
        place: Place::Header(""),
        value: "token-revoked",
        effect: (
            "Ответ 401; сеанс завершён, его токены и refresh token больше не действуют",
            "401; the session has ended, and neither its tokens nor its refresh token work any more",
        ),
        act: Act::Fault(Fault::TokenRevoked),
        ends: &[],
    },
];
