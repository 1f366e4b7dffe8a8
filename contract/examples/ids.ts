/** The records of the household in the examples, in the order in which they were created. */
const records = [
  'ana',
  'phone',
  'cash',
  'receivables',
  'openings',
  'bela',
  'travel',
  'travelAccount',
  'salary',
  'salaryAccount',
  'savings',
  'expense',
  'expenseDebit',
  'expenseCredit',
  'income',
  'incomeDebit',
  'incomeCredit',
  'transfer',
  'transferDebit',
  'transferCredit',
  'debt',
  'opening',
  'payment',
  'paymentDebit',
  'request',
  'plan',
  'occurrence',
  'reconciliation',
  'bankFile',
  'importRule',
  'goal',
  'goalMove',
  'goalPlan',
] as const

const uuid = (index: number) => `019e448b-a500-7000-8000-${String(index + 1).padStart(12, '0')}`

// Every name of the list is a key, which the type of fromEntries does not know.
export const id = Object.fromEntries(records.map((name, index) => [name, uuid(index)])) as Record<
  (typeof records)[number],
  string
>

export const at = '2026-05-20T08:15:00.000Z'
export const doers = { created_by: id.ana, changed_by: id.ana }
export const stamps = { ...doers, created_at: at, updated_at: at, deleted_at: null }
