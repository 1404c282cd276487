--@ expands
--@ beside
-- The imported answers of a letter leave with it (LIF-03).
create index concurrently if not exists letter_answers_of_letter on letter_answers (letter_id);
