--@ expands
--@ beside
-- Letters of all clients by their last message: what is over its time is found there (LIF-03).
create index concurrently if not exists letters_by_end on letters (updated_at_us, letter_id);
