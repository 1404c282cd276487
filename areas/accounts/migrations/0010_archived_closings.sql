--@ expands
-- Closing balances from before this moment may have left (LIF-03): none of that time is imported any more, so that none
-- is archived twice.
create table archived_closings (
    alone bigint not null primary key check (alone = 1),
    before_us bigint not null
);
