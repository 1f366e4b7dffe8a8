import { readBack } from '../../../contract/formula-cells.ts'
import type { ColumnRole, Need } from '../../../contract/import-mapping.ts'
import { type Later, later } from '../../../words/t.ts'
import type { Cells } from './cells.ts'
import { amountIn, type Notation, rowOf } from './csv-row.ts'
import { AS_LAST_TIME, BY_PERSON, mayBeAmount, type ReadAs } from './evidence.ts'
import { quotedValue, shortValue } from './file-values.ts'
import { folded, isNoEntry, isOfSecurities, rolesByHeading, saysAmount } from './headings.ts'
import { decimalWord } from './kept-sentences.ts'
import { type BalanceProof, isProven, proofOf, type Running, whole } from './proof.ts'
import { type FileRow, type FoundNeed, isBad } from './row.ts'

/** Which column of a CSV file has the amounts, and whether a fee belongs to them: headings propose it, balances prove it. */

type Roles = readonly ColumnRole[]

/** A table before its amounts are certain. */
export type TableToProve = {
  readonly names: readonly string[]
  readonly header: readonly string[] | undefined
  /** Whether any row of the file has a fee. */
  readonly hasFees: boolean
  /** The currency of the account. */
  readonly currency: string | undefined
  /** Rows of the file that are surely rows. */
  readonly sample: readonly Cells[]
  /** The notation with other roles; amounts as they are written. */
  readonly notationFor: (roles: Roles) => Notation
  /** Whether a person has said the roles, or they are those of the last file of the account. */
  readonly said: 'now' | 'last time' | undefined
}

/** A row with the balance beside it. */
export function runningOf(row: FileRow, { cells }: Cells, { places, decimal }: Notation): Running {
  const at = places.balance?.[0]
  return {
    line: row.line,
    key: `${row.currency ?? ''} ${row.account ?? ''}`,
    date: row.date,
    amount: row.amount,
    balance: at === undefined ? undefined : amountIn(readBack(cells[at] ?? ''), decimal),
  }
}

const runningIn = (records: readonly Cells[], notation: Notation): Running[] =>
  records.flatMap((record) => {
    const row = rowOf(1, record, notation)
    return row && !isBad(row) ? [runningOf(row, record, notation)] : []
  })

const MONEY: readonly ColumnRole[] = ['amount', 'debit', 'credit', 'fee', 'balance']
/** At most this many columns of numbers are tried for amounts and balances. */
const MAX_TRIED = 8

/** The roles with which the balances of the first rows agree, if the proposed ones do not and others do. */
export function provenRoles(roles: Roles, table: TableToProve): Roles {
  if (table.said) return roles
  const proofWith = (tried: Roles) => proofOf(runningIn(table.sample, table.notationFor(tried)))
  const proposed = proofWith(roles)
  if (isProven(proposed)) return roles
  // Miles and their total add up too: a column that is called an amount gives way to another one only if balances contradict it.
  const amount = roles.indexOf('amount')
  const isHeaded = amount >= 0 && isHeadedSo(table.header?.[amount] ?? '', 'amount')
  const isKept = (tried: Roles) =>
    !isHeaded || proposed.is === 'contradicted' || tried.indexOf('amount') === amount
  const others = alternatives(roles, table)
    .filter(isKept)
    .map((tried) => ({ tried, proof: proofWith(tried) }))
  const proven = others.filter(({ proof }) => isProven(proof))
  // Where nothing else speaks for the proposed columns, two steps are better than none.
  const isOpen = proposed.is === 'contradicted' || (!table.header && proposed.is !== 'agreed')
  const agreed = isOpen ? others.filter(({ proof }) => proof.is === 'agreed' && proof.steps >= 2) : []
  // A table with the balances before and after each entry proves both.
  const [first] = (proven.length > 0 ? proven : agreed).sort(
    (a, b) => Number(isBefore(a.proof)) - Number(isBefore(b.proof)),
  )
  return first?.tried ?? withFeeInside(roles, table) ?? roles
}

const isBefore = (proof: BalanceProof): boolean => proof.is === 'agreed' && proof.way.isBefore

/** The roles where a column has the amounts less the fee in every row: as the net beside gross and fee, which then is what was booked. */
function withFeeInside(roles: Roles, { names, sample, notationFor }: TableToProve): Roles | undefined {
  const [amount, fee] = [roles.indexOf('amount'), roles.indexOf('fee')]
  if (amount < 0 || fee < 0) return undefined
  const { decimal } = notationFor(roles)
  const numberAt = (at: number, cells: readonly string[]) => {
    const text = amountIn(readBack(cells[at] ?? ''), decimal)
    return text === undefined ? undefined : whole(text)
  }
  const isNet = (net: number, gross: number) =>
    sample.every(({ cells }) => {
      const [n, g, f] = [numberAt(net, cells), numberAt(gross, cells), numberAt(fee, cells) ?? 0n]
      return n !== undefined && g !== undefined && n === g - (f < 0n ? -f : f)
    }) && sample.some(({ cells }) => (numberAt(fee, cells) ?? 0n) !== 0n)
  const others = names.map((_, at) => at).filter((at) => roles[at] === 'ignore')
  const net = others.find((at) => isNet(at, amount)) ?? (others.some((at) => isNet(amount, at)) ? amount : -1)
  if (net < 0) return undefined
  return roles.map((role, at) => (at === net ? 'amount' : at === amount || at === fee ? 'ignore' : role))
}

const valuesAt = (at: number, { sample }: TableToProve): string[] =>
  sample.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '')

/** The columns of numbers that have no other role. */
function numbersIn(roles: Roles, table: TableToProve): number[] {
  const isNumber = (at: number) => {
    const values = valuesAt(at, table)
    return values.length > 0 && values.filter(mayBeAmount).length >= values.length * 0.8
  }
  const isFree = (at: number) => roles[at] === 'ignore' || MONEY.includes(roles[at] ?? 'ignore')
  return table.names.flatMap((_, at) => (isFree(at) && isNumber(at) ? [at] : [])).slice(0, MAX_TRIED)
}

/** Whether a column has more than one number, and none with a zero in front, as numbers of accounts have. */
function isVaried(at: number, table: TableToProve): boolean {
  const values = valuesAt(at, table)
  return new Set(values).size > 1 && !values.some((value) => /^0\d/.test(value))
}

/** Whether a column has decimals, and signs, as amounts have and numbers of another kind have not. */
function isMoneyLike(at: number, table: TableToProve, isUnsigned = false): boolean {
  const values = valuesAt(at, table)
  return values.some((value) => /[.,]\d{2}\b/.test(value)) && (isUnsigned || values.some(isSigned))
}

const isSigned = (value: string): boolean => /[-−+(]/.test(value)

function alternatives(roles: Roles, table: TableToProve): Roles[] {
  const { header } = table
  const numbers = numbersIn(roles, table)
  const withRole = (at: number, role: ColumnRole) => roles.map((one, other) => (other === at ? role : one))
  const isOther = (at: number) => roles[at] === 'ignore'
  const without = (role: ColumnRole) => roles.map((one) => (one === role ? 'ignore' : one))
  const clear = roles.map((role): ColumnRole => (MONEY.includes(role) ? 'ignore' : role))
  return [
    ...(roles.includes('fee') ? [without('fee')] : []),
    ...(roles.includes('balance')
      ? numbers.filter(isOther).map((at) => withRole(at, 'fee'))
      : numbers.filter(isOther).map((at) => withRole(at, 'balance'))),
    ...numbers.flatMap((balance) =>
      numbers
        .filter(
          (amount) =>
            amount !== balance &&
            roles[amount] !== 'fee' &&
            !isNoEntry(header?.[amount]) &&
            isVaried(amount, table),
        )
        .map((amount) =>
          clear.map((role, at): ColumnRole => (at === amount ? 'amount' : at === balance ? 'balance' : role)),
        ),
    ),
  ]
}

/** How certain it is that these columns have the amounts. */
export function amountColumnOf(roles: Roles, table: TableToProve, proof: BalanceProof): ReadAs<Roles> {
  const { names, header, said } = table
  const at = roles.findIndex((role) => role === 'amount' || role === 'debit' || role === 'credit')
  if (at < 0) return { value: roles, certainty: 'undecided', why: noStatement(table) }
  const says = (certainty: 'proven' | 'likely' | 'undecided', why: Later) => ({
    value: roles,
    certainty,
    why,
  })
  if (said === 'now') return says('proven', BY_PERSON)
  if (!said && MINOR.test(folded(header?.[at] ?? '')))
    return says(
      'undecided',
      later(
        '"{column}" has amounts in hundredths, which would be read as whole units. Export amounts with decimals.',
        { column: shortValue(names[at] ?? '') },
      ),
    )
  if (proof.is === 'agreed' && isProven(proof))
    return says(
      'proven',
      later(
        '{count, plural, one {# balance of the file agrees with it, and none contradicts.} other {# balances of the file agree with it, and none contradicts.}}',
        { count: proof.steps },
      ),
    )
  if (proof.is === 'contradicted')
    return says(
      'undecided',
      later(
        'Line {line}: the balance goes from {before} in line {before_line} to {after}, and the amount is {amount}.',
        {
          line: proof.to.line,
          before: decimalWord(proof.from.balance ?? ''),
          before_line: proof.from.line,
          after: decimalWord(proof.to.balance ?? ''),
          amount: decimalWord(proof.to.amount ?? ''),
        },
      ),
    )
  if (said) return says('likely', AS_LAST_TIME)
  const fee = roles.indexOf('fee')
  if (fee >= 0 && table.hasFees)
    return says(
      'undecided',
      later('The file does not say whether the amounts contain "{column}".', {
        column: shortValue(names[fee] ?? ''),
      }),
    )
  const areUnsigned = !valuesAt(at, table).some(isSigned)
  const isOwn = (heading: string) => table.currency !== undefined && heading.includes(table.currency)
  const rival = header?.findIndex(
    (heading, one) =>
      roles[one] === 'ignore' &&
      !OTHER_AMOUNT.test(folded(heading)) &&
      (!namesCurrency(heading) || isOwn(heading)) &&
      isHeadedSo(heading, 'amount') &&
      isMoneyLike(one, table, areUnsigned) &&
      isOther(one, at, table),
  )
  const hasFee = header?.some((heading) => isHeadedSo(heading, 'fee')) // which makes the difference of gross and net
  if (rival !== undefined && rival >= 0 && !hasFee && !namesCurrency(header?.[at] ?? ''))
    return says(
      'undecided',
      later('"{column}" and "{other}" may both have the amounts, and differ.', {
        column: shortValue(names[at] ?? ''),
        other: shortValue(names[rival] ?? ''),
      }),
    )
  if (header && isHeadedSo(header[at] ?? '', roles[at] ?? 'ignore'))
    return says('likely', later('The heading "{column}" says so.', { column: shortValue(names[at] ?? '') }))
  if (proof.is === 'agreed') return says('likely', later('The balances of the file agree with it.'))
  const isOnly = numbersIn(roles, table).join() === String(at)
  const isOnlyMoney =
    numbersIn(roles, table)
      .filter((one) => isMoneyLike(one, table))
      .join() === String(at)
  if (isOnlyMoney || (isOnly && !header))
    return says('likely', later('It is the only column of amounts with decimals and signs.'))
  return says(
    'undecided',
    header
      ? later('No heading says that its column has the amounts of entries; "{column}" has numbers.', {
          column: shortValue(names[at] ?? ''),
        })
      : later('The file has no headings and several columns of numbers.'),
  )
}

/** Headings of amounts without decimals that count the smallest coin. */
const MINOR = /(?<!\p{L})(?:cents|pence|minor|minor units?|centimes|centavos|centesimi|groszy|копе\p{L}+)$/u

/** Headings of amounts in another currency, and of parts: they are no rivals. */
const OTHER_AMOUNT =
  /(?<!\p{L})(?:oorspr\p{L}*|native|original|originalbetrag|orig|origin|foreign|fremd\p{L}*|ursprung\p{L}*|instructed|local|fx|exchange|tax|vat|mwst|tip|cashback|compensation|detail|operacji|операции|operation|purchase|devise|valuta|currency|wahrung|waehrung|vreemde|povodni\p{L}*|puvodni\p{L}*)(?!\p{L})/u

/** Whether two columns have an amount in every row, and differ in one. */
const isOther = (one: number, at: number, { sample }: TableToProve): boolean =>
  sample.every(({ cells }) => cells[one]?.trim() && cells[at]?.trim()) &&
  sample.some(({ cells }) => cells[one]?.trim() !== cells[at]?.trim())

/** Whether a heading names the currency of its amounts. */
const namesCurrency = (heading: string): boolean =>
  /\b[A-Z]{3}\b/.test(heading) || /euro|franc|dollar|pound/i.test(heading)

/** Whether the heading, and not the values alone, made this column one of amounts. */
const isHeadedSo = (heading: string, role: ColumnRole): boolean =>
  rolesByHeading(heading).some((one) => one.role === role) || (role === 'amount' && saysAmount(heading))

/** Whether the headings say which of two columns is money out, or which is money in. */
export const areSidesHeaded = (roles: Roles, header: readonly string[] | undefined): boolean =>
  roles.some((role, at) => (role === 'debit' || role === 'credit') && isHeadedSo(header?.[at] ?? '', role))

/** The sentence for a table without a column of amounts. */
function noStatement({ header, names }: TableToProve): Later {
  const others = names.filter((name) => isNoEntry(name)).slice(0, 3)
  const columns = others.map(quotedValue).join(', ')
  if (header && isOfSecurities(header))
    return later(
      'This is a list of securities, with {columns}, and no statement of an account: no column has the amounts of entries. Export the transactions of the account.',
      { columns },
    )
  if (others.length > 0)
    return later(
      '{count, plural, one {No column has the amounts of entries: {columns} has balances or other numbers. If the file is a list of balances, export the transactions of the account.} other {No column has the amounts of entries: {columns} have balances or other numbers. If the file is a list of balances, export the transactions of the account.}}',
      { count: others.length, columns },
    )
  return later('No column has the amounts of entries. Export the transactions of the account.')
}

/** The columns that a person may choose for the amount, each with the line that it would be read from. */
export function amountChoices(
  roles: Roles,
  table: TableToProve,
  rowsWith: (notation: Notation) => Need['choices'][number]['rows'],
): FoundNeed['choices'] {
  const current = table.notationFor(roles)
  const all: Roles[] = [
    ...(current.places.amount || current.places.debit || current.places.credit ? [roles] : []),
  ]
  const fee = roles.indexOf('fee')
  if (fee >= 0) all.push(roles.map((role, at) => (at === fee ? 'ignore' : role)))
  for (const tried of alternatives(roles, table)) {
    const [at, known] = [
      tried.indexOf('amount'),
      all.some((one) => one.indexOf('amount') === tried.indexOf('amount')),
    ]
    if (at >= 0 && !known) all.push(tried)
  }
  return all.slice(0, 4).flatMap((tried) => {
    const notation = table.notationFor(tried)
    for (const record of table.sample) {
      const row = rowOf(1, record, notation)
      if (!row || isBad(row)) continue
      const places = [
        ...(notation.places.amount ?? []),
        ...(notation.places.debit ?? []),
        ...(notation.places.credit ?? []),
      ]
      const fees = notation.places.fee ?? []
      const value = [
        ...places.map((at) => table.names[at]),
        ...fees.map((at) => `less ${table.names[at]}`),
      ].join(', ')
      const words = row.payee ?? row.text
      return [
        {
          value,
          example: exampleOf(record.line, words, row.amount),
          rows: rowsWith(notation),
          mapping: { columns: tried.map((role) => ({ role })) },
        },
      ]
    }
    return []
  })
}

const exampleOf = (line: number, words: string, amount: string): Later =>
  words
    ? later('Line {line}, "{words}": {amount}', {
        line,
        words: shortValue(words),
        amount: decimalWord(amount),
      })
    : later('Line {line}: {amount}', { line, amount: decimalWord(amount) })
