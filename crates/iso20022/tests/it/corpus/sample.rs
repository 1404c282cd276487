//! Texts that fit a pattern.

use std::iter::Peekable;
use std::str::Chars;

use crate::random::Random;

/// A text that fits, for the part of regular expressions that the schema files use.
pub(crate) fn sample(pattern: &str, random: &mut Random) -> String {
    sequence(&mut pattern.chars().peekable(), random)
}

fn sequence(letters: &mut Peekable<Chars<'_>>, random: &mut Random) -> String {
    let mut text = String::new();
    while letters.peek().is_some_and(|letter| *letter != ')') {
        let start = letters.clone();
        atom(letters, random);
        let (from, to) = quantifier(letters);
        for _ in 0..random.between(from, to) {
            text.push_str(&atom(&mut start.clone(), random));
        }
    }
    text
}

fn atom(letters: &mut Peekable<Chars<'_>>, random: &mut Random) -> String {
    match letters.next().unwrap() {
        '\\' => letters.next().unwrap().to_string(),
        '(' => {
            let inside = sequence(letters, random);
            assert_eq!(letters.next(), Some(')'));
            inside
        }
        '[' => {
            let mut set = Vec::new();
            loop {
                match letters.next().unwrap() {
                    ']' => break,
                    '\\' => set.push(letters.next().unwrap()),
                    '-' => {
                        let to = letters.next().unwrap();
                        let from = set.pop().unwrap();
                        set.extend(from..=to);
                    }
                    letter => set.push(letter),
                }
            }
            random.pick(&set).to_string()
        }
        letter => letter.to_string(),
    }
}

fn quantifier(letters: &mut Peekable<Chars<'_>>) -> (usize, usize) {
    if letters.next_if_eq(&'{').is_none() {
        return (1, 1);
    }
    let inside: String = letters.take_while(|letter| *letter != '}').collect();
    let (from, to) = inside.split_once(',').unwrap_or((&inside, &inside));
    (from.parse().unwrap(), to.parse().unwrap())
}
