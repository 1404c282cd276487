--@ expands
-- The epochs that began after a restore. The numbers after through_seq and before first_seq were given, if by anybody,
-- by the database that was lost, and companies may know them.
create table event_epochs (
    first_seq bigint not null primary key,
    through_seq bigint not null check (through_seq >= 0 and through_seq < first_seq),
    began_at_us bigint not null
);
