import { type Later, t } from '../words/t.ts'
import { entry } from './refusal.ts'

/** Refusals about imports. Errors in a file or a row are not refusals: they are the `fault` of the import and the `faults` of the row. */
export const importRefusals = {
  file_empty: entry(422, 'Empty file', () => t('The body is the file to be read, and it is empty.')),
  imports_too_many: entry(409, 'Too many imports', (d: { count: number; most: number }) =>
    t(
      '{count} imports are not committed yet, and at most {most} are allowed. Commit or delete one first.',
      d,
    ),
  ),
  imports_too_large: entry(
    409,
    'Imports are too large',
    (d: { megabytes: number; most_megabytes: number; rows: number; most_rows: number }) =>
      t(
        'With this file, the imports that are not committed yet come to {megabytes} MB and more than {rows} rows; at most {most_megabytes} MB and {most_rows} rows are allowed. Commit or delete one first.',
        d,
      ),
  ),
  import_reading: entry(409, 'Still being read', (d: { filename: string }) =>
    t('"{filename}" is still being read. Repeat GET /imports/\'{id}\' until its status is ready.', d),
  ),
  import_failed: entry(409, 'Not readable', (d: { filename: string; fault: string }) =>
    t('"{filename}" cannot be imported: {fault}', d),
  ),
  import_committed: entry(409, 'Already recorded', (d: { filename: string; version: number }) =>
    t('"{filename}" was recorded as version {version}. POST /changes/{version}/undo takes it back.', d),
  ),
  import_undone: entry(409, 'Undone', (d: { filename: string; version: number }) =>
    t(
      '"{filename}" was recorded as version {version}, and that was undone. Nothing was recorded now: send the file again to record it once more.',
      d,
    ),
  ),
  imported_again: entry(
    409,
    'Imported again since',
    (d: { version: number; filename: string; again: string; again_version: number; rows: number }) =>
      t(
        'Undoing version {version} would record "{filename}" once more, and {rows, plural, one {# of its rows was} other {# of its rows were}} recorded again since, from "{again}" as version {again_version}: they would be in the book twice. Undo version {again_version} first.',
        d,
      ),
  ),
  import_changed: entry(409, 'The book has changed', (d: { filename: string; rows: number }) =>
    t(
      'The book has changed since "{filename}" was checked, and {rows, plural, one {# row is} other {# rows are}} judged differently now. Nothing was recorded; look at the rows again.',
      d,
    ),
  ),
  import_brings_changed: entry(
    409,
    'The book has changed',
    (d: {
      filename: string
      kind: string
      was: number
      now: number
      left_out_was: number
      left_out: number
    }) =>
      t(
        'The book has changed since "{filename}" was checked: of {kind} it would bring {now} rather than {was}, and leave out {left_out} rather than {left_out_was}. Nothing was recorded; look at it again.',
        d,
      ),
  ),
  import_nothing: entry(
    409,
    'Nothing to record',
    (d: { filename: string; rows: number; is_account_missing: boolean }) =>
      t(
        '{is_account_missing, select, true {{rows, plural, one {The only row of "{filename}" is not chosen, because the account of the file is missing.} other {Of the # rows of "{filename}", none is chosen, because the account of the file is missing.}} Send it as account_id with PUT /imports/\'{id}\'.} other {{rows, plural, one {The only row of "{filename}" is not chosen.} other {Of the # rows of "{filename}", none is chosen.}}}}',
        d,
      ),
  ),
  import_undecided: entry(
    409,
    'Not decided yet',
    (d: { filename: string; needs: readonly { what: string; why: string; choices: readonly unknown[] }[] }) =>
      t(
        '"{filename}" can be read in more than one way, and nothing was recorded. {reasons} PUT /imports/\'{id}\' with the mapping of a choice in `needs` answers it.',
        { filename: d.filename, reasons: d.needs.map(({ why }) => why).join(' ') },
      ),
  ),
  row_refused: entry(
    409,
    'A row is refused',
    (d: { n: number; line: number; part?: string; reason: Later }) =>
      t(
        '{has_part, select, true {Row {n} (line {line} of "{part}"): {reason} Nothing was recorded.} other {Row {n} (line {line} of the file): {reason} Nothing was recorded.}}',
        { n: d.n, line: d.line, has_part: d.part !== undefined, part: d.part ?? '', reason: d.reason },
      ),
  ),
  row_invalid: entry(422, 'Row does not fit', (d: { field: string; n: number; reason: Later }) =>
    t('{field}: {reason}', { field: d.field, reason: d.reason }),
  ),
  mapping_invalid: entry(422, 'Mapping does not fit', (d: { field: string; reason: Later }) =>
    t('{field}: {reason}', d),
  ),
  rules_too_many: entry(409, 'Too many rules', (d: { count: number }) =>
    t(
      'The book has {count} rules, trash included, which is the most there can be. Delete one for good first.',
      d,
    ),
  ),
  rule_invalid: entry(422, 'Rule does not fit', (d: { field: string; reason: Later }) =>
    t('{field}: {reason}', d),
  ),
  rule_too_wide: entry(409, 'Too many at once', (d: { changing: number; most: number }) =>
    t(
      'The rule would change {changing} transactions, and at most {most} can be changed at once. Choose fewer days.',
      d,
    ),
  ),
  preview_stale: entry(409, 'Changed since the preview', (d: { previewed: number; version: number }) =>
    t(
      'The book has changed since the preview: it was at version {previewed} then, and is at version {version} now. Nothing was changed: look at the preview again.',
      d,
    ),
  ),
  book_not_empty: entry(409, 'Book is not empty', (d: { count: number }) =>
    t(
      'A whole book can only be imported into an empty book, and this book already has {count, plural, one {# record} other {# records}}. POST /books opens an empty one.',
      d,
    ),
  ),
} as const
