//! Imports: the bank brings its registry in chunks, perhaps twice at once, and each may end at any step.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clientbank::application::{Surroundings, areas};
use import::{ChunkSizes, ImportError, ImportOptions, Pace};
use store::{Store, params};

use crate::looks::{Kept, rule};
use crate::scene::Scene;

/// People of the files; their companies, and rights for how many of these each has.
const PEOPLE: usize = 4;
const COMPANIES: usize = 3;
const RIGHTS: usize = 2;
/// Rows of all files.
const ROWS: u64 = (COMPANIES + PEOPLE + PEOPLE * RIGHTS) as u64;
/// Signs of life come with chunks alone: nothing here follows the time of the machine.
const NEVER: Duration = Duration::from_hours(24 * 365);

store::queries! {
    /// People of the files who are there without all that the files give them.
    UNFINISHED_PEOPLE = "select u.user_id from users u where u.user_id like 'U09%' and
        (select count(distinct r.cnum) from user_company_rights r where r.user_id = u.user_id) <> $1";
    /// New things of the files as the trail has them.
    TRACED = "select count(1) as traced from audit_entries where action = 'import.created'
        and (object_id like 'U09%' or object_id like 'C09%')";
}

/// Writes the files into a folder.
pub(crate) fn write(folder: &Path) {
    let rows = |count: usize, row: &dyn Fn(usize) -> String| (0..count).map(row).collect::<String>();
    let right = |at: usize| format!("dawn-{},C0900{},ACT\n", at / RIGHTS, at % RIGHTS);
    for (file, header, rows) in [
        (
            "companies",
            "cnum,name_ru,name_en,inn,signature_scheme\n",
            rows(COMPANIES, &|at| format!("C0900{at},A,A,7707123458,FIRST=1\n")),
        ),
        ("users", "user_id,login,full_name\n", rows(PEOPLE, &|at| format!("U0900{at},dawn-{at},A\n"))),
        ("user_rights", "login,cnum,rights\n", rows(PEOPLE * RIGHTS, &right)),
    ] {
        std::fs::write(folder.join(format!("{file}.csv")), header.to_owned() + &rows).expect("a file");
    }
}

/// Imports the files in chunks of a row and what belongs to it.
pub(crate) async fn run(scene: Scene) -> String {
    let configuration = &scene.ground.configuration;
    let master_key = configuration.needed_master_key().expect("a master key");
    let importers = areas::importers(configuration.passwords, master_key);
    let pace = Pace {
        chunked_from_bytes: 0,
        chunks: ChunkSizes::fixed(1),
        pause: Duration::ZERO,
        sign_of_life: NEVER,
        stopwatch: Arc::new(|| Duration::ZERO),
        listener: Arc::new(|_| ControlFlow::Continue(())),
        ..Pace::default()
    };
    let options = ImportOptions { dry_run: false, operator: "sidorov".to_owned(), approved: None };
    let Surroundings { store, clock, randomness, .. } = scene.process.surroundings.clone();
    let folder = scene.ground.registry();
    match import::run_at(&pace, &store, &folder, importers, options, &*clock, randomness).await {
        Ok(report) => {
            let rows: u64 = report.tables.iter().map(|table| table.created + table.unchanged).sum();
            let mut model = scene.model.borrow_mut();
            if rows != ROWS {
                model.broken.push(format!("an import of {ROWS} rows has {rows}"));
            }
            model.is_imported = true;
            "done".to_owned()
        }
        Err(
            error @ (ImportError::Files { .. }
            | ImportError::RowsAstray { .. }
            | ImportError::RowsMissed { .. }),
        ) => {
            scene.model.borrow_mut().broken.push(format!("an import fails: {error}"));
            "broken".to_owned()
        }
        Err(error) => format!("failed: {error}"),
    }
}

/// Nobody is there without the rights that the files give, wherever an import has ended.
pub(crate) async fn look(store: &Store) -> Kept {
    let found = store.query_optional(&UNFINISHED_PEOPLE, params![i64::try_from(RIGHTS).unwrap_or(0)]).await?;
    rule(found.is_none(), || format!("a person without all rights: {found:?}"))
}

/// In the end everything of the files is there, and each new thing is in the trail once.
pub(crate) async fn finished(store: &Store, is_imported: bool) -> Kept {
    rule(is_imported, || "no import has ended".to_owned())?;
    let traced: Option<u64> = store.select_optional(&TRACED, params![]).await?;
    rule(traced == Some(ROWS), || format!("the trail tells of {traced:?} new things of {ROWS}"))
}
