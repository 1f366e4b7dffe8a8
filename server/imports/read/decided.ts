import type { ColumnRole, Mapping, Need, ReadingPart } from '../../../contract/import-mapping.ts'
import { type Later, later } from '../../../words/t.ts'
import { amountInCell } from './amount.ts'
import {
  amountChoices,
  amountColumnOf,
  areSidesHeaded,
  provenRoles,
  type TableToProve,
} from './amount-column.ts'
import { statedEnds } from './balances.ts'
import { stateColumns } from './booked.ts'
import type { Cells } from './cells.ts'
import { areTurned, type HeadedColumn } from './columns.ts'
import { lineOf, type Notation, placesOf } from './csv-row.ts'
import type { StatedLine } from './csv-stated.ts'
import { dayOrderFor } from './day-order.ts'
import { type DateOrder, dayIn } from './days.ts'
import {
  AS_LAST_TIME,
  BY_PERSON,
  decimalMarkFor,
  didNotMatter,
  type Evidence,
  type Hints,
  type ReadAs,
} from './evidence.ts'
import { asIs, currencyCodeOf, decimalsOrTwo, shortValue, sumText } from './file-values.ts'
import { folded, isPaid, isPayer, languageOf } from './headings.ts'
import { dayWord, decimalWord } from './kept-sentences.ts'
import { isCentsColumn, type Layout } from './layout.ts'
import { type BalanceProof, proofOf, type Running } from './proof.ts'
import { type FileToRead, type FoundMapping, type FoundNeed, isBad } from './row.ts'
import type { Scan } from './scan.ts'
import { type SignEvidence, SOME_MINUS, signOf } from './sign.ts'
import { wholeFile } from './whole-file.ts'

/** The parts of the reading of a CSV file, each as certain as the file makes it, and the questions that are left. */

type Proposed = {
  readonly layout: Layout
  /** The tables that it joins; itself where there is one alone. */
  readonly tables: readonly Layout[]
  readonly names: readonly string[]
  readonly columns: readonly HeadedColumn[]
  readonly sample: readonly Cells[]
  readonly proposed: readonly ColumnRole[]
  readonly remembered: Mapping | undefined
  readonly scan: Scan
}

export function decidedOf(table: Proposed, { given = {}, currency, isLiability }: FileToRead) {
  const { layout, tables, names, columns, sample, proposed, remembered, scan } = table
  const recalled = (part: ReadingPart) => (isWorthRecalling(remembered, part) ? remembered : undefined)
  const money = proposed.findIndex((role) => role === 'amount' || role === 'debit' || role === 'credit')
  const headingCurrency = currencyCodeOf(/\b([A-Z]{3})\b\W*$/.exec(names[money] ?? '')?.[1])
  const hints: Hints = {
    currency,
    decimals: decimalsOrTwo(headingCurrency ?? currency),
    language: layout.header && languageOf(layout.header),
    separator: layout.separator,
    isOneText: scan.isOneText,
    isRepeated: scan.isRepeated,
  }
  const mark = decimalMarkFor(scan.evidence, hints, {
    given: given.decimal,
    remembered: recalled('decimal_mark')?.decimal,
  })
  const order = dayOrderFor(scan.evidence, hints, {
    given: given.date_order,
    remembered: recalled('day_order')?.date_order,
  })
  const notationFor = (roles: readonly ColumnRole[]): Notation =>
    notationOf(roles, table, {
      decimal: mark.value,
      order: order.value,
      currency: headingCurrency,
      isLiability,
    })
  const wasSaid = [BY_PERSON.text, AS_LAST_TIME.text].includes(remembered?.evidence?.amount_column ?? '')
  const toProve: TableToProve = {
    names,
    header: layout.header,
    hasFees: scan.hasFees,
    currency,
    sample,
    notationFor,
    said: given.columns ? 'now' : recalled('amount_column') ? 'last time' : undefined,
  }
  const roles = provenRoles(proposed, toProve)
  const notation = notationFor(roles)
  const { running, stated, signs, isWhole, wordless, unstated, doubtful } = wholeFile(tables, notation)
  const proof = wasSaid && !given.columns ? silentIfAgainst(proofOf(running)) : proofOf(running)
  const column = byStated(amountColumnOf(roles, toProve, proof), proof, { running, stated, isWhole })
  const sign = signOf({
    signs,
    given: given.is_reversed,
    remembered: recalled('sign')?.is_reversed,
    hasSides:
      (notation.places.amount === undefined && areSidesHeaded(roles, layout.header)) ||
      notation.places.direction !== undefined ||
      notation.isUnmarkedOut === true,
    areSidesGuessed: notation.places.amount === undefined && notation.places.debit !== undefined,
    isAvailable: /\b(?:available|disponible|verfugbar|limit)\b/.test(
      folded(layout.header?.[notation.places.balance?.[0] ?? -1] ?? ''),
    ),
    isTurned: areTurned(columns, roles),
    isLiability,
    proof,
  })
  // Without one minus, the words of a row tell a payment to a card from its purchases.
  const areWordsHeard =
    signs.negative === 0 && notation.places.amount !== undefined && notation.places.direction === undefined
  const signed = (tried: Notation): Notation => ({ ...tried, isReversed: sign.value, areWordsHeard })
  const read = signed(notation)
  const rowsWith = (tried: Notation) => rowsUnder(sample, tried)
  const parts = { day_order: order, sign, decimal_mark: mark, amount_column: column }
  const each = <T>(of: (part: ReadAs<unknown>) => T) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, of(part)])) as Record<
      ReadingPart,
      T
    > // the same names
  return {
    roles,
    notation: { ...read, wordless, unstated, doubtful },
    certainty: each(({ certainty }) => certainty),
    evidence: each(({ why }) => why),
    needs: [
      ...dayNeed(order, scan.evidence, (value) =>
        rowsUnder(openDaysIn(sample, read), { ...read, order: value }, true),
      ),
      ...markNeed(mark, scan.evidence, (value) => rowsWith({ ...read, decimal: value })),
      ...(column.certainty === 'undecided'
        ? [
            {
              what: 'amount_column' as const,
              why: column.why,
              choices: amountChoices(
                roles,
                { ...toProve, notationFor: (tried) => signed(notationFor(tried)) },
                rowsWith,
              ),
            },
          ]
        : []),
      ...(column.certainty === 'undecided' && money < 0
        ? []
        : signNeed(sign, signs, (value) => rowsWith({ ...read, isReversed: value }))),
    ],
  }
}

/** The columns of who paid and of who was paid, if both are read. */
function partiesOf(roles: readonly ColumnRole[], columns: readonly HeadedColumn[]): Notation['parties'] {
  const find = (is: (heading: string | undefined) => boolean) =>
    columns.findIndex(({ heading }, at) => (roles[at] === 'payee' || roles[at] === 'text') && is(heading))
  const [payer, paid] = [find(isPayer), find(isPaid)]
  return payer >= 0 && paid >= 0 ? { payer, paid } : undefined
}

/** How rows are read under these roles. */
function notationOf(
  roles: readonly ColumnRole[],
  { layout, columns, sample, scan }: Proposed,
  found: Pick<Notation, 'decimal' | 'order' | 'currency'> & Pick<FileToRead, 'isLiability'>,
): Notation {
  const { isLiability, ...written } = found
  const { marks, sides } = scan
  const { debit, credit } = scan.minuses
  const parties = partiesOf(roles, columns)
  const read = roles.map((role, at) =>
    (role === 'currency' && written.currency) || at === parties?.payer || at === parties?.paid
      ? 'ignore'
      : role,
  )
  return {
    ...written,
    places: placesOf(read),
    parties,
    columns: isCentsColumn(layout, roles, sample) ? layout.columns - 1 : layout.columns,
    isReversed: false,
    areDebitsNegative: debit.with > debit.without,
    // A single one on an account of money is a booking that is taken back.
    areCreditsNegative:
      roles.includes('debit') && credit.without === 0 && credit.with > (isLiability === false ? 1 : 0),
    isOfMoney: isLiability !== true,
    areReversals: sides.outNegative * 2 < sides.out,
    isUnmarkedOut: marks.in > 0 && marks.out === 0 && marks.none > 0,
    isBlankOut: sides.blank > 0 && sides.out === 0 && sides.in > 0,
    states: stateColumns(
      columns,
      (at) => roles[at] === 'ignore',
      (at) => roles[at] === 'text',
    ),
  }
}

/**
 * Whether an earlier file has settled a part: by an answer, by a proof, or by both signs among its amounts. Another guess, and what did not matter
 * there, settle nothing.
 */
function isWorthRecalling(remembered: Mapping | undefined, part: ReadingPart): boolean {
  const certainty = remembered?.certainty?.[part]
  if (certainty === undefined) return true // of a file that was read before this was told
  const why = remembered?.evidence?.[part] ?? ''
  return (
    why === BY_PERSON.text ||
    why === AS_LAST_TIME.text ||
    why === SOME_MINUS.text ||
    (certainty === 'proven' && !didNotMatter.includes(why))
  )
}

/** The records whose day is another one in another order. */
const openDaysIn = (sample: readonly Cells[], { places }: Notation): Cells[] =>
  sample.filter(({ cells }) =>
    (places.date ?? []).some((at) => {
      const read = (by: DateOrder) => dayIn(cells[at]?.trim() ?? '', by)
      return read('day_first') !== read('month_first') || read('day_first') !== read('year_first')
    }),
  )

type ChoiceRows = Need['choices'][number]['rows']
const SHOWN = 2

/** The first lines of the file in a reading: lines that differ by it, where there are such. */
function rowsUnder(records: readonly Cells[], notation: Notation, isDay = false): ChoiceRows {
  const { places } = notation
  const at = isDay ? places.date : (places.amount ?? places.debit ?? places.credit)
  const found: ChoiceRows = []
  for (const record of records) {
    const row = lineOf(1, record, notation)
    if (!row || 'states' in row || isBad(row)) continue
    const written = (at ?? []).map((one) => record.cells[one]?.trim()).find((cell) => cell) ?? ''
    const words = row.payee ?? row.text
    found.push({ line: row.line, written, words, date: row.date, amount: Number(row.amount) })
    if (found.length === SHOWN) break
  }
  return found
}

/** A person has chosen these columns before, although the balances did not agree. */
const silentIfAgainst = (proof: BalanceProof): BalanceProof =>
  proof.is === 'contradicted' ? { is: 'silent' } : proof

/** How certain the column is by the step from the opening to the closing balance that lines of the file state. */
function byStated(
  column: ReadAs<readonly ColumnRole[]>,
  proof: BalanceProof,
  {
    running,
    stated,
    isWhole,
  }: { running: readonly Running[]; stated: readonly StatedLine[]; isWhole: boolean },
): ReadAs<readonly ColumnRole[]> {
  const { opening, closing, sum } = statedEnds(stated, running)
  const isOne = running.every(({ key }) => key === running[0]?.key)
  if (column.why === BY_PERSON || proof.is !== 'silent' || !isWhole || !isOne) return column
  if (opening === undefined || closing === undefined) return column
  if (sum === sumText([closing]))
    return {
      ...column,
      certainty: 'proven',
      why: later('The opening balance {opening} and all amounts make the closing balance {closing}.', {
        opening: decimalWord(opening),
        closing: decimalWord(closing),
      }),
    }
  const line = stated.findLast(({ states }) => states === 'closing')?.line ?? 0
  return {
    ...column,
    certainty: 'undecided',
    why: later(
      'Line {line}: the closing balance is {closing}, but the opening balance {opening} and all amounts make {sum}.',
      {
        line,
        closing: decimalWord(closing),
        opening: decimalWord(opening),
        sum: decimalWord(sum ?? ''),
      },
    ),
  }
}

/** The mapping of a format in which only days and amounts can be read in two ways. */
export const writtenAs = (
  order: ReadAs<DateOrder>,
  mark: ReadAs<'.' | ','>,
  evidence: Evidence,
): FoundMapping => ({
  ...asIs,
  decimal: mark.value,
  date_order: order.value,
  certainty: { ...asIs.certainty, day_order: order.certainty, decimal_mark: mark.certainty },
  evidence: { ...asIs.evidence, day_order: order.why, decimal_mark: mark.why },
  needs: [...dayNeed(order, evidence, () => []), ...markNeed(mark, evidence, () => [])],
})

/** The question of the order of the day, with one day of the file in each that may be. */
function dayNeed(
  { certainty, why }: ReadAs<DateOrder>,
  { openDay, areShort, byYear, firstDay = openDay }: Evidence,
  rowsAs: (order: DateOrder) => ChoiceRows,
): FoundNeed[] {
  const mayBeYear = areShort && byYear.isWhole
  const shown = mayBeYear ? firstDay : openDay
  if (certainty !== 'undecided' || shown === undefined) return []
  const orders: DateOrder[] = ['day_first', 'month_first', ...(mayBeYear ? (['year_first'] as const) : [])]
  const choices = orders.flatMap((value) => {
    const day = dayIn(shown, value)
    if (day === undefined && mayBeYear) return []
    return {
      value,
      example:
        day === undefined
          ? later('{written} is not a day', { written: shown })
          : later('{written} is {day}', { written: shown, day: dayWord(day) }),
      rows: rowsAs(value),
      mapping: { date_order: value },
    }
  })
  return [{ what: 'day_order', why, written: shown, choices }]
}

/** The question of the mark before the decimals, with one amount of the file in both. */
function markNeed(
  { certainty, why }: ReadAs<'.' | ','>,
  { openAmount }: Evidence,
  rowsAs: (mark: '.' | ',') => ChoiceRows,
): FoundNeed[] {
  if (certainty !== 'undecided' || openAmount === undefined) return []
  const choices = (['.', ','] as const).map((value) => {
    const amount = amountInCell(openAmount, value)?.amount ?? ''
    const example = amount.includes('.')
      ? later('{written} is {amount}, with three decimals', {
          written: openAmount,
          amount: decimalWord(amount),
        })
      : later('{written} is {amount, number}', { written: openAmount, amount: Number(amount) })
    return { value, example, rows: rowsAs(value), mapping: { decimal: value } }
  })
  return [{ what: 'decimal_mark', why, written: openAmount, choices }]
}

/** The question of the sign, with one row of the file in both. */
function signNeed(
  { certainty, why }: ReadAs<boolean>,
  { example }: SignEvidence,
  rowsAs: (isReversed: boolean) => ChoiceRows,
): FoundNeed[] {
  return certainty === 'undecided' ? [signQuestion(why, example, rowsAs)] : []
}

/** The question whether a line, or any positive amount, is money in or money out. */
export const signQuestion = (
  why: Later,
  line: SignEvidence['example'],
  rowsAs: (isReversed: boolean) => ChoiceRows = () => [],
): FoundNeed => ({
  what: 'sign',
  why,
  choices: [
    {
      value: 'money_in',
      example: line?.text
        ? later('Line {line}, "{text}": {amount} is money that came in', valuesOf(line))
        : later('A positive amount is money that came in'),
      rows: rowsAs(false),
      mapping: { is_reversed: false },
    },
    {
      value: 'money_out',
      example: line?.text
        ? later('Line {line}, "{text}": {amount} is money that was spent', valuesOf(line))
        : later('A positive amount is money that was spent'),
      rows: rowsAs(true),
      mapping: { is_reversed: true },
    },
  ],
})

const valuesOf = ({ line, text, amount }: NonNullable<SignEvidence['example']>) => ({
  line,
  text: shortValue(text),
  amount: decimalWord(amount),
})
