//! Filters: how long it takes to read one and to write its SQL.

use std::hint::black_box;
use std::time::Instant;

use rsql::Filter;
use tariff_requests::request_query::FIELDS;

use crate::statistics::median;

/// The filters to read.
const FILTERS: [(&str, &str); 3] = [
    ("one comparison", "state==DONE"),
    (
        "a usual filter",
        "state=in=(UNSIGNED,PARTIALLY_SIGNED);createdAt>=2026-01-01T00:00:00+03:00,targetTariffPlanName==План*",
    ),
    (
        "many wildcards",
        "targetTariffPlanName=in=(*a*b*c*d*,*e*f*g*h*,*i*j*k*l*,*m*n*o*p*) and targetTariffPlanPublicName!=*q*r*s*t*",
    ),
];
/// Readings of one sample, and samples.
const READINGS: u32 = 2_000;
const SAMPLES: usize = 11;

/// Prints nanoseconds for each filter.
///
/// # Errors
/// A filter is refused.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
#[expect(clippy::float_arithmetic, reason = "a duration is no money")]
pub(crate) fn reading() -> Result<(), rsql::RsqlError> {
    for (name, text) in FILTERS {
        let mut samples = Vec::with_capacity(SAMPLES);
        for _ in 0..SAMPLES {
            let start = Instant::now();
            for _ in 0..READINGS {
                let mut pieces = 0_usize;
                Filter::parse(black_box(text), &FIELDS)?.write(&mut |_| pieces += 1);
                black_box(pieces);
            }
            samples.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(READINGS));
        }
        let characters = text.chars().count();
        println!("rsql, {name} ({characters} characters): {:.0} ns to read and write", median(&samples));
    }
    Ok(())
}
