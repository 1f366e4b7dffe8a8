/** Words for the tests of books of GnuCash: the XML of its accounts and transactions, with ids made of their names. */

const id = (name: string) => Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32)
export const commodity = (tag: string, code: string) =>
  `<${tag}><cmdty:space>${/^[A-Z]{3}$/.test(code) ? 'CURRENCY' : 'NYSE'}</cmdty:space><cmdty:id>${code}</cmdty:id></${tag}>`
export const slots = (...keys: (readonly [string, string])[]) =>
  keys.map(
    ([key, value]) =>
      `<slot><slot:key>${key}</slot:key><slot:value type="string">${value}</slot:value></slot>`,
  )

/** An account within another; one without is at the top. */
export const acct = (name: string, type: string, parent = 'Root', code = 'EUR', flags: string[] = []) =>
  `<gnc:account version="2.0.0">
  <act:name>${name}</act:name><act:id type="guid">${id(name)}</act:id><act:type>${type}</act:type>
  ${type === 'ROOT' ? '' : commodity('act:commodity', code)}
  <act:slots>${slots(...flags.map((flag) => [flag, 'true'] as const)).join('')}</act:slots>
  ${type === 'ROOT' ? '' : `<act:parent type="guid">${id(parent)}</act:parent>`}
</gnc:account>
`
export type Split = readonly [account: string, value: string, quantity?: string]
export const trn = (date: string, words: string, splits: readonly Split[], more = '', code = 'EUR') =>
  `<gnc:transaction version="2.0.0">
  <trn:id type="guid">${id(words)}</trn:id>${commodity('trn:currency', code)}
  <trn:date-posted><ts:date>${date} 10:59:00 +0000</ts:date></trn:date-posted><trn:description>${words}</trn:description>${more}
  <trn:splits>${splits
    .map(
      ([account, value, quantity = value]) =>
        `<trn:split><split:id type="guid">x</split:id><split:value>${value}</split:value><split:quantity>${quantity}</split:quantity><split:account type="guid">${id(account)}</split:account></trn:split>`,
    )
    .join('\n  ')}</trn:splits>
</gnc:transaction>
`
export const bookOf = (...parts: string[]) => `<?xml version="1.0" encoding="utf-8" ?>
<gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc">
<gnc:count-data cd:type="book">1</gnc:count-data>
<gnc:book version="2.0.0">
<book:id type="guid">b</book:id>
${parts.join('')}</gnc:book>
</gnc-v2>
`
