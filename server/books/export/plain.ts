import { decimalsOf } from '../../ledger/amounts.ts'
import { type JournalAccount, plainNames } from './accounts.ts'
import type { ContactLine, ObligationLine, RateLine, TransactionLine } from './journal.sql.ts'
import { aboutOf, amount, type JournalStyle, type Placed, priced } from './style.ts'
import { comment, description, encoded, linesOfText, tagName, tagValue } from './text.ts'

/** The journals of hledger and of Ledger, which differ in how commodities, tags and notes are written. */

const TYPES: Record<JournalAccount['type'], string> = {
  asset: 'A',
  liability: 'L',
  equity: 'E',
  income: 'R',
  expense: 'X',
}

const heading: JournalStyle['heading'] = ({ name, base, today, version }) =>
  `; Florin: ${comment(name)}\n; in ${base}, as of ${today}, version ${version}\n\n`

/** The name of an account where its path alone does not say it. The reader of imports takes it from here. */
const nameOf = ({ name }: JournalAccount, path: string): string =>
  path.endsWith(`:${name}`) && !name.includes(':') ? '' : `    ; name: ${encoded(name)}\n`

const rate = ({ date, from_id, to_id, rate }: RateLine) => `P ${date} ${from_id} ${rate} ${to_id}\n`

/** Comments on the lines after the first one of a directive or a transaction. */
const comments = (lines: readonly string[], indent: string): string =>
  lines.map((line) => `${indent}; ${comment(line)}\n`).join('')

function contact({ name, phone, email, notes }: ContactLine): string {
  const facts = [phone, email, ...linesOfText(notes ?? '')].filter((fact) => fact !== null && fact !== '')
  return `${comments(facts as string[], '')}payee ${description(name) || 'contact'}\n`
}

function obligation(one: ObligationLine): string {
  const { currency_id: currency } = one
  const due = one.due_date === null ? '' : `, due ${one.due_date}`
  const reference = one.reference === null ? '' : `, ${comment(one.reference)}`
  return `; ${one.opened_date} ${one.direction} ${comment(one.name)}, ${comment(one.contact)}${reference}, ${amount(one.original_amount, currency)}, outstanding ${amount(one.outstanding_amount, currency)}${due}, ${one.id}\n${comments(linesOfText(one.notes ?? ''), '')}`
}

function postings(placed: readonly Placed[], base: string): string {
  let text = ''
  for (const one of placed) {
    const memo = one.memo === '' ? '' : comment(one.memo)
    text += `    ${one.path}  ${priced(one, base)}${memo === '' ? '' : `  ; ${memo}`}\n`
  }
  return text
}

/** Tags with values: the id, whether it is a refund, and the obligation that it is of. */
function facts({ id, is_refund, obligation, obligation_id }: TransactionLine): string {
  const of =
    obligation_id === null
      ? ''
      : `    ; obligation: ${tagValue(obligation ?? '')}\n    ; obligation_id: ${obligation_id}\n`
  return `    ; id: ${id}\n${is_refund ? '    ; refund: yes\n' : ''}${of}`
}

/** The code is the kind of the transaction. It also keeps the text behind it from being read as a status or a code. */
const first = (transaction: TransactionLine, text: string) =>
  `${transaction.date} (${transaction.kind}) ${text || transaction.kind}\n`

export const hledger: JournalStyle = {
  naming: plainNames,
  extension: 'journal',
  heading: (facts) => `${heading(facts)}decimal-mark .\n\n`,
  currency: ({ id }) => `commodity ${sample(id)}\n`,
  account: (account, path) => `account ${path}  ; type:${TYPES[account.type]}\n${nameOf(account, path)}`,
  tag: null,
  contact,
  rate,
  obligation,
  transaction(one, placed, base) {
    const who = description(one.contact ?? '')
    const what = description(aboutOf(one))
    const tags = one.tags.map((tag) => `${tagName(tag)}:`).filter((tag) => tag !== ':')
    return `${first(one, who && what ? `${who} | ${what}` : who || what)}${facts(one)}${
      tags.length > 0 ? `    ; ${tags.join(', ')}\n` : ''
    }${comments(linesOfText(one.notes ?? ''), '    ')}${postings(placed, base)}\n`
  },
}

/** A thousand of a currency, which shows its decimals; without any, the point still shows which mark is the decimal one. */
const sample = (currency: string): string => `1000.${'0'.repeat(decimalsOf(currency))} ${currency}`

const LEDGER_TAGS = ['id', 'refund', 'obligation', 'obligation_id', 'memo']

export const ledger: JournalStyle = {
  naming: plainNames,
  extension: 'ledger',
  heading: (facts) => `${heading(facts)}${LEDGER_TAGS.map((tag) => `tag ${tag}\n`).join('')}\n`,
  currency: ({ id }) => `commodity ${id}\n    format ${sample(id).replace('. ', ' ')}\n`,
  account: (account, path) => `account ${path}\n${nameOf(account, path)}`,
  tag: (tag) => (tagName(tag) === '' ? '' : `tag ${tagName(tag)}\n`),
  contact,
  rate,
  obligation,
  transaction(one, placed, base) {
    const who = description(one.contact ?? '')
    const what = description(aboutOf(one))
    const tags = one.tags.map(tagName).filter((tag) => tag !== '')
    return `${first(one, who || what)}${facts(one)}${who && what ? `    ; memo: ${comment(what)}\n` : ''}${
      tags.length > 0 ? `    ; :${tags.join(':')}:\n` : ''
    }${comments(linesOfText(one.notes ?? ''), '    ')}${postings(placed, base)}\n`
  },
}
