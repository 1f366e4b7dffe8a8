import { counted, entry } from './refusal.ts'

/** Refusals about reconciliations, and about paying several debts of a contact together. */
export const reconciliationRefusals = {
  account_not_reconcilable: entry(
    422,
    'Account has no statements',
    (d: { name: string }) =>
      `account_id: "${d.name}" is not an account of type asset (money, not a claim) or liability, or it is a system account: ` +
      'no bank sends statements of it.',
    'account_id',
  ),
  statement_date: entry(
    422,
    'Day not possible',
    (d: { date: string; reason: string }) => `date: ${d.date} ${d.reason}`,
    'date',
  ),
  line_not_found: entry(
    422,
    'Unknown line',
    (d: { field: string; account_name: string; currency_id: string }) =>
      `${d.field}: there is no such line of "${d.account_name}" in ${d.currency_id}; GET /accounts/{id}/lines lists them.`,
  ),
  line_after_statement: entry(
    422,
    'Line after the statement',
    (d: { field: string; line_id: string; line_date: string; statement_date: string }) =>
      `${d.field}: the line ${d.line_id} is dated ${d.line_date}, which is after ${d.statement_date}, the day of the statement.`,
  ),
  line_in_balance: entry(
    422,
    'In the balance already',
    (d: { field: string; line_date: string; balance: string; balance_date: string }) =>
      `${d.field}: the line of ${d.line_date} is in the ${d.balance} that the account had as of ${d.balance_date}, with which its first statement starts. Leave it out.`,
  ),
  line_reconciled: entry(
    409,
    'Already reconciled',
    (d: { line_id: string; statement_date: string; reconciliation_id: string }) =>
      `The line ${d.line_id} is already on the statement of ${d.statement_date} (reconciliation ${d.reconciliation_id}).`,
  ),
  reconciliation_open: entry(
    409,
    'Another one is open',
    (d: { account_name: string; currency_id: string; date: string; reconciliation_id: string }) =>
      `"${d.account_name}" has an open reconciliation in ${d.currency_id}, with the statement of ${d.date}: ${d.reconciliation_id}. ` +
      'Finish or delete it first.',
  ),
  reconciliation_finished: entry(
    409,
    'Finished',
    (d: { date: string; finished_at: string }) =>
      `The reconciliation with the statement of ${d.date} was finished at ${d.finished_at}. Reopen it first.`,
  ),
  reconciliation_unfinished: entry(
    409,
    'Not finished',
    (d: { date: string }) => `The reconciliation with the statement of ${d.date} is already open.`,
  ),
  reconciliation_followed: entry(
    409,
    'Not the latest',
    (d: { date: string; later_date: string; reconciliation_id: string }) =>
      `The statement of ${d.later_date} (reconciliation ${d.reconciliation_id}) starts where the statement of ${d.date} ends: only the latest reconciliation can be open.`,
  ),
  statement_differs: entry(
    409,
    'Statement and lines differ',
    (d: { statement: string; cleared: string; difference: string }) =>
      `The statement ends with ${d.statement}, the ticked lines add up to ${d.cleared}: the difference is ${d.difference}. ` +
      'Tick the lines that are missing, or send adjust with a category to record the difference.',
  ),

  // Debts of and to contacts.
  nothing_owed: entry(
    409,
    'Nothing owed',
    (d: { name: string; direction: 'payable' | 'receivable'; currency_id: string; date: string }) =>
      d.direction === 'receivable'
        ? `"${d.name}" owes you nothing in ${d.currency_id} on ${d.date}.`
        : `You owe "${d.name}" nothing in ${d.currency_id} on ${d.date}.`,
  ),
  obligation_not_payable: entry(
    422,
    'Obligation does not fit',
    (d: { field: string; reason: string }) => `${d.field}: ${d.reason}`,
  ),
  parts_mismatch: entry(
    422,
    'Parts do not add up',
    (d: { count: number; parts: string; amount: string }) =>
      `obligations: ${counted(d.count, 'part adds', 'parts add')} up to ${d.parts}, but amount is ${d.amount}.`,
    'obligations',
  ),
  nothing_to_set_off: entry(
    409,
    'Nothing to set off',
    (d: { name: string; owed: readonly { receivable: string; payable: string }[] }) =>
      d.owed.length === 0
        ? `You and "${d.name}" owe each other nothing.`
        : `There is nothing to set off: "${d.name}" owes you ${d.owed.map(({ receivable }) => receivable).join(', ')}; ` +
          `you owe ${d.owed.map(({ payable }) => payable).join(', ')}.`,
  ),
  payment_of_set_off: entry(
    409,
    'Side of a set-off',
    (d: { date: string; version: number }) =>
      `The payment of ${d.date} is one side of a set-off, which is taken back as a whole: POST /changes/${d.version}/undo.`,
  ),
} as const
