import { type Later, later, type Words } from '../../../words/t.ts'

/** Why a database cannot be read. The process that reads it has none of our words, and says which of these it is. */
export const notReadable = {
  damaged: (d: Words): Later => later('The database cannot be read: {reason}.', d),
  damaged_in: (d: Words): Later => later('In the table "{table}": The database cannot be read: {reason}.', d),
  damaged_after: (d: Words): Later =>
    later('After row {row} of the table "{table}": The database cannot be read: {reason}.', d),
  too_many_objects: (d: Words): Later =>
    later(
      'The database has more than {most, number} tables and indexes, and that of a program has fewer.',
      d,
    ),
  trigger: (d: Words): Later => later('The database has a trigger, "{name}", which no export has.', d),
  virtual_table: (d: Words): Later =>
    later('The database has a virtual table, "{name}", which no export has.', d),
  computed_column: (d: Words): Later =>
    later('The table "{table}" computes the column "{column}", which that of an export does not.', d),
  no_column: (d: Words): Later =>
    later('The table "{table}" has no column "{column}", which Actual\'s has.', d),
  too_many_rows: (d: Words): Later =>
    later('The table "{table}" has more than {most, number} rows, which is more than Florin reads.', d),
  bytes: (d: Words): Later =>
    later('Row {row} of the table "{table}": "{column}" has bytes instead of text.', d),
  too_many_characters: (d: Words): Later =>
    later('Row {row} of the table "{table}": the tables have more than {most} million characters.', d),
} as const

export type WhyNotReadable = keyof typeof notReadable
