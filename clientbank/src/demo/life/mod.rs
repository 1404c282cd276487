//! The life with which a demo begins: payroll statements, tariff requests, letters and certificates in the states in
//! which people meet them, so that every list has something in it and everybody something to do.
//!
//! Everything goes through the use cases that people and programs use, and the bank's files that an import takes:
//! rights, checks, jobs and the trail are those of every day. What passes by itself within moments (`SIGNING`,
//! `SIGNED`, `PROCESSING`) cannot be kept for show. Nothing here changes what `demo-data` promises: the money that
//! C00001 pays out comes in again, C00001 and C00002 may ask for a plan, and the future change of C00002 may be
//! cancelled.

mod certificates;
mod files;
mod letters;
mod payroll;
mod tariffs;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use ::payroll::PayrollState;
use area::Given;
use currency_certificates::CertificatesState;
use edge::{Edge, Verifier, VerifierSettings};
use jobs::{Runner, Wake};
use kernel::{Cnum, UserId};
use orders::{Desk, Players};
use tariff_requests::TariffRequestsState;
use tariff_requests::viewer::Viewer;

use crate::application::{Surroundings, settings};
use crate::configuration::Configuration;

/// The reason for which a life broke off: nobody can do more about it than read it.
struct LifeError(String);

// It has no `Debug` of its own, so that this is no conversion into itself.
impl<E: fmt::Debug> From<E> for LifeError {
    fn from(error: E) -> Self {
        Self(format!("{error:?}"))
    }
}

/// The areas, the bank's workers and the bank's files.
struct Scene<'a> {
    surroundings: &'a Surroundings,
    payroll: PayrollState,
    tariffs: TariffRequestsState,
    certificates: CertificatesState,
    runner: Runner,
    files: &'a Path,
}

/// A person who acts for a company.
#[derive(Clone, Debug)]
struct Person {
    user: UserId,
    cnum: Cnum,
}

impl Person {
    fn new(user: &str, cnum: &str) -> Result<Self, LifeError> {
        Ok(Self { user: user.parse()?, cnum: cnum.parse()? })
    }

    /// The person at the pages about tariffs and letters.
    fn viewer(&self) -> Viewer {
        Viewer { user: self.user.clone(), company: self.cnum.clone(), client: None }
    }
}

struct People {
    /// Signs first for C00001.
    ivanova: Person,
    /// The same person for C00002.
    ivanova_of_vasilek: Person,
    /// Signs second for C00001.
    petrov: Person,
    /// Signs alone for C00003.
    sidorov: Person,
}

/// Lets the people of a demo whose data was just imported work for a while; the bank's files of that time are written
/// to the folder `files`.
///
/// # Errors
/// A use case refuses something, or the database fails; why. What was done until then stays, and the demo works without
/// the rest.
pub async fn begin_life(
    configuration: &Configuration,
    surroundings: &Surroundings,
    files: &Path,
) -> Result<(), String> {
    live(configuration, surroundings, files).await.map_err(|LifeError(reason)| reason)
}

async fn live(
    configuration: &Configuration,
    surroundings: &Surroundings,
    files: &Path,
) -> Result<(), LifeError> {
    let scene = scene(configuration, surroundings, files)?;
    let people = People {
        ivanova: Person::new("U00001", "C00001")?,
        ivanova_of_vasilek: Person::new("U00001", "C00002")?,
        petrov: Person::new("U00002", "C00001")?,
        sidorov: Person::new("U00003", "C00003")?,
    };
    payroll::live(&scene, &people).await?;
    tariffs::live(&scene, &people).await?;
    certificates::live(&scene, &people).await?;
    letters::live(&scene, &people).await?;
    Ok(())
}

impl Scene<'_> {
    /// The bank's workers do everything that is due.
    async fn work(&self) -> Result<(), LifeError> {
        self.runner.drain().await?;
        Ok(())
    }
}

fn scene<'a>(
    configuration: &Configuration,
    surroundings: &'a Surroundings,
    files: &'a Path,
) -> Result<Scene<'a>, LifeError> {
    let Surroundings { store, clock, randomness, sandbox, .. } = surroundings.clone();
    // No token is verified here; the areas take the clock from it.
    let unused = VerifierSettings { issuer: String::new(), audience: String::new(), feed_age_s_max: None };
    let edge = Edge::new(Arc::new(Verifier::new(unused, Arc::clone(&clock))), Arc::clone(&clock));
    let given = Given {
        edge,
        zone: configuration.bank.zone.clone(),
        wake: Wake::default(),
        sandbox,
        idempotency: settings::idempotency(configuration, surroundings)?,
        desk: Desk::new(store.clone(), Arc::clone(&clock), Players::default()),
        store,
        clock,
        randomness,
    };
    let tariffs = TariffRequestsState::new(&given, settings::tariff_requests(configuration)?);
    let (reader, bic) = settings::certificates(configuration)?;
    let certificates = CertificatesState::new(&given, reader, bic);
    // Its wages are paid by the plain rail, whatever their amounts.
    let payroll =
        PayrollState::new(&Given { sandbox: None, ..given.clone() }, settings::payroll(configuration));
    let Given { store, clock, randomness, wake, .. } = given;
    let runner = Runner::new(store, clock, randomness, wake, configuration.jobs.clone());
    let runner = runner
        .with_workers(::payroll::workers(&payroll))
        .with_workers(tariff_requests::workers(&tariffs))
        .with_workers(currency_certificates::workers(&certificates));
    Ok(Scene { surroundings, payroll, tariffs, certificates, runner, files })
}
