-- The language that a person has chosen, as a tag such as de; null: whichever their browser asks for.
alter table users add column language text;
