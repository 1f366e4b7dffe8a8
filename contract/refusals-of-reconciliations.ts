import { comma, type Later, t } from '../words/t.ts'
import { entry } from './refusal.ts'

/** Refusals about reconciliations, and about paying several debts of a contact together. */
export const reconciliationRefusals = {
  account_not_reconcilable: entry(
    422,
    'Account has no statements',
    (d: { name: string }) =>
      t(
        'account_id: "{name}" is not an account of type asset (money, not a claim) or liability, or it is a system account: no bank sends statements of it.',
        d,
      ),
    'account_id',
  ),
  statement_date: entry(
    422,
    'Day not possible',
    (d: { date: string; reason: Later }) => t('date: {date} {reason}', d),
    'date',
  ),
  line_not_found: entry(
    422,
    'Unknown line',
    (d: { field: string; account_name: string; currency_id: string }) =>
      t(
        '{field}: there is no such line of "{account_name}" in {currency_id}; GET /accounts/\'{id}\'/lines lists them.',
        d,
      ),
  ),
  line_after_statement: entry(
    422,
    'Line after the statement',
    (d: { field: string; line_id: string; line_date: string; statement_date: string }) =>
      t(
        '{field}: the line {line_id} is dated {line_date}, which is after {statement_date}, the day of the statement.',
        d,
      ),
  ),
  line_in_balance: entry(
    422,
    'In the balance already',
    (d: { field: string; line_date: string; balance: string; balance_date: string }) =>
      t(
        '{field}: the line of {line_date} is in the {balance} that the account had as of {balance_date}, with which its first statement starts. Leave it out.',
        d,
      ),
  ),
  line_reconciled: entry(
    409,
    'Already reconciled',
    (d: { line_id: string; statement_date: string; reconciliation_id: string }) =>
      t(
        'The line {line_id} is already on the statement of {statement_date} (reconciliation {reconciliation_id}).',
        d,
      ),
  ),
  reconciliation_open: entry(
    409,
    'Another one is open',
    (d: { account_name: string; currency_id: string; date: string; reconciliation_id: string }) =>
      t(
        '"{account_name}" has an open reconciliation in {currency_id}, with the statement of {date}: {reconciliation_id}. Finish or delete it first.',
        d,
      ),
  ),
  reconciliation_finished: entry(409, 'Finished', (d: { date: string; finished_at: string }) =>
    t('The reconciliation with the statement of {date} was finished at {finished_at}. Reopen it first.', d),
  ),
  reconciliation_unfinished: entry(409, 'Not finished', (d: { date: string }) =>
    t('The reconciliation with the statement of {date} is already open.', d),
  ),
  reconciliation_followed: entry(
    409,
    'Not the latest',
    (d: { date: string; later_date: string; reconciliation_id: string }) =>
      t(
        'The statement of {later_date} (reconciliation {reconciliation_id}) starts where the statement of {date} ends: only the latest reconciliation can be open.',
        d,
      ),
  ),
  statement_differs: entry(
    409,
    'Statement and lines differ',
    (d: { statement: string; cleared: string; difference: string }) =>
      t(
        'The statement ends with {statement}, the ticked lines add up to {cleared}: the difference is {difference}. Tick the lines that are missing, or send adjust with a category to record the difference.',
        d,
      ),
  ),

  // Debts of and to contacts.
  nothing_owed: entry(
    409,
    'Nothing owed',
    (d: { name: string; direction: 'payable' | 'receivable'; currency_id: string; date: string }) =>
      d.direction === 'receivable'
        ? t('"{name}" owes you nothing in {currency_id} on {date}.', d)
        : t('You owe "{name}" nothing in {currency_id} on {date}.', d),
  ),
  obligation_not_payable: entry(422, 'Obligation does not fit', (d: { field: string; reason: Later }) =>
    t('{field}: {reason}', d),
  ),
  parts_mismatch: entry(
    422,
    'Parts do not add up',
    (d: { count: number; parts: string; amount: string }) =>
      t(
        'obligations: {count, plural, one {# part adds} other {# parts add}} up to {parts}, but amount is {amount}.',
        d,
      ),
    'obligations',
  ),
  nothing_to_set_off: entry(
    409,
    'Nothing to set off',
    (d: { name: string; owed: readonly { receivable: string; payable: string }[] }) =>
      d.owed.length === 0
        ? t('You and "{name}" owe each other nothing.', { name: d.name })
        : t('There is nothing to set off: "{name}" owes you {receivables}; you owe {payables}.', {
            name: d.name,
            receivables: d.owed.map(({ receivable }) => receivable).join(comma()),
            payables: d.owed.map(({ payable }) => payable).join(comma()),
          }),
  ),
  payment_of_set_off: entry(409, 'Side of a set-off', (d: { date: string; version: number }) =>
    t(
      'The payment of {date} is one side of a set-off, which is taken back as a whole: POST /changes/{version}/undo.',
      d,
    ),
  ),
} as const
