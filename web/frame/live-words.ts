import type { Change } from '../../contract/changes.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { counted, listed } from '../ui/wording.ts'

const TRANSACTIONS: ReadonlySet<string> = new Set(['expense', 'income', 'transfer'])
const isAdded = ({ action, resource }: Change) => action === 'created' && TRANSACTIONS.has(resource)

/** The changes of others since a version, in a few words: "Kai added Spar, €23.10", "Kai and Lea made 4 changes". */
export function liveWords(changes: readonly Change[], nameOf: (id: string) => string): string {
  const who = listed([...new Set(changes.map(({ user_id }) => nameOf(user_id)))])
  const versions = new Set(changes.map(({ version }) => version)).size
  const [first] = changes
  if (first && changes.every(isAdded)) {
    const { memo, amount, currency_id } = Object(first.after) as Record<string, unknown>
    const isPlain = typeof memo === 'string' && memo !== '' && typeof amount === 'number'
    if (changes.length === 1 && isPlain)
      return `${who} added ${memo}, ${hiddenMoneyText(amount, String(currency_id))}`
    return `${who} added ${changes.length}`
  }
  return versions === 1 ? `${who} made a change` : `${who} made ${counted(versions, 'change')}`
}
