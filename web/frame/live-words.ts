import type { Change } from '../../contract/changes.ts'
import { recordTitle } from '../changes/change-words.ts'
import type { ShownRecord } from '../changes/fields.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { counted, listed } from '../ui/wording.ts'

const TRANSACTIONS: ReadonlySet<string> = new Set(['expense', 'income', 'transfer'])

export const isTransaction = ({ resource }: Pick<Change, 'resource'>): boolean => TRANSACTIONS.has(resource)

const verbs: Record<Change['action'], string> = {
  created: 'added',
  updated: 'changed',
  deleted: 'deleted',
  restored: 'brought back',
  erased: 'deleted',
}

function isOpened({ resource, after }: Change): boolean {
  const { is_system, type } = (after ?? {}) as ShownRecord // a record of the API is a plain object
  return resource === 'account' && is_system === true && type === 'equity'
}

const moneyIn = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' ? hiddenMoneyText(amount, String(currency)) : ''

/** Money that came from another book, or went to one: "moved €800.00 in". */
function movedWords(record: ShownRecord, isOtherBook: (accountId: string) => boolean): string | undefined {
  const { amount, currency_id, to_amount, to_currency_id, from_account_id, to_account_id } = record
  if (isOtherBook(String(from_account_id)))
    return `moved ${moneyIn(to_amount ?? amount, to_currency_id ?? currency_id)} in`
  return isOtherBook(String(to_account_id)) ? `moved ${moneyIn(amount, currency_id)} out` : undefined
}

/** One change in words: "added Spar, €23.10", "changed Spar". */
function wordsOf(
  { action, resource, before, after }: Change,
  isOtherBook: (accountId: string) => boolean,
): string | undefined {
  const record = (after ?? before ?? {}) as ShownRecord // a record of the API is a plain object
  if (Object.keys(record).length === 0) return undefined
  const moved = resource === 'transfer' ? movedWords(record, isOtherBook) : undefined
  if (moved !== undefined && action === 'created') return moved
  const title = recordTitle(resource, record)
  const money =
    action === 'created' && isTransaction({ resource }) ? moneyIn(record.amount, record.currency_id) : ''
  return `${verbs[action]} ${[title, money].filter(Boolean).join(', ')}`
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
  const who = listed([...new Set(changes.map(({ user_id }) => nameOf(user_id)))])
  // Of a version with a transaction, the transaction is told, and not the records that came with it.
  const versions = [...Map.groupBy(changes, ({ version }) => version).values()].map((all) => {
    const some = all.filter(isTransaction)
    return some.length > 0 ? some : all
  })
  const [first] = versions
  const main = first?.[0]
  const alone = versions.length === 1 && first?.length === 1 && main ? wordsOf(main, isOther) : undefined
  if (alone !== undefined) return `${who} ${alone}`
  const told = versions.flat()
  if (told.every((one) => one.action === 'created' && isTransaction(one)))
    return `${who} added ${told.length}`
  return versions.length === 1 ? `${who} made a change` : `${who} made ${counted(versions.length, 'change')}`
}
