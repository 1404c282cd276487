//! Reads plans: which steps go through a whole table.

use std::collections::{BTreeMap, BTreeSet};

use testkit::Engine;

/// Tables of which one row stands for many, with the column that a look-up must name, and why the rest is not enough.
const WIDE: &[(&str, &str, &str)] =
    &[("oauth_client_companies", "cnum", "one client may serve every company of the bank")];
/// Words that follow a table without being its alias.
const NO_ALIAS: &str = "\
    cross group inner join left limit on order returning select set union using values where";

/// The names that SQLite gives to the parts of a text that it runs by themselves.
const PARTS: &[&str] = &["CO-ROUTINE", "MATERIALIZE"];

/// The schema of the database: its tables, and the texts of its views.
pub(crate) struct Schema {
    pub(crate) tables: BTreeSet<String>,
    pub(crate) views: Vec<String>,
}

/// A step that reads more of a table than the caller asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) table: String,
    pub(crate) line: String,
}

/// The steps of the plan of `text` that go through whole tables, or through too much of a wide one.
pub(crate) fn wide_steps(engine: Engine, schema: &Schema, text: &str, plan: &[String]) -> Vec<Step> {
    match engine {
        Engine::Sqlite => of_sqlite(schema, text, plan),
        Engine::Postgres => of_postgres(plan),
    }
}

/// A line is `SCAN name …` or `SEARCH name USING … (conditions)`, with the alias for the name where there is one. An
/// automatic index is made of the whole table.
fn of_sqlite(schema: &Schema, text: &str, plan: &[String]) -> Vec<Step> {
    let names = schema.names_in(text);
    // Parts of a text that it names as it may name tables.
    let parts: Vec<&str> = plan
        .iter()
        .filter_map(|line| line.split_once(' '))
        .filter(|(verb, _)| PARTS.contains(verb))
        .map(|(_, name)| name)
        .collect();
    let mut steps = Vec::new();
    for line in plan {
        if line.strip_prefix("SCAN ").is_some_and(|name| parts.contains(&name)) {
            continue;
        }
        let mut words = line.split(' ');
        let (verb, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_whole = match verb {
            "SCAN" => true,
            "SEARCH" => line.contains("USING AUTOMATIC"),
            _ => continue,
        };
        for table in names.get(name).into_iter().flatten() {
            if is_whole || is_wide(table, line) {
                steps.push(Step { table: table.clone(), line: line.clone() });
            }
        }
    }
    steps
}

/// A step is a line that names the table, and the lines below it that tell its conditions.
fn of_postgres(plan: &[String]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut heap = String::new();
    for (index, line) in plan.iter().enumerate() {
        let node = line.trim_start().trim_start_matches("->").trim_start();
        let Some((kind, target)) = node.split_once(" on ").filter(|(kind, _)| kind.contains("Scan")) else {
            continue;
        };
        let target = target.split(' ').next().unwrap_or_default().to_owned();
        let condition = condition_of(&plan[index + 1..]);
        let table = match kind {
            _ if kind.starts_with("Bitmap Heap Scan") => {
                heap = target;
                continue;
            }
            // The name after it is that of the index.
            _ if kind.starts_with("Bitmap Index Scan") => heap.clone(),
            _ if kind.contains("Index") || kind.contains("Seq Scan") => target,
            _ => continue,
        };
        if condition.is_none_or(|condition| is_wide(&table, condition)) {
            steps.push(Step { table, line: node.to_owned() });
        }
    }
    steps
}

/// The condition by which a step of an index is entered.
fn condition_of(below: &[String]) -> Option<&str> {
    below
        .iter()
        .map(|line| line.trim_start())
        .take_while(|line| !line.starts_with("->") && !line.contains(" on "))
        .find_map(|line| line.strip_prefix("Index Cond: "))
}

fn is_wide(table: &str, condition: &str) -> bool {
    WIDE.iter().any(|(wide, column, _)| *wide == table && !condition.contains(column))
}

impl Schema {
    /// The tables that each name in the text or in a view may mean: the table's own, or an alias.
    fn names_in(&self, text: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for text in self.views.iter().map(String::as_str).chain([text]) {
            let words = words(text);
            for (index, word) in words.iter().enumerate().filter(|(_, word)| self.tables.contains(**word)) {
                let mut behind = words[index + 1..].iter().copied().skip_while(|word| *word == "as");
                let alias = behind
                    .next()
                    .filter(|word| is_name(word) && NO_ALIAS.split(' ').all(|other| other != *word));
                for name in [Some(*word), alias].into_iter().flatten() {
                    names.entry(name.to_owned()).or_default().insert((*word).to_owned());
                }
            }
        }
        names
    }
}

/// The names and the single other characters of a text.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
        let end = if end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { end };
        let (word, behind) = rest.split_at(end);
        words.push(word);
        rest = behind.trim_start();
    }
    words
}

fn is_name(word: &str) -> bool {
    word.starts_with(is_letter)
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}
