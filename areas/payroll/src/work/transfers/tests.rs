use super::runs;

/// A file of ten thousand faulty rows is read a thousand lines at a time.
#[test]
fn onl_03_lines_are_read_in_bounded_runs() {
    let read =
        |lines: &[i64]| -> Vec<(i64, i64)> { runs(lines).map(|run| (run[0], run[run.len() - 1])).collect() };
    assert_eq!(read(&[]), []);
    assert_eq!(read(&[1, 33, 66, 1_000, 1_001]), [(1, 33), (66, 66), (1_000, 1_000), (1_001, 1_001)]);
    let all: Vec<i64> = (1..=10_000).collect();
    let blocks: Vec<(i64, i64)> = (0..10).map(|block| (block * 1_000 + 1, (block + 1) * 1_000)).collect();
    assert_eq!(read(&all), blocks);
}
