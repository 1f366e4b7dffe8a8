import { later } from '../../../words/t.ts'
import { signQuestion } from './decided.ts'
import { BY_PERSON } from './evidence.ts'
import {
  bad,
  currencyCodeOf,
  type FieldFault,
  filled,
  joinedText,
  negated,
  plainText,
  shortValue,
  sumText,
} from './file-values.ts'
import { folded } from './headings.ts'
import { headingsOf, type ProgramTable, type TableEntry, tableOf } from './programs.ts'
import { type BadRow, type FileRow, type FoundMapping, type FoundNeed, isBad, type Reader } from './row.ts'
import { cannot } from './row-faults.ts'

/**
 * Programs that gather the accounts of several banks, each with one list of all transactions. None of them joins the two halves of a transfer: each half
 * is a row with a category for transfers.
 */
type Tracker = {
  /** All of these are headings of its export, and tell it from a bank's. */
  readonly known: readonly string[]
  readonly columns: Readonly<Record<TrackerColumn, string>>
  /** Day and month as the program writes them, if it writes them in one way only. */
  readonly date_order?: 'year_first' | 'month_first'
  /** Who writes money out with a minus, who names the side in a column, and who may do either. */
  readonly sign: 'minus' | 'side' | 'either'
}
type TrackerColumn = 'account' | 'payee' | 'text' | 'tags'

const trackers: Readonly<Record<'mint' | 'monarch' | 'lunchMoney', Tracker>> = {
  mint: {
    known: ['Original Description', 'Transaction Type', 'Account Name', 'Labels'],
    columns: {
      account: 'Account Name',
      payee: 'Description',
      text: 'Original Description',
      tags: 'Labels',
    },
    date_order: 'month_first',
    sign: 'side',
  },
  monarch: {
    known: ['Merchant', 'Account', 'Original Statement', 'Amount'],
    columns: { account: 'Account', payee: 'Merchant', text: 'Original Statement', tags: 'Tags' },
    sign: 'minus',
  },
  lunchMoney: {
    known: ['payee', 'original_name', 'account_name', 'currency'],
    columns: { account: 'account_name', payee: 'payee', text: 'original_name', tags: 'tags' },
    sign: 'either',
  },
}

function trackerOf(text: string): Tracker | undefined {
  const headings = headingsOf(text.slice(0, 4_096), ',')
  return Object.values(trackers).find(({ known }) => known.every((one) => headings.includes(folded(one))))
}

export const isTracker = (text: string): boolean => trackerOf(text) !== undefined

/** Categories that say that the money stays with the person, without a word about the other account. */
const MOVED =
  /^(?:(?:(?:internal |account |balance )?transfers?|credit card payments?|payments?(?:, | (?:and|&) )transfers?|transfers? for cash spending)(?:: .*)?)$/i
const UNSORTED = /^(?:uncategori[sz]ed|none)?$/i
/** Categories that take a row out of all reports of its program. */
const HIDDEN = /^(?:exclude from mint|hide from budgets(?: (?:and|&) trends)?)$/i

export const readTracker: Reader = (text, reading) => {
  const tracker = trackerOf(text) ?? trackers.monarch
  const { given, currency } = reading
  const table = tableOf(
    text,
    {
      ...reading,
      ...(tracker.date_order &&
        !given?.date_order && { given: { ...given, date_order: tracker.date_order } }),
    },
    { date: 'Date', amounts: ['Amount'] },
  )
  const isReversed = tracker.sign === 'either' && given?.is_reversed === true
  const wholes = new Set(table.entries.flatMap(({ cell }) => [cell('parent_id'), cell('group_id')]))
  wholes.delete('')
  const context = {
    tracker,
    table,
    isReversed,
    wholes,
    // Mint and Monarch know the United States and Canada alone, and name no currency.
    currency: currency === 'CAD' ? 'CAD' : 'USD',
  }
  return {
    mapping: mappingOf(tracker, table, given?.is_reversed),
    rows: withKinds(table.entries.map((entry, at) => rowOf(at + 1, entry, context))),
  }
}

/** Categories have no kinds there: one that more money came into than went out of is of income, and the rest of its rows are taken back. */
function withKinds(rows: readonly (FileRow | BadRow)[]): (FileRow | BadRow)[] {
  const amounts = Map.groupBy(
    rows.filter((row): row is FileRow => !isBad(row)),
    ({ category }) => category,
  )
  const kinds = new Map(
    [...amounts].map(([category, all]) => [
      category,
      sumText(all.map(({ amount }) => amount)).startsWith('-') ? ('expense' as const) : ('income' as const),
    ]),
  )
  return rows.map((row) =>
    isBad(row) || row.category === undefined
      ? row
      : { ...row, category_kind: kinds.get(row.category) ?? 'expense' },
  )
}

/** The sign of a list whose program may write either is asked; nothing in its rows proves it. */
function mappingOf(
  tracker: Tracker,
  { entries, mapping }: ProgramTable,
  given: boolean | undefined,
): FoundMapping {
  const { certainty, evidence, needs = [] } = mapping
  if (tracker.sign !== 'either' || !certainty || !evidence) return mapping
  const why = later('Lunch Money has lists with money out above 0, and lists with money out below 0.')
  const example = entries.find(
    ({ cell }) => !/^-?[0.]*$/.test(cell('amount')) && !MOVED.test(cell('category')),
  )
  const isSaid = given !== undefined
  const question: FoundNeed[] =
    isSaid || !example
      ? []
      : [
          signQuestion(why, {
            line: example.line,
            text: example.cell('payee'),
            amount: plainText(example.cell('amount'), 30),
          }),
        ]
  return {
    ...mapping,
    is_reversed: given ?? false,
    certainty: { ...certainty, sign: isSaid || !example ? 'proven' : 'undecided' },
    evidence: { ...evidence, sign: isSaid ? BY_PERSON : why },
    needs: [...needs, ...question],
  }
}

type TrackerContext = {
  readonly tracker: Tracker
  readonly table: ProgramTable
  readonly isReversed: boolean
  /** The transactions that other rows are parts of. */
  readonly wholes: ReadonlySet<string>
  readonly currency: string
}

function rowOf(n: number, { cell, line }: TableEntry, context: TrackerContext): FileRow | BadRow {
  const { tracker, table, isReversed, wholes } = context
  const { account, payee, text, tags } = tracker.columns
  const [day, amount, side] = [
    table.day(cell('Date')),
    table.amount(cell('Amount')),
    cell('Transaction Type'),
  ]
  const currency = cell('currency') === '' ? context.currency : currencyCodeOf(cell('currency'))
  const faults: FieldFault[] = []
  if (!day) faults.push(['date', cannot('not_a_date', { value: shortValue(cell('Date')) })])
  if (amount === undefined)
    faults.push(['amount', cannot('not_an_amount', { value: shortValue(cell('Amount')) })])
  if (!currency) faults.push(['currency', cannot('not_a_currency', { value: shortValue(cell('currency')) })])
  if (cell(account) === '') faults.push(['account', cannot('account_missing', {})])
  if (tracker.sign === 'side' && !/^(?:debit|credit)$/i.test(side))
    faults.push(['direction', cannot('neither_debit_nor_credit', { value: shortValue(side) })])
  if (/^(?:true|yes|1)$/i.test(cell('is_pending') || cell('pending')) || /^pending$/i.test(cell('status')))
    faults.push(['status', cannot('pending', {})])
  if (wholes.has(cell('transaction_id') || cell('id') || 'none'))
    faults.push(['amount', cannot('sum_of_rows', {})])
  if (!day || amount === undefined || !currency || faults.length > 0)
    return bad(n, line, `${cell(payee)} ${cell(text)}`, ...faults)
  const isTurned = tracker.sign === 'side' ? /^debit$/i.test(side) : isReversed
  const category = cell('Category')
  const isMoved = MOVED.test(category)
  const isHidden = HIDDEN.test(category) || /^true$/i.test(cell('exclude_from_totals'))
  const words = tagsOf(cell(tags))
  return {
    n,
    line,
    date: day,
    amount: isTurned ? negated(amount) : amount,
    currency,
    text: cell(text) === cell(payee) ? '' : joinedText([cell(text)]),
    ...filled({
      account: cell(account),
      payee: cell(payee),
      category: isMoved || UNSORTED.test(category) || HIDDEN.test(category) ? '' : category,
      reference: cell('transaction_id') || cell('id'),
      notes: cell('Notes'),
    }),
    ...(isMoved ? { is_transfer: true } : {}),
    ...(isHidden ? { doubt: 'hidden_from_reports' as const } : {}),
    ...(words.length > 0 ? { tags: words } : {}),
  }
}

const tagsOf = (cell: string): string[] =>
  [...new Set(cell.split(',').map((tag) => plainText(tag, 50)))].filter(Boolean).slice(0, 20)
