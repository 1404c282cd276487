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
    fault(
        "too-many-requests",
        ("Ответ 429 с Retry-After 2; ничего не сделано", "429 with Retry-After 2; nothing is done"),
        Fault::TooManyRequests { retry_after_s: 2 },
    ),
    fault("internal-error", ("Ответ 500; ничего не сделано", "500; nothing is done"), Fault::Internal),
    fault(
        "unavailable",
        ("Ответ 503 с Retry-After 1; ничего не сделано", "503 with Retry-After 1; nothing is done"),
        Fault::Unavailable,
    ),
    fault(
        "slow-answer",
        ("Ответ придёт на 3 секунды позже", "The answer comes 3 seconds late"),
        Fault::Slow(SLOWNESS),
    ),
    fault(
        "lost-answer",
        (
            "Всё сделано и записано, но соединение закрывается без ответа",
            "The work is done and committed, then the connection closes without an answer",
        ),
        Fault::LostAnswer,
    ),
    fault(
        "token-revoked",
        (
            "Ответ 401; сеанс завершён, его токены и refresh token больше не действуют",
            "401; the session has ended, and neither its tokens nor its refresh token work any more",
        ),
        Fault::TokenRevoked,
    ),
];

/// A fault on demand, in Russian and English.
const fn fault(name: &'static str, effect: (&'static str, &'static str), fault: Fault) -> Trigger {
    Trigger { name, place: Place::Header(""), value: name, effect, act: Act::Fault(fault), ends: &[] }
}
