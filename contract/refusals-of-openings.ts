import { t } from '../words/t.ts'
import { entry, type InBook, pathOfBook } from './refusal.ts'

/** Why a transaction cannot change: its day is closed, or one of its lines was reconciled. Or why the balance with which a statement starts cannot. */
type Locked = InBook & { date: string; balance_as_of?: SaidBalance; value?: ChangedValue } & (
    | { reconciliation_id: string; account_name: string; statement_date: string; starts_with?: string }
    | { too_large: string }
    | { closed_through: string; category_name?: string; closed?: number }
  )

/** A balance that was said as of a day, whose opening a change would move; or a stated value, whose difference it would change. */
type SaidBalance = { account_id: string; account_name: string; date: string; amount: string }

/** A stated value, whether the change states it so, or removes it; if neither, entries change it. */
type ChangedValue = SaidBalance & { is_stated?: true; is_removed?: true }

/** In which way a day or an amount is locked: by its size, by the end of closed books, or by a statement. */
const wayOf = (d: Locked) => ({
  way: 'too_large' in d ? 'size' : 'closed_through' in d ? 'closed' : 'statement',
  too_large: 'too_large' in d ? d.too_large : '',
  closed_through: 'closed_through' in d ? d.closed_through : '',
  statement_date: 'statement_date' in d ? d.statement_date : '',
  reconciliation_id: 'reconciliation_id' in d ? d.reconciliation_id : '',
  address: pathOfBook(d),
})

/** Why an opening may not move that follows from entries, and the ways out. */
const lockedOpening = (d: Locked, said: SaidBalance): string =>
  t(
    'For "{account_name}" to have {amount} as of {as_of}, its opening, dated {date}, would have to change, {way, select, size {and come to {too_large}: an amount has 15 digits at most. Record less} closed {and the books are closed through {closed_through}. Open them again with PUT {address}} other {and it is on the statement of {statement_date}, which was reconciled. Reopen the reconciliation {reconciliation_id}}}, or send balance_as_of null for the account, so that its opening stays as it is.',
    { ...wayOf(d), account_name: said.account_name, amount: said.amount, as_of: said.date, date: d.date },
  )

/** Why a value of a closed day may neither be stated nor removed. */
const closedValue = (
  d: Locked & { closed_through: string },
  { is_removed, ...value }: ChangedValue,
): string =>
  t(
    '{is_removed, select, true {The books are closed through {closed_through}: the value of "{account_name}" on {date} cannot be removed.} other {The books are closed through {closed_through}: the value of "{account_name}" on {date} cannot become {amount}.}} Open them again with PUT {address}.',
    {
      is_removed: is_removed === true,
      closed_through: d.closed_through,
      address: pathOfBook(d),
      account_name: value.account_name,
      date: value.date,
      amount: value.amount,
    },
  )

/** Why the difference to a stated value may not change, and the ways out. */
const lockedDifference = (d: Locked, value: ChangedValue): string =>
  t(
    '{is_removed, select, true {Without the value of "{account_name}" on {date}, the entry of that day with Changes in value would have to go,} other {For "{account_name}" to be worth {amount} on {date}, the entry of that day with Changes in value would have to change,}} {way, select, size {and come to {too_large}: an amount has 15 digits at most. State another value} closed {and the books are closed through {closed_through}. Open them again with PUT {address}} other {and it is on the statement of {statement_date}, which was reconciled. Reopen the reconciliation {reconciliation_id}}}{is_own, select, true {.} other {, or change only what is dated after that day.}}',
    {
      ...wayOf(d),
      is_removed: value.is_removed === true,
      is_own: value.is_stated === true || value.is_removed === true,
      account_name: value.account_name,
      date: value.date,
      amount: value.amount,
    },
  )

function whyLocked(d: Locked): string {
  if (d.value)
    return 'closed_through' in d && (d.value.is_stated || d.value.is_removed)
      ? closedValue(d, d.value)
      : lockedDifference(d, d.value)
  if (d.balance_as_of) return lockedOpening(d, d.balance_as_of)
  if ('too_large' in d)
    return t('An entry of {date} would come to {too_large}: an amount has 15 digits at most.', {
      date: d.date,
      too_large: d.too_large,
    })
  if ('closed_through' in d)
    return d.category_name === undefined
      ? t(
          'The books are closed through {closed_through}: no entry dated {date} can be recorded, changed or removed. Open them again with PUT {address}.',
          { closed_through: d.closed_through, date: d.date, address: pathOfBook(d) },
        )
      : t(
          'The books are closed through {closed_through}, and "{category_name}" has {closed, plural, one {# transaction} other {# transactions}} up to then, the latest of {date}, which cannot move. Open them again with PUT {address}.',
          {
            closed_through: d.closed_through,
            category_name: d.category_name,
            closed: d.closed ?? 0,
            date: d.date,
            address: pathOfBook(d),
          },
        )
  const statement = {
    date: d.date,
    account_name: d.account_name,
    statement_date: d.statement_date,
    reconciliation_id: d.reconciliation_id,
  }
  return d.starts_with === undefined
    ? t(
        'A line of this transaction of {date} is on the statement of "{account_name}" of {statement_date}, which was reconciled: its day, account, currency and amount are fixed. Reopen the reconciliation {reconciliation_id} first.',
        statement,
      )
    : t(
        'The statement of "{account_name}" of {statement_date}, which was reconciled, starts with {starts_with}, the balance that you said as of {date}. Reopen the reconciliation {reconciliation_id} first.',
        { ...statement, starts_with: d.starts_with },
      )
}

/** Refusals about openings of accounts, balances as of a day, stated values, and days and lines that are locked. */
export const openingRefusals = {
  locked: entry(409, 'Locked', whyLocked),
  opening_not_possible: entry(
    422,
    'No opening balance here',
    (d: { type: string }) =>
      t('opening_balance: only asset and liability accounts have one, and this is of type {type}.', d),
    'opening_balance',
  ),

  balance_not_possible: entry(
    422,
    'No balance as of a day here',
    (d: { type: string } | { currency_id: string; opening: string } | { said: string; base: string }) =>
      'said' in d
        ? t(
            'balance_as_of: {said} was said when the book had another base currency, and it is {base} now. Say the balance again, or change the base currency back first.',
            d,
          )
        : 'type' in d
          ? t('balance_as_of: only asset and liability accounts have one, and this is of type {type}.', d)
          : t(
              'balance_as_of: it would be in {currency_id}, and the account opens with {opening}, which would be lost. Send opening_balance null first, or bind the account to its currency.',
              d,
            ),
    'balance_as_of',
  ),
  balance_in_future: entry(
    422,
    'In the future',
    (d: { date: string; today: string }) =>
      t('balance_as_of.date: {date} is after today, which is {today} in the time zone of the book.', d),
    'balance_as_of.date',
  ),
  balance_or_opening: entry(
    422,
    'Two ways to begin',
    (d: { field: string }) =>
      t(
        'balance_as_of: {field} is sent too, other than it is, and the opening follows from the balance. Send one of the two, or read the account again.',
        d,
      ),
    'balance_as_of',
  ),
  opening_missing: entry(422, 'No opening balance', (d: { field: string }) =>
    t('{field}: the account has no opening balance. Send opening_balance too.', d),
  ),

  value_not_possible: entry(
    422,
    'No value here',
    (d: { field: string; name: string; why: 'type' | 'claim' | 'system' | 'currency' | 'default' }) =>
      t(
        '{field}: {why, select, type {"{name}" is neither an asset nor a liability, and only these are worth something.} claim {"{name}" is a claim on others, whose amount follows from what they owe.} system {"{name}" is a system account, whose amount follows from other records.} default {"{name}" is the default account, which is money to pay with. Make another one the default first.} other {"{name}" takes any currency, and a value is in one. Send currency_id for the account first.}}',
        d,
      ),
  ),
  value_in_future: entry(
    422,
    'In the future',
    (d: { date: string; today: string }) =>
      t('date: {date} is after today, which is {today} in the time zone of the book.', d),
    'date',
  ),
  value_covered: entry(
    422,
    'Covered by a balance',
    (d: { field: string; name: string; date: string; as_of: string }) =>
      t(
        '{field}: {date} is a day that the balance of "{name}" as of {as_of} covers, and its value would contradict that balance. {is_value, select, true {State the value of a later day, or send balance_as_of null for the account.} other {Delete the values of these days first, or say the balance as of an earlier day.}}',
        { ...d, is_value: d.field === 'date' },
      ),
  ),
  account_has_values: entry(409, 'It has values', (d: { name: string }) =>
    t(
      'Values of "{name}" were stated: it cannot be deleted, and its type and currency cannot change. Delete its values first.',
      d,
    ),
  ),
}
