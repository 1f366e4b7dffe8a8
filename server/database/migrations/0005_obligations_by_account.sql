-- An account is deleted only if no obligation stands on it, and an account deleted for good is looked for in all three columns that refer to
-- accounts, by the service and by the foreign keys. Without an index each look went through every obligation of the book.
create index obligations_by_account on obligations (book_id, account_id);
create index obligations_by_claim_account on obligations (book_id, claim_account_id);
create index obligations_by_counter_account on obligations (book_id, counter_account_id);
