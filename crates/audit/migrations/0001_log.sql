-- The trail as a transparency log (LIF-08). Entries get their places a moment after their commit, in bunches, so that no
-- change waits for a row that all others need as well. No trigger guards these tables: what has left the database proves
-- that they were changed. This one has a row from the first bunch on.
create table audit_log (
    alone bigint not null primary key check (alone = 1),
    -- Entries that have a place.
    size bigint not null check (size >= 0),
    -- Grows with every bunch: whoever adds one takes the row first.
    turn bigint not null,
    -- The clock when every entry before had its place: where it is ahead of the clock, that was put back.
    looked_us bigint not null
);

-- The place of each entry. It stays when the entry leaves for an archive.
create table audit_leaves (
    leaf_index bigint not null primary key check (leaf_index >= 0),
    entry_id text not null unique,
    at_us bigint not null
);

-- The Merkle tree over the entries in tiles of up to 256 hashes of 32 bytes.
create table audit_tiles (
    level bigint not null,
    tile_index bigint not null,
    hashes bytea not null,
    primary key (level, tile_index)
);
