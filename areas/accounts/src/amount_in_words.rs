//! Amounts of roubles in Russian words, as payment orders have them.

/// Writes hundredths as roubles in words and kopecks in digits: "Одна тысяча рублей 05 копеек"; the sign is left out.
pub(crate) fn amount_in_words(minor: i128) -> String {
    let (roubles, kopecks) = (minor.unsigned_abs() / 100, minor.unsigned_abs() % 100);
    let mut words = Vec::new();
    for (power, (forms, is_feminine)) in SCALES.iter().enumerate().rev() {
        let group = roubles / 1_000_u128.pow(u32::try_from(power).unwrap_or_default()) % 1_000;
        if group > 0 {
            words.extend(group_in_words(group, *is_feminine));
            words.extend(forms.map(|forms| plural(group, forms)));
        }
    }
    if words.is_empty() {
        words.push("ноль");
    }
    let roubles = plural(roubles % 100, ["рубль", "рубля", "рублей"]);
    let kopeck = plural(kopecks, ["копейка", "копейки", "копеек"]);
    let sentence = words.join(" ");
    let mut letters = sentence.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{capital}{} {roubles} {kopecks:02} {kopeck}", letters.as_str())
}

/// The names of the powers of a thousand, and whether they are feminine; above them an amount does not reach.
const SCALES: [(Option<[&str; 3]>, bool); 7] = [
    (None, false),
    (Some(["тысяча", "тысячи", "тысяч"]), true),
    (Some(["миллион", "миллиона", "миллионов"]), false),
    (Some(["миллиард", "миллиарда", "миллиардов"]), false),
    (Some(["триллион", "триллиона", "триллионов"]), false),
    (Some(["квадриллион", "квадриллиона", "квадриллионов"]), false),
    (Some(["квинтиллион", "квинтиллиона", "квинтиллионов"]), false),
];

const HUNDREDS: &str = "сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот";
const TENS: &str = "десять двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто";
/// The names of one to nineteen.
const ONES: &str = "один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать \
    четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать";

fn group_in_words(group: u128, is_feminine: bool) -> impl Iterator<Item = &'static str> {
    let named = |names: &'static str, value: u128| {
        names.split(' ').zip(1..).find(|(_, number)| *number == value).map(|(name, _)| name)
    };
    let rest = group % 100;
    let (tens, ones) = if rest < 20 { (0, rest) } else { (rest / 10, rest % 10) };
    let ones = match (ones, is_feminine) {
        (1, true) => Some("одна"),
        (2, true) => Some("две"),
        (ones, _) => named(ONES, ones),
    };
    [named(HUNDREDS, group / 100), named(TENS, tens), ones].into_iter().flatten()
}

fn plural(count: u128, [one, few, many]: [&'static str; 3]) -> &'static str {
    match (count % 100, count % 10) {
        (11..=14, _) => many,
        (_, 1) => one,
        (_, 2..=4) => few,
        _ => many,
    }
}

#[cfg(test)]
mod tests;
