//! As much of SQL as the statements of jobs need: one table, conditions and assignments in a row.

use std::collections::BTreeMap;

use crate::Value;

/// Rows, with their values by column.
pub(crate) type Table = Vec<BTreeMap<String, Value>>;
type Columns = BTreeMap<String, Value>;

/// Updates or deletes the rows that the conditions are true of, and counts them.
pub(crate) fn execute(sql: &str, parameters: &[Value], table: &mut Table) -> u64 {
    let (head, conditions) = sql.split_once(" where ").expect("conditions");
    let before = table.len();
    let Some((_, assignments)) = head.split_once(" set ") else {
        table.retain(|row| !is_true(conditions, parameters, row));
        return (before - table.len()) as u64;
    };
    let mut changed = 0;
    for row in table.iter_mut().filter(|row| is_true(conditions, parameters, row)) {
        changed += 1;
        let old = row.clone();
        for assignment in assignments.split(", ") {
            let (column, term) = assignment.split_once(" = ").expect("an assignment");
            let new = match term.split_once(" + 1") {
                Some((counted, _)) => match value(counted, parameters, &old) {
                    Value::Integer(number) => Value::Integer(number + 1),
                    other => panic!("{other:?} is counted"),
                },
                None => value(term, parameters, &old),
            };
            row.insert(column.trim().to_owned(), new);
        }
    }
    changed
}

pub(crate) fn select(sql: &str, parameters: &[Value], table: &Table) -> Table {
    let (_, conditions) = sql.split_once(" where ").expect("conditions");
    let conditions = conditions.rsplit_once(" order by ").map_or(conditions, |(conditions, _)| conditions);
    table.iter().filter(|row| is_true(conditions, parameters, row)).cloned().collect()
}

/// Tells whether all conditions are true; switches are off, and nothing stands still.
fn is_true(conditions: &str, parameters: &[Value], row: &Columns) -> bool {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (place, letter) in conditions.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && conditions[place..].starts_with(" and ") => {
                parts.push(&conditions[from..place]);
                from = place + " and ".len();
            }
            _ => {}
        }
    }
    parts.push(&conditions[from..]);
    parts.into_iter().all(|condition| {
        let words: Vec<_> = condition.split_whitespace().collect();
        match *words {
            ["not", "exists" | "(exists", ..] => true,
            ["not", column] => row[column] == Value::Boolean(false),
            [one, "=", other] => value(one, parameters, row) == value(other, parameters, row),
            [one, "<=", other] => value(one, parameters, row) <= value(other, parameters, row),
            _ => panic!("an unknown condition: {condition}"),
        }
    })
}

fn value(term: &str, parameters: &[Value], row: &Columns) -> Value {
    let numbered = term
        .strip_prefix('$')
        .map(|number| parameters[number.parse::<usize>().expect("a number") - 1].clone());
    numbered.unwrap_or_else(|| match term {
        "true" | "false" => Value::Boolean(term == "true"),
        "null" => Value::Null,
        _ => term.parse().map_or_else(|_| row[term].clone(), Value::Integer),
    })
}
