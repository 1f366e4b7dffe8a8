import type { Change } from '../../contract/changes.ts'
import { listed, t } from '../../words/t.ts'
import type { ShownRecord } from '../changes/fields.ts'
import { recordTitle } from '../changes/record-title.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'

const TRANSACTIONS: ReadonlySet<string> = new Set(['expense', 'income', 'transfer'])

export const isTransaction = ({ resource }: Pick<Change, 'resource'>): boolean => TRANSACTIONS.has(resource)

function isOpened({ resource, after }: Change): boolean {
  const { is_system, type } = (after ?? {}) as ShownRecord // a record of the API is a plain object
  return resource === 'account' && is_system === true && type === 'equity'
}

const moneyIn = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' ? hiddenMoneyText(amount, String(currency)) : ''

/** Money that came from another book, or went to one: "Kai moved €800.00 in". */
function movedWords(
  person: string,
  record: ShownRecord,
  isOtherBook: (accountId: string) => boolean,
): string | undefined {
  const { amount, currency_id, to_amount, to_currency_id, from_account_id, to_account_id } = record
  if (isOtherBook(String(from_account_id)))
    return t('{person} moved {amount} in', {
      person,
      amount: moneyIn(to_amount ?? amount, to_currency_id ?? currency_id),
    })
  return isOtherBook(String(to_account_id))
    ? t('{person} moved {amount} out', { person, amount: moneyIn(amount, currency_id) })
    : undefined
}

/** One change in words: "Kai added Spar, €23.10", "Kai changed Spar". */
function wordsOf(
  person: string,
  { action, resource, before, after }: Change,
  isOtherBook: (accountId: string) => boolean,
): string | undefined {
  const fields = (after ?? before ?? {}) as ShownRecord // a record of the API is a plain object
  if (Object.keys(fields).length === 0) return undefined
  const moved = resource === 'transfer' ? movedWords(person, fields, isOtherBook) : undefined
  if (moved !== undefined && action === 'created') return moved
  const record = recordTitle(resource, fields)
  if (action === 'updated') return t('{person} changed {record}', { person, record })
  if (action === 'restored') return t('{person} brought back {record}', { person, record })
  if (action !== 'created') return t('{person} deleted {record}', { person, record })
  const amount = isTransaction({ resource }) ? moneyIn(fields.amount, fields.currency_id) : ''
  return amount === ''
    ? t('{person} added {record}', { person, record })
    : t('{person} added {record}, {amount}', { person, record, amount })
}

/** The changes of others since a version, in a few words: "Kai added Spar, €23.10", "Kai and Lea made 4 changes". */
export function liveWords(
  changes: readonly Change[],
  nameOf: (id: string) => string,
  isOtherBook: (accountId: string) => boolean = () => false,
): string {
  // The first money of somebody's other books comes with the account that stands for them.
  const opened = new Set(changes.filter(isOpened).map(({ id }) => id))
  const isOther = (accountId: string) => opened.has(accountId) || isOtherBook(accountId)
  const names = [...new Set(changes.map(({ user_id }) => nameOf(user_id)))]
  const who = listed(names)
  // Of a version with a transaction, the transaction is told, and not the records that came with it.
  const versions = [...Map.groupBy(changes, ({ version }) => version).values()].map((all) => {
    const some = all.filter(isTransaction)
    return some.length > 0 ? some : all
  })
  const [first] = versions
  const main = first?.[0]
  const alone = versions.length === 1 && first?.length === 1 && main ? wordsOf(who, main, isOther) : undefined
  if (alone !== undefined) return alone
  const told = versions.flat()
  if (told.every((one) => one.action === 'created' && isTransaction(one)))
    return t('{people, plural, one {{who} added {count, number}} other {{who} added {count, number}}}', {
      people: names.length,
      who,
      count: told.length,
    })
  if (versions.length === 1) return t('{person} made a change', { person: who })
  return t(
    '{people, plural, one {{who} made {count, plural, one {# change} other {# changes}}} other {{who} made {count, plural, one {# change} other {# changes}}}}',
    { people: names.length, who, count: versions.length },
  )
}
