import type { Mapping, MappingChange } from '../import-mapping.ts'
import type { ImportDraft, ImportRow, RowChange } from '../import-rows.ts'
import type { Committed, Counts, Import, ImportChange } from '../imports.ts'
import { at, id } from './ids.ts'

/** A file of a bank. */
export const FILE = 'Booked;Text;Amount\n19.05.2026;JR EAST TOKYO;-18,40\n18.05.2026;CARD 4411 BILLA;-22,10\n'

const counts: Counts = {
  rows: 19,
  new: 16,
  duplicate: 2,
  transfer: 1,
  settles: 0,
  refund: 0,
  invalid: 0,
  chosen: 17,
  attention: 0,
  becomes: { new: 15, duplicate: 2, transfer: 2, settles: 0, refund: 0, invalid: 0 },
}

const mapping: Mapping = {
  encoding: 'windows-1252',
  separator: ';',
  skip_lines: 0,
  has_header: true,
  decimal: ',',
  date_order: 'day_first',
  is_reversed: false,
  columns: [
    { name: 'Booked', role: 'date', samples: ['19.05.2026', '18.05.2026'] },
    { name: 'Text', role: 'text', samples: ['JR EAST TOKYO', 'CARD 4411 BILLA'] },
    { name: 'Amount', role: 'amount', samples: ['-18,40', '-22,10'] },
  ],
  certainty: { day_order: 'proven', sign: 'likely', decimal_mark: 'proven', amount_column: 'likely' },
  evidence: {
    day_order: 'There are days with more than 12 in their first place.',
    sign: 'Every amount has a minus, as money out has.',
    decimal_mark: 'Amounts have a comma before their decimals.',
    amount_column: 'The heading "Amount" says so.',
  },
  accounts: [],
  categories: [],
}

const bankFile: Import = {
  id: id.bankFile,
  account_id: id.savings,
  filename: 'bank-may.csv',
  format: 'csv',
  mapping,
  needs: [],
  status: 'ready',
  progress: 1,
  counts,
  fault: null,
  date_from: '2026-05-01',
  date_to: '2026-05-19',
  committed_version: null,
  is_undone: false,
  left_out: [],
  missed_by: [],
  brings: [],
  added: [],
  balances: [
    {
      account_id: id.savings,
      account_name: 'Savings',
      currency_id: 'EUR',
      date: '2026-05-19',
      file: 3800,
      book: 3781.6,
      difference: 18.4,
    },
  ],
  created_at: at,
  committed_at: null,
}

const draft: ImportDraft = {
  kind: 'expense',
  category_id: id.travel,
  category_name: 'Travel',
  contact_id: null,
  contact_name: null,
  other_account_id: null,
  other_account_name: null,
  other_amount: null,
  obligation_id: null,
  obligation_name: null,
  is_refund: false,
  memo: 'JR EAST TOKYO',
  notes: null,
  tags: [],
  splits: [],
}

const fileRow: ImportRow = {
  n: 1,
  line: 2,
  date: '2026-05-19',
  amount: -18.4,
  currency_id: 'EUR',
  account_id: id.savings,
  account_name: 'Savings',
  text: 'JR EAST TOKYO',
  payee: null,
  words: 'JR EAST TOKYO',
  category: null,
  reference: null,
  verdict: 'new',
  reason: '"tokyo" went to Travel 6 of 7 times.',
  reasons: [{ code: 'word_went', params: { word: 'tokyo', category: 'Travel', count: 6, of_count: 7 } }],
  of: null,
  pair_n: null,
  draft,
  suggestion: {
    category_id: id.travel,
    category_name: 'Travel',
    contact_id: null,
    contact_name: null,
    words: ['tokyo'],
    count: 6,
    of_count: 7,
    rule_id: null,
    rule_name: null,
  },
  held: null,
  is_chosen: true,
  needs_attention: false,
  is_changed: false,
  faults: [],
  transaction_id: null,
}

const mappingChange: MappingChange = { decimal: ',', date_order: 'day_first' }
const importChange: ImportChange = { mapping: mappingChange }
const rowChange: RowChange = { draft: { category_id: id.travel } }
const committed: Committed = {
  version: 14,
  import: { ...bankFile, status: 'committed', committed_version: 14, committed_at: at },
}

export const examplesOfImports = {
  Import: bankFile,
  ImportMapping: mapping,
  ImportColumn: mapping.columns[0],
  ImportCounts: counts,
  ImportDraft: draft,
  ImportRow: fileRow,
  ImportChange: importChange,
  ImportMappingChange: mappingChange,
  ImportRowChange: rowChange,
  ImportRowsChange: { verdict: 'duplicate', set: { is_chosen: false } },
  CommittedImport: committed,
}
