--@ expands
-- The units that left the database for an archive, written in the unit of work in which their rows were deleted: what
-- stands here is in the folder of that archive, and what does not is still in its table.
create table retention_units (
    archive_id text not null,
    number bigint not null check (number >= 1),
    kind text not null,
    rows_count bigint not null check (rows_count >= 1),
    -- SHA-256 of the file, and of the line of the manifest that names it: each line has that of the line before.
    file_sha256 bytea not null,
    line_sha256 bytea not null,
    -- The moment of the newest thing in it.
    through_us bigint not null,
    archived_at_us bigint not null,
    primary key (archive_id, number)
);

-- The archives of this database, each noted before its first unit is written.
create table retention_archives (
    archive_id text not null primary key,
    begun_at_us bigint not null
);
