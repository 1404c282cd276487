//! The bank's calendar: the days of the bank's time zone.

use std::str::FromStr;

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::DateTimePrinter;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Instant;
use crate::text_value::text_conversions;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not the name of a time zone of the IANA database, such as Europe/Moscow")]
pub struct BankZoneError;

const PRINTER: DateTimePrinter = DateTimePrinter::new();

/// The time zone in which the bank counts its days, by its name in the IANA database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BankZone(TimeZone);

impl BankZone {
    /// The zone's name in the IANA database.
    pub fn as_str(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The date that the bank's calendar shows at the moment `instant`.
    pub fn date_of(&self, instant: Instant) -> Date {
        self.time_of(instant).date()
    }

    /// The date and the time that clocks in the bank's zone show at the moment `instant`.
    pub fn time_of(&self, instant: Instant) -> DateTime {
        self.0.to_datetime(instant.to_timestamp())
    }

    /// The first moment of `date` in the bank's zone; at the ends of the calendar, the nearest moment.
    pub fn start_of_day(&self, date: Date) -> Instant {
        match date.to_zoned(self.0.clone()) {
            Ok(zoned) => zoned.timestamp().into(),
            Err(_) if date.year() < 0 => jiff::Timestamp::MIN.into(),
            Err(_) => jiff::Timestamp::MAX.into(),
        }
    }

    /// The first moment after `date` in the bank's zone.
    pub fn start_of_next_day(&self, date: Date) -> Instant {
        self.start_of_day(date.saturating_add(jiff::Span::new().days(1)))
    }

    /// The moment at which clocks in the bank's zone show `time`: of two, the earlier one; of none, because clocks were
    /// put forward, the one that much later. Nothing outside of the calendar.
    pub fn moment_of(&self, time: DateTime) -> Option<Instant> {
        time.to_zoned(self.0.clone()).ok().map(|zoned| zoned.timestamp().into())
    }

    /// The moment as ISO 8601 with the bank's offset from UTC, as the specification's date-time wants it:
    /// `2026-11-20T12:00:00+03:00`. Fractions of a second are written only when there are any.
    pub fn date_time_text(&self, instant: Instant) -> String {
        let timestamp = instant.to_timestamp();
        PRINTER.timestamp_with_offset_to_string(&timestamp, self.0.to_offset(timestamp))
    }
}

impl FromStr for BankZone {
    type Err = BankZoneError;
    fn from_str(text: &str) -> Result<Self, BankZoneError> {
        let zone = TimeZone::get(text).map_err(|_| BankZoneError)?;
        // Without a name it could not be written back.
        if zone.iana_name().is_some() { Ok(Self(zone)) } else { Err(BankZoneError) }
    }
}

text_conversions!(BankZone, BankZoneError);
