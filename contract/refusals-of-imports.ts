import { entry } from './refusal.ts'

/** Refusals about imports. Errors in a file or a row are not refusals: they are the `fault` of the import and the `faults` of the row. */
export const importRefusals = {
  file_empty: entry(422, 'Empty file', () => 'The body is the file to be read, and it is empty.'),
  imports_too_many: entry(
    409,
    'Too many imports',
    (d: { count: number; most: number }) =>
      `${d.count} imports are not committed yet, and at most ${d.most} are allowed. Commit or delete one first.`,
  ),
  imports_too_large: entry(
    409,
    'Imports are too large',
    (d: { megabytes: number; most_megabytes: number; rows: number; most_rows: number }) =>
      `With this file, the imports that are not committed yet come to ${d.megabytes} MB and more than ${d.rows} rows; ` +
      `at most ${d.most_megabytes} MB and ${d.most_rows} rows are allowed. Commit or delete one first.`,
  ),
  import_reading: entry(
    409,
    'Still being read',
    (d: { filename: string }) =>
      `"${d.filename}" is still being read. Repeat GET /imports/{id} until its status is ready.`,
  ),
  import_failed: entry(
    409,
    'Not readable',
    (d: { filename: string; fault: string }) => `"${d.filename}" cannot be imported: ${d.fault}`,
  ),
  import_committed: entry(
    409,
    'Already recorded',
    (d: { filename: string; version: number }) =>
      `"${d.filename}" was recorded as version ${d.version}. POST /changes/${d.version}/undo takes it back.`,
  ),
  import_undone: entry(
    409,
    'Undone',
    (d: { filename: string; version: number }) =>
      `"${d.filename}" was recorded as version ${d.version}, and that was undone. Nothing was recorded now: send the file again to record it once more.`,
  ),
  imported_again: entry(
    409,
    'Imported again since',
    (d: { version: number; filename: string; again: string; again_version: number; rows: number }) =>
      `Undoing version ${d.version} would record "${d.filename}" once more, and ${d.rows === 1 ? '1 of its rows was' : `${d.rows} of its rows were`} recorded again since, ` +
      `from "${d.again}" as version ${d.again_version}: they would be in the book twice. Undo version ${d.again_version} first.`,
  ),
  import_changed: entry(
    409,
    'The book has changed',
    (d: { filename: string; rows: number }) =>
      `The book has changed since "${d.filename}" was checked, and ${d.rows === 1 ? '1 row is' : `${d.rows} rows are`} judged differently now. ` +
      'Nothing was recorded; look at the rows again.',
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
      `The book has changed since "${d.filename}" was checked: of ${d.kind} it would bring ${d.now} rather than ${d.was}, and leave out ${d.left_out} rather than ${d.left_out_was}. ` +
      'Nothing was recorded; look at it again.',
  ),
  import_nothing: entry(
    409,
    'Nothing to record',
    (d: { filename: string; rows: number; is_account_missing: boolean }) =>
      `Of the ${d.rows} rows of "${d.filename}", none is chosen${
        d.is_account_missing
          ? ', because the account of the file is missing. Send it as account_id with PUT /imports/{id}.'
          : '.'
      }`,
  ),
  import_undecided: entry(
    409,
    'Not decided yet',
    (d: { filename: string; needs: readonly { what: string; why: string; choices: readonly unknown[] }[] }) =>
      `"${d.filename}" can be read in more than one way, and nothing was recorded. ${d.needs.map(({ why }) => why).join(' ')} PUT /imports/{id} with the mapping of a choice in \`needs\` answers it.`,
  ),
  row_refused: entry(
    409,
    'A row is refused',
    (d: { n: number; line: number; part?: string; reason: string }) =>
      `Row ${d.n} (line ${d.line} of ${d.part === undefined ? 'the file' : `"${d.part}"`}): ${d.reason} Nothing was recorded.`,
  ),
  row_invalid: entry(
    422,
    'Row does not fit',
    (d: { field: string; n: number; reason: string }) => `${d.field}: row ${d.n} ${d.reason}`,
  ),
  mapping_invalid: entry(
    422,
    'Mapping does not fit',
    (d: { field: string; reason: string }) => `${d.field}: ${d.reason}`,
  ),
  rules_too_many: entry(
    409,
    'Too many rules',
    (d: { count: number }) =>
      `The book has ${d.count} rules, trash included, which is the most there can be. Delete one for good first.`,
  ),
  rule_invalid: entry(
    422,
    'Rule does not fit',
    (d: { field: string; reason: string }) => `${d.field}: ${d.reason}`,
  ),
  rule_too_wide: entry(
    409,
    'Too many at once',
    (d: { changing: number; most: number }) =>
      `The rule would change ${d.changing} transactions, and at most ${d.most} can be changed at once. Choose fewer days.`,
  ),
  preview_stale: entry(
    409,
    'Changed since the preview',
    (d: { previewed: number; version: number }) =>
      `The book has changed since the preview: it was at version ${d.previewed} then, and is at version ${d.version} now. Nothing was changed: look at the preview again.`,
  ),
  book_not_empty: entry(
    409,
    'Book is not empty',
    (d: { count: number }) =>
      `A whole book can only be imported into an empty book, and this book already has ${d.count === 1 ? '1 record' : `${d.count} records`}. POST /books opens an empty one.`,
  ),
} as const
