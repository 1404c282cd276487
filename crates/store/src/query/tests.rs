use super::numbered;

#[test]
fn parameters_keep_their_numbers() {
    assert_eq!(numbered("update t set a = $3 where b = $1"), "update t set a = ?3 where b = ?1");
    assert_eq!(numbered("select $12, $1"), "select ?12, ?1");
}

#[test]
fn quotes_and_comments_are_left_alone() {
    for text in
        ["select '$1'", "select \"$1\"", "-- $1", "/* $1 */ select 1", "select 'it''s $1'", "$", "'$1"]
    {
        assert_eq!(numbered(text), text);
    }
    assert_eq!(numbered("-- $1\nselect $2, 'ы$1', $1"), "-- $1\nselect ?2, 'ы$1', ?1");
}
