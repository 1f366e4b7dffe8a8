-- Why a file cannot be read, as words and values beside the English sentence, so that it can be said in the language of whoever asks; null of faults of
-- before, which stay as they were said.
alter table imports add column fault_said json;
