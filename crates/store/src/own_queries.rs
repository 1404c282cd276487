//! The texts on the store's own tables: the list of applied migrations, and the table of the probe for room.

crate::queries! {
    pub(crate) APPLIED_MIGRATIONS =
        "select version, checksum from schema_migrations where area = $1 order by version";
    pub(crate) ANY_MIGRATION = "select version from schema_migrations limit 1";
    /// Lists the applied migrations of an area that only add.
    pub(crate) EXPANSIONS = "select version from schema_expansions where area = $1";
    /// Notes that a migration only adds.
    pub(crate) EXPANSION_APPLIED =
        "insert into schema_expansions (area, version) values ($1, $2) on conflict (area, version) do nothing";
    pub(crate) MIGRATION_APPLIED =
        "insert into schema_migrations (area, version, note, checksum, applied_at_us) values ($1, $2, $3, $4, $5)";
    /// Takes room, to see whether there is some.
    pub(crate) ROOM_TAKE = "insert into room_probe (id, filler) values ($1, $2)";
    pub(crate) ROOM_GIVE_BACK = "delete from room_probe where id = $1";
}
