import { type Later, later } from '../../../words/t.ts'
import type { Besides, FileBudget, FileCategory, LeftOutOfFile } from './besides.ts'
import { plainText, shortValue } from './file-values.ts'
import { decimalWord } from './kept-sentences.ts'
import { headingsOf, type ProgramTable, type TableEntry, tableOf } from './programs.ts'
import { type FileToRead, Unreadable } from './row.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month as YNAB writes it, such as "Jan 2026". */
export function monthIn(cell: string): string | undefined {
  const [, name = '', year = ''] = /^([A-Za-z]{3})[a-z]*\.? (\d{4})$/.exec(cell) ?? []
  const number = MONTHS.indexOf(name.toLowerCase()) + 1
  if (number > 0) return `${year}-${String(number).padStart(2, '0')}`
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(cell) ? cell : undefined
}

type CategoryOfPlan = { readonly group: string; readonly name: string; readonly full: string }

function groupOf({ cell }: TableEntry): CategoryOfPlan {
  const full = cell('Category Group/Category')
  const [first = '', rest = ''] = full.split(/: (.*)/s)
  const [group, name] = [cell('Category Group') || first, cell('Category') || rest]
  return { group, name, full: full || `${group}: ${name}` }
}

const CARDS = /^credit card payments$/i
const HIDDEN = /^hidden categories$/i

/**
 * Reads the plan that YNAB exports beside its register: the amount assigned to each category in each month, and what was left. Less than
 * nothing is not carried over in YNAB: the month's budget then does not roll over. Its accounts are the cards, each of which has a category.
 */
export function readPlan(text: string, reading: FileToRead, decimal: ',' | '.' | null = null): Besides {
  const start = text.slice(0, 65_536)
  const assigned = [',', '\t', ';'].some((one) => headingsOf(start, one).includes('assigned'))
    ? 'Assigned'
    : 'Budgeted'
  // One budget writes all of its amounts alike, and the register has more of them.
  const given = { ...reading.given, ...(decimal && { decimal }) }
  const table = tableOf(
    text,
    { ...reading, given },
    { date: 'Month', amounts: [assigned, 'Activity', 'Available'] },
  )
  const cards = new Set<string>()
  const groups = new Map<string, FileCategory>()
  const budgets: FileBudget[] = []
  const left_out = new Map<string, LeftOutOfFile>()
  const leaveOut = (kind: LeftOutOfFile['kind'], name: string, why: Later) =>
    left_out.has(name) || left_out.set(name, { kind, name, why })
  for (const entry of table.entries) {
    const { group, name, full } = groupOf(entry)
    if (group === '' || name === '' || /^(?:inflow|uncategorized)\b/i.test(group)) continue
    const { month, amount, available } = figuresOf(entry, table, assigned)
    if (CARDS.test(group)) {
      cards.add(name)
      leaveOut(
        'budgets',
        full,
        later('YNAB keeps money for the card there. In Florin a payment to a card is a transfer.'),
      )
      continue
    }
    if (!groups.has(full))
      groups.set(full, { kind: 'expense', name: full, ...(HIDDEN.test(group) && { is_hidden: true }) })
    if (amount.startsWith('-'))
      leaveOut(
        'budgets',
        `${full} ${month}`,
        later('{amount} is assigned, and a budget is 0 or more: nothing is carried into the month after.', {
          amount: decimalWord(amount),
        }),
      )
    else if (/[1-9]/.test(amount) || /^[^-]*[1-9]/.test(available))
      budgets.push({ kind: 'expense', name: full, month, amount, rollover: !available.startsWith('-') })
  }
  return {
    accounts: [...cards].map((name) => ({ name, type: 'liability' })),
    groups: [...groups.values()],
    budgets,
    left_out: [...left_out.values()],
  }
}

/** A plan with what the register beside it has: of the cards, those that are accounts. */
export const withPlan = (register: Besides = {}, plan: Besides): Besides => ({
  ...plan,
  accounts: (register.accounts ?? []).map((account) =>
    plan.accounts?.some(({ name }) => plainText(name) === account.name)
      ? { ...account, type: 'liability' }
      : account,
  ),
  left_out: [...(plan.left_out ?? []), ...(register.left_out ?? [])],
})

function figuresOf({ cell, line }: TableEntry, table: ProgramTable, assigned: string) {
  const month = monthIn(cell('Month'))
  if (month === undefined)
    throw new Unreadable(
      later('Line {line} of the plan: "{value}" is not a month.', {
        line,
        value: shortValue(cell('Month')),
      }),
    )
  const amountIn = (heading: string) => table.amount(cell(heading) || '0') ?? badAmount(line, cell(heading))
  return { month, amount: amountIn(assigned), available: amountIn('Available') }
}

function badAmount(line: number, written: string): never {
  throw new Unreadable(
    later('Line {line} of the plan: "{value}" is not an amount.', { line, value: shortValue(written) }),
  )
}
