import { strictNames } from './accounts.ts'
import { aboutOf, amount, type JournalStyle, priced } from './style.ts'
import { oneLine, quotedText } from './text.ts'

/** Days are from 1900 on, so that everything declared on this one is declared in time. */
const FIRST_DAY = '1900-01-01'

/** A line of metadata, unless there is nothing to say. */
const fact = (key: string, text: string | null, indent = '  '): string =>
  text === null || text === '' ? '' : `${indent}${key}: ${quotedText(text)}\n`

/** A tag of Beancount's has letters of ASCII, digits and a few marks. */
const tagOf = (tag: string): string =>
  oneLine(tag)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9\-_/.]+/g, '-')
    .replace(/^-+|-+$/g, '')

export const beancount: JournalStyle = {
  naming: strictNames,
  extension: 'beancount',
  // Beancount divides the cost of a whole amount, and its product differs from the cost in the last of 28 digits.
  heading: ({ name, base, today, version }) =>
    `; Florin, in ${base}, as of ${today}, version ${version}\noption "title" ${quotedText(name)}\noption "operating_currency" "${base}"\noption "inferred_tolerance_default" "*:0.00000001"\n\n`,
  currency: ({ id, name }) => `${FIRST_DAY} commodity ${id}\n${fact('name', name)}`,
  account: ({ name, code }, path) =>
    `${FIRST_DAY} open ${path}\n${fact('name', oneLine(name))}${fact('code', oneLine(code))}`,
  tag: null,
  contact: ({ id, name, phone, email, notes }) =>
    `${FIRST_DAY} custom "contact" ${quotedText(name)}\n${fact('id', id)}${fact('phone', phone)}${fact('email', email)}${fact('notes', notes)}`,
  rate: ({ date, from_id, to_id, rate }) => `${date} price ${from_id} ${rate} ${to_id}\n`,
  obligation: (one) =>
    `${one.opened_date} custom "obligation" ${quotedText(one.name)} "${one.direction}" ${quotedText(one.contact)} ${amount(one.original_amount, one.currency_id)} ${amount(one.outstanding_amount, one.currency_id)}\n${fact('id', one.id)}${one.due_date === null ? '' : `  due: ${one.due_date}\n`}${fact('reference', one.reference)}${fact('notes', one.notes)}`,
  transaction(one, postings, base) {
    const tags = one.tags.map(tagOf)
    const isChanged = one.tags.some((tag, index) => tag !== tags[index])
    const marks = [
      ...new Set(tags.filter((tag) => tag !== '').map((tag) => `#${tag}`)),
      ...(one.obligation_id === null ? [] : [`^${one.obligation_id}`]),
    ]
    let text = `${one.date} * ${quotedText(one.contact ?? '')} ${quotedText(aboutOf(one) || one.kind)}${marks.map((mark) => ` ${mark}`).join('')}\n`
    text += fact('id', one.id) + fact('kind', one.kind) + (one.is_refund ? '  refund: TRUE\n' : '')
    text += fact('obligation', one.obligation) + (isChanged ? fact('tags', one.tags.join(', ')) : '')
    text += fact('notes', one.notes)
    for (const posting of postings)
      text += `  ${posting.path}  ${priced(posting, base)}\n${fact('memo', posting.memo, '    ')}`
    return `${text}\n`
  },
}
