--@ expands
-- A password that the bank has given: it opens one login before this moment, in which the person chooses another.
alter table user_credentials add column one_time_until_us bigint;
