//! Random filters over random rows: both engines select the same rows as the model.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use testkit::{Bench, on_both_engines};

use super::model::{Comparison, Model, Operand, Operator, Text};
use super::rows::{Row, STATES, ids, with_rows};

/// Rows of the table, and filters that are tried on it.
const ROWS: i64 = 80;
const FILTERS: usize = 500;
/// Few characters, so that texts meet patterns often; among them the special ones of quoting, LIKE and GLOB.
const ALPHABET: [char; 13] = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'A', 'ы', '*', '%', '\'', '\\'];

fn character() -> impl Strategy<Value = char> {
    prop::sample::select(&ALPHABET[..])
}

fn integer() -> impl Strategy<Value = i64> {
    prop_oneof![8 => 0..6_i64, 1 => Just(i64::MIN), 1 => Just(i64::MAX)]
}

/// Around the start of 1970, so that some are negative.
fn microseconds() -> impl Strategy<Value = i64> {
    prop_oneof![-2..3_i64, (-2..3_i64).prop_map(|seconds| seconds * 1_000_000)]
}

fn row(id: i64) -> impl Strategy<Value = Row> {
    let text = || prop::collection::vec(character(), 0..8).prop_map(String::from_iter);
    let state = prop::sample::select(&STATES[..]);
    (state, text(), prop::option::of(text()), prop::option::of(integer()), microseconds()).prop_map(
        move |(state, name, note, rank, created_at_us)| Row { id, state, name, note, rank, created_at_us },
    )
}

/// A text; with wildcards where the operator knows them.
fn text(has_wildcards: bool) -> impl Strategy<Value = Text> {
    let wildcard = u32::from(has_wildcards);
    let symbol = prop_oneof![4 => character().prop_map(Some), wildcard => Just(None)];
    let quote = prop::sample::select(&['\'', '"'][..]);
    (prop::collection::vec(symbol, 0..6), quote).prop_map(|(symbols, quote)| Text(symbols, quote))
}

fn comparison() -> impl Strategy<Value = Model> {
    use Operator::{Equal, Greater, GreaterOrEqual, In, Less, LessOrEqual, NotEqual, Out};
    let operators =
        vec![Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual, In, Out, Equal, NotEqual];
    let operand = |operator: Operator| {
        let count = if matches!(operator, In | Out) { 1..4 } else { 1..2 };
        let is_equality = matches!(operator, Equal | NotEqual | In | Out);
        let texts = move || prop::collection::vec(text(is_equality), count.clone());
        let count = if matches!(operator, In | Out) { 1..4 } else { 1..2_usize };
        let integers = prop::collection::vec(integer(), count.clone());
        let ids = prop::collection::vec(0..ROWS, count.clone());
        let moments = prop::collection::vec(microseconds(), count.clone());
        let states = prop::collection::vec(prop::sample::select(&STATES[..]), count);
        prop_oneof![
            1 => ids.prop_map(Operand::Id),
            1 => integers.prop_map(Operand::Rank),
            1 => moments.prop_map(Operand::CreatedAt),
            1 => states.prop_map(Operand::State),
            2 => texts().prop_map(Operand::Name),
            3 => texts().prop_map(Operand::Note),
        ]
        .prop_filter("names have no order", move |operand| {
            is_equality || !matches!(operand, Operand::State(_))
        })
        .prop_map(move |operand| (operator, operand))
    };
    (prop::sample::select(operators).prop_flat_map(operand), any::<bool>(), any::<bool>()).prop_map(
        |((operator, operand), is_long, has_blanks)| {
            Model::Compare(Comparison { operand, operator, is_long, has_blanks })
        },
    )
}

fn filter() -> impl Strategy<Value = Model> {
    comparison().prop_recursive(3, 16, 4, |inner| {
        let several = prop::collection::vec(inner, 1..4);
        (several, any::<bool>(), any::<bool>()).prop_map(|(models, is_and, is_word)| {
            if is_and { Model::And(models, is_word) } else { Model::Or(models, is_word) }
        })
    })
}

fn sample<T>(strategy: &impl Strategy<Value = T>, runner: &mut TestRunner) -> T {
    strategy.new_tree(runner).unwrap().current()
}

on_both_engines! {
    async fn random_filters_select_what_the_model_does(bench: Bench) {
        let mut runner = TestRunner::deterministic();
        let rows: Vec<Row> = (0..ROWS).map(|id| sample(&row(id), &mut runner)).collect();
        with_rows(&bench, &rows).await;
        let filter = filter();
        let (mut selecting, mut patterns) = (0, 0);
        for _ in 0..FILTERS {
            let model = sample(&filter, &mut runner);
            let text = model.text();
            let expected: Vec<i64> = rows.iter().filter(|row| model.selects(row)).map(|row| row.id).collect();
            assert_eq!(ids(&bench.store, &text).await, expected, "{text}");
            selecting += usize::from(!expected.is_empty() && expected.len() < rows.len());
            patterns += usize::from(text.contains('*'));
        }
        // The samples tell something: many filters select some rows and not all.
        assert!(selecting > FILTERS / 3 && patterns > FILTERS / 8, "{selecting} {patterns}");
    }
}
