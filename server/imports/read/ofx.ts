import type { Day } from '../../../contract/day.ts'
import { later } from '../../../words/t.ts'
import { collectBalances } from './balances.ts'
import { signQuestion } from './decided.ts'
import {
  amountText,
  asIs,
  bad,
  currencyCodeOf,
  currentCurrency,
  dayOf,
  decimalsOrTwo,
  type FieldFault,
  filled,
  joinedText,
  negated,
  plainText,
  shortValue,
} from './file-values.ts'
import { decoded, piecesOf } from './markup.ts'
import { type BadRow, type FileRow, type Reader, Unreadable } from './row.ts'
import { cannot } from './row-faults.ts'

/** Parts of a transaction with fields of their own, which have the same names as those of the transaction. */
const parts = new Set(['PAYEE', 'BANKACCTTO', 'CCACCTTO', 'CURRENCY', 'ORIGCURRENCY'])
const statements = new Set(['STMTRS', 'CCSTMTRS'])
/** The ends of a transaction: its own, or that of its list. */
const ends = new Set(['STMTTRN', 'BANKTRANLIST', 'INVTRANLIST'])

/** The most tags in a row without a value or a closing tag between them: no statement is nested as deeply. */
const MAX_OPEN = 1_000

type OfxTransaction = { readonly line: number; readonly fields: Map<string, string> }
type OfxAccount = { account: string; currency: string | undefined }

/** Reads OFX 1 (SGML), OFX 2 (XML) and QFX: the transactions of statements of banks and cards. */
export const readOfx: Reader = (text, reading) => {
  const turned = areTurned(text)
  // A table that was read before says nothing of this format.
  const remembered = reading.remembered?.columns.length === 0 ? reading.remembered : undefined
  const said = reading.given?.is_reversed ?? (remembered?.is_reversed || undefined)
  const isReversed = said ?? (turned === 'yes' || turned === 'perhaps')
  const balances = collectBalances()
  const isOpen = said === undefined && turned === 'perhaps'
  const why = later(
    'Every amount has the opposite sign of its DEBIT or CREDIT, and there is only one of the two kinds.',
  )
  return {
    mapping: {
      ...asIs,
      is_reversed: isReversed,
      ...(isOpen && {
        certainty: { ...asIs.certainty, sign: 'undecided' as const },
        evidence: { ...asIs.evidence, sign: why },
        needs: [signQuestion(why, undefined)],
      }),
    },
    rows: rowsOf(text, { isReversed, areUnsigned: said === undefined && turned === 'unsigned' }, balances),
    balances: balances.all,
  }
}

/** The kind of a transaction before its amount. */
const SIDED =
  /<TRNTYPE>\s{0,20}(DEBIT|CREDIT|POS|ATM|CHECK|DEP|DIRECTDEP)\b(?:(?!<STMTTRN>)[^\0]){0,400}?<TRNAMT>\s{0,20}([-+]?)[\d.,]{0,30}[1-9]/gi

/** How the signs of a file are meant: as where a card counts the debt, or not there at all, so that the kind of an entry says it. */
type Signs = { readonly isReversed: boolean; readonly areUnsigned: boolean }

/** Kinds of entries that money leaves or comes by. */
const LEAVES = new Set('DEBIT CHECK POS ATM PAYMENT FEE SRVCHG DIRECTDEBIT CASH REPEATPMT'.split(' '))
const COMES = new Set('CREDIT DEP DIRECTDEP DIV'.split(' '))

/** Whether the sign of every amount contradicts its DEBIT or CREDIT, as where a card counts the debt: perhaps, if only one of the kinds is there. */
function areTurned(text: string): 'no' | 'perhaps' | 'yes' | 'unsigned' {
  const sides = new Set<boolean>()
  let isMinus = false
  let isRight = false
  for (const [, kind = '', sign] of text.matchAll(SIDED)) {
    const isDebit = LEAVES.has(kind.toUpperCase())
    if (sign === '-') isMinus = true
    if (isDebit === (sign === '-')) isRight = true
    sides.add(isDebit)
  }
  if (!isMinus && sides.size === 2 && !/<TRNAMT>\s{0,20}-/i.test(text)) return 'unsigned'
  if (isRight) return 'no'
  return sides.size === 2 ? 'yes' : sides.size === 1 ? 'perhaps' : 'no'
}

function* rowsOf(
  text: string,
  signs: Signs,
  balances: ReturnType<typeof collectBalances>,
): Generator<FileRow | BadRow> {
  let n = 0
  let statement: OfxAccount | undefined
  let transaction: OfxTransaction | undefined
  let ledger: Map<string, string> | undefined // the fields of LEDGERBAL
  let part = ''
  let leaf = ''
  let message = ''
  let isKnown = false // whether there is any statement
  let openList = 0 // the line of a list of transactions that has not ended
  let investments: Investments | undefined
  let line = 1
  let opened = 0 // the tags since the last value or closing tag

  for (const piece of piecesOf(text)) {
    line = piece.line
    if (piece.is === 'words') {
      const words = plainText(decoded(piece.words))
      if (words !== '') opened = 0
      if (leaf === '' || words === '') continue
      if (transaction !== undefined) transaction.fields.set(part === '' ? leaf : `${part}.${leaf}`, words)
      else if (ledger !== undefined) {
        if (leaf === 'BALAMT' || leaf === 'DTASOF') ledger.set(leaf, words)
      } else if (statement !== undefined && leaf === 'ACCTID') statement.account ||= words
      else if (statement !== undefined && leaf === 'CURDEF') statement.currency = words
      else if (leaf === 'MESSAGE') message = words
      leaf = ''
      continue
    }
    const name = piece.name.toUpperCase()
    leaf = ''
    opened = piece.is === 'open' ? opened + 1 : 0
    if (opened > MAX_OPEN)
      throw new Unreadable(
        later(
          'Line {line}: more than {most, number} tags open here without a value. This is not a statement.',
          { line, most: MAX_OPEN },
        ),
      )
    if (piece.is === 'open') {
      if (name === 'INVSTMTRS' || statements.has(name)) {
        ;[statement, isKnown] = [{ account: '', currency: undefined }, true]
        investments = name === 'INVSTMTRS' ? { line, before: n, hasSecurities: false } : undefined
      } else if (name === 'BANKTRANLIST' || name === 'INVTRANLIST') openList = line
      else if (name === 'SECID' && investments !== undefined) investments.hasSecurities = true
      else if (name === 'STMTTRN' && statement !== undefined) {
        // A transaction that is not closed ends where the next one starts.
        if (transaction !== undefined) yield balances.row(rowOf(++n, transaction, statement, signs))
        ;[transaction, part] = [{ line, fields: new Map() }, '']
      } else if (transaction !== undefined && parts.has(name)) part = name
      else if (name === 'LEDGERBAL' && statement !== undefined) ledger = new Map()
      else leaf = name
    } else if (name === part) part = ''
    else if (ends.has(name) || statements.has(name)) {
      if (transaction !== undefined && statement !== undefined)
        yield balances.row(rowOf(++n, transaction, statement, signs))
      transaction = undefined
      if (name !== 'STMTTRN') openList = 0
      if (statements.has(name)) {
        balances.ends(statement?.account ?? '')
        ;[statement, openList, ledger] = [undefined, 0, undefined]
      }
    } else if (name === 'LEDGERBAL' && ledger !== undefined && statement !== undefined) {
      balances.closes(balanceIn(ledger, statement, signs.isReversed))
      ledger = undefined
    } else if (name === 'INVSTMTRS' && investments !== undefined) {
      if (isCut(investments, n)) yield notRead(++n, investments, statement)
      ;[statement, investments] = [undefined, undefined]
    }
  }
  if (transaction !== undefined || openList > 0)
    throw new Unreadable(
      later(
        'The file ends at line {line}, within the list of transactions that begins at line {begun}: a part of it is missing. Download it again.',
        { line, begun: openList || (transaction?.line ?? 0) },
      ),
    )
  if (investments !== undefined) {
    if (isCut(investments, n)) yield notRead(++n, investments, statement)
  } else if (!isKnown)
    throw new Unreadable(
      message === ''
        ? later('The file has no statement of a bank account or a card.')
        : later('The file has no statement; the bank answered "{answer}".', { answer: shortValue(message) }),
    )
}

/** An account of investments: its first line, the rows before it, and whether it has securities. */
type Investments = { readonly line: number; readonly before: number; hasSecurities: boolean }

/** Whether something of an account of investments was not read: of its transactions, only those of money are. */
const isCut = ({ before, hasSecurities }: Investments, n: number): boolean => hasSecurities || n === before

function notRead(n: number, { line, before }: Investments, { account }: OfxAccount = NOBODYS): BadRow {
  const read = n - 1 - before
  const name = shortValue(account)
  const fault =
    read === 0
      ? cannot('investments', { account: name })
      : cannot('securities', { account: name, count: read })
  return bad(n, line, `Investments ${account}`, ['account', fault])
}
const NOBODYS: OfxAccount = { account: '', currency: undefined }

function rowOf(
  n: number,
  { line, fields }: OfxTransaction,
  statement: OfxAccount,
  { isReversed, areUnsigned }: Signs,
): FileRow | BadRow {
  const name = fields.get('PAYEE.NAME') ?? fields.get('NAME')
  const text =
    joinedText([name, fields.get('EXTDNAME'), fields.get('MEMO')]) ||
    plainText(fields.get('TRNTYPE')) ||
    'No text'
  const named = fields.get('CURRENCY.CURSYM') ?? statement.currency
  const date = ofxDay(fields.get('DTPOSTED') ?? '')
  const currency = currentCurrency(currencyCodeOf(named), date)
  const written = fields.get('TRNAMT') ?? ''
  const amount = amountIn(written)
  const kind = fields.get('TRNTYPE')?.toUpperCase() ?? ''

  const faults: FieldFault[] = []
  if (date === undefined) faults.push(fault('date', 'DTPOSTED', fields))
  if (amount === undefined) faults.push(fault('amount', 'TRNAMT', fields))
  if (named !== undefined && currency === undefined)
    faults.push(['currency', cannot('not_of_iso_4217', { value: shortValue(named) })])
  if (decimalsOrTwo(currency) === 0 && /[.,]\d{3}$/.test(written.trim()))
    faults.push([
      'amount',
      cannot('amount_unclear', { value: shortValue(written), currency: String(currency) }),
    ])
  if (areUnsigned && !LEAVES.has(kind) && !COMES.has(kind))
    faults.push(['amount', cannot('amount_without_sign', { value: shortValue(kind) })])
  if (date === undefined || amount === undefined || faults.length > 0) return bad(n, line, text, ...faults)

  const original = fields.get('ORIGCURRENCY.CURSYM')
  return {
    n,
    line,
    date,
    amount: isReversed || (areUnsigned && LEAVES.has(kind)) ? negated(amount) : amount,
    ...(currency === undefined ? {} : { currency }),
    text,
    ...filled({
      account: statement.account,
      payee: name,
      reference: fields.get('FITID'),
      counter_account: fields.get('BANKACCTTO.ACCTID') ?? fields.get('CCACCTTO.ACCTID'),
      notes: [
        fields.has('CHECKNUM') ? `Check number ${fields.get('CHECKNUM')}.` : '',
        original === undefined
          ? ''
          : `Paid in ${original}, at the rate ${fields.get('ORIGCURRENCY.CURRATE') ?? 'of the bank'}.`,
      ].join(' '),
    }),
  }
}

const fault = (field: string, name: string, fields: Map<string, string>): FieldFault => {
  const value = fields.get(name)
  return value === undefined
    ? [field, cannot('field_missing', { name })]
    : [
        field,
        cannot(field === 'date' ? 'field_not_a_day' : 'field_not_an_amount', {
          name,
          value: shortValue(value),
        }),
      ]
}

/** OFX has no separators of thousands, so that a single mark is the decimal one, even before three digits: -30.000 is thirty. */
const amountIn = (written = ''): string | undefined => amountText(written, undefined, 3)

/** The balance of the books of the bank; what is available to spend is not read. */
function balanceIn(fields: Map<string, string>, statement: OfxAccount, isReversed: boolean) {
  const date = ofxDay(fields.get('DTASOF') ?? '')
  const currency = currentCurrency(currencyCodeOf(statement.currency), date)
  const amount = amountIn(fields.get('BALAMT'))
  if (
    date === undefined ||
    amount === undefined ||
    (statement.currency !== undefined && currency === undefined)
  )
    return undefined
  return {
    date,
    amount: isReversed ? negated(amount) : amount,
    ...(currency === undefined ? {} : { currency }),
  }
}

/** The day as the bank writes it: its own time and time zone, as in 20261105233000.000[-5:EST], do not move it. */
const ofxDay = (written: string): Day | undefined => {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)/.exec(written) ?? []
  return dayOf(year, month, day)
}
