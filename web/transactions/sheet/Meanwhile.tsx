import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { type Change, listChanges } from '../../../contract/changes.ts'
import { t } from '../../../words/t.ts'
import { asking } from '../../api/ask.ts'
import { send, sentenceOf, undo } from '../../api/change.ts'
import { changedFields } from '../../changes/fields.ts'
import { routesOfTrash } from '../../changes/trash.ts'
import { BeforeAfter } from '../../changes/Value.tsx'
import { useMe, useToday } from '../../page/me.ts'
import { usePeople } from '../../page/people.ts'
import { Button } from '../../ui/Button.tsx'
import { momentInSentence } from '../../ui/dates.ts'
import type { TransactionForm } from './use-transaction-form.ts'

/** A change counts as "a moment ago" for so long. */
const MOMENT_MS = 5 * 60_000

const isRecent = ({ at }: Change) => Date.now() - Date.parse(at) < MOMENT_MS

const Box = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div role="status" className="flex gap-2.5 rounded-control bg-accent-soft p-3.5 text-table">
    <span aria-hidden className="mt-0.5 shrink-0 text-accent">
      {icon}
    </span>
    <div className="min-w-0 flex-1 break-words">{children}</div>
  </div>
)

/** Says who has changed the open transaction, and how. Fields that nobody has typed in show the new values already. */
export function Meanwhile({ transaction, form }: { transaction: Transaction; form: TransactionForm }) {
  const me = useMe()
  const today = useToday()
  const { personOf } = usePeople()
  const { id, version } = transaction
  const [seen, setSeen] = useState(version)
  const query = { id, since: version - 1, order: 'desc', limit: 1 } as const
  const { data } = useQuery({ ...asking(listChanges, { query }), enabled: version > seen })
  const [change] = version > seen ? (data?.data ?? []) : []
  if (!change || change.version !== version || change.user_id === me.id) return null
  if (!form.isChanged && !isRecent(change)) return null
  const { short } = personOf(change.user_id)
  const fields = changedFields(change)
  return (
    <Box icon={<RefreshCw size={16} />}>
      <b className="font-semibold">
        {isRecent(change)
          ? t('{person} changed this a moment ago.', { person: short })
          : t('{person} changed this {moment}.', {
              person: short,
              moment: momentInSentence(change.at, today),
            })}
      </b>{' '}
      {fields.slice(0, 3).map(({ label, before, after }, index) => (
        <span key={label}>
          {index > 0 && '; '}
          {label}: <BeforeAfter before={before} after={after} />
        </span>
      ))}
      {fields.length > 3 && ` ${t('and {count, number} more', { count: fields.length - 3 })}`}
      {fields.length > 0 && '.'}
      {form.isChanged && (
        <>
          {' '}
          {t('What you typed is kept.')}
          <span className="mt-2 flex flex-wrap gap-2">
            <Button onClick={form.compare}>{t('Compare [verb]')}</Button>
            <Button
              look="quiet"
              onClick={() => {
                setSeen(version)
                form.takeTheirs()
              }}
            >
              {t('Take {person}’s [version]', { person: short })}
            </Button>
          </span>
        </>
      )}
    </Box>
  )
}

/** Who has deleted it, and when: without a person it is the reader, without a moment it was a moment ago. */
function deletedText(person: string | undefined, moment: string | undefined): string {
  if (person === undefined)
    return moment === undefined
      ? t('You deleted it a moment ago.')
      : t('You deleted it {moment}.', { moment })
  return moment === undefined
    ? t('{person} deleted it a moment ago.', { person })
    : t('{person} deleted it {moment}.', { person, moment })
}

/** Says who has deleted the open transaction, and brings it back. */
export function DeletedMeanwhile({ id, hasText }: { id: string; hasText: boolean }) {
  const me = useMe()
  const today = useToday()
  const { personOf } = usePeople()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const { data } = useQuery(asking(listChanges, { query: { id, order: 'desc', limit: 1 } }))
  const [change] = data?.data ?? []
  if (change?.action !== 'deleted') return null
  const words = deletedText(
    change.user_id === me.id ? undefined : personOf(change.user_id).short,
    isRecent(change) ? undefined : momentInSentence(change.at, today),
  )
  const restore = routesOfTrash[change.resource]?.restore
  const bringBack = async () => {
    setBusy(true)
    if (restore)
      await send(restore, { params: { id } }, { words: t('It is back') }).catch((error) =>
        setFault(sentenceOf(error)),
      )
    else await undo(change.version)
    setBusy(false)
  }
  return (
    <Box icon={<Trash2 size={16} />}>
      <b className="font-semibold">{words}</b>
      {hasText && ` ${t('What you typed is kept.')}`} {fault}
      <span className="mt-2 flex flex-wrap gap-2">
        <Button needs="write" isBusy={isBusy} onClick={() => void bringBack()}>
          {t('Bring back')}
        </Button>
      </span>
    </Box>
  )
}
