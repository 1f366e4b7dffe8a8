import { Link } from '@tanstack/react-router'
import { type Change, listChanges } from '../../contract/changes.ts'
import { t } from '../../words/t.ts'
import { useAsk, usePages } from '../api/ask.ts'
import { undo } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { whoLeft } from '../page/people.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { momentText } from '../ui/dates.ts'
import { deviceWords } from '../ui/device.ts'
import { mergedIn } from './category-changes.ts'
import { hasFollowed } from './change-words.ts'
import { changedFields } from './fields.ts'
import { undoNeeds } from './undo-rights.ts'
import { FieldList, useNameOf } from './Value.tsx'

const words: Record<Change['action'], () => string> = {
  created: () => t('Added'),
  updated: () => t('Changed'),
  deleted: () => t('Put into the trash'),
  restored: () => t('Brought back'),
  erased: () => t('Deleted for good'),
}

/** The history of one record, the latest first: for a section of its sheet. The heading is the caller's. */
export function History({ id }: { id: string }) {
  const query = usePages(listChanges, { query: { id, order: 'desc', limit: 20 } })
  return (
    <Loaded query={{ data: query.rows, error: query.error, refetch: query.refetch }} rows={2}>
      {(rows) => (
        <>
          <ol className="flex flex-col">
            {rows.map((change, index) => (
              <Entry key={change.version} change={change} isLatest={index === 0} />
            ))}
          </ol>
          {query.hasNextPage && (
            <Button look="quiet" onClick={() => void query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
              {t('Show earlier ones')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Whether a person has changed an opening, or it followed, is told by the other changes of its version. */
function OpeningWords({ change }: { change: Change }) {
  const { data } = useAsk(listChanges, { query: { since: change.version - 1, limit: 20 } })
  const changes = data?.data.filter(({ version }) => version === change.version) ?? []
  return hasFollowed(change, changes) ? t('The start followed') : words.updated()
}

/** Whether a category went to the trash by itself, or was merged, is told in the same way. */
function MergeWords({ change }: { change: Change }) {
  const { data } = useAsk(listChanges, { query: { since: change.version - 1, limit: 20 } })
  const others = data?.data.filter(({ version, id }) => version === change.version && id !== change.id) ?? []
  const merged = mergedIn([...others, change])
  const nameOf = useNameOf()
  if (!merged) return words[change.action]()
  const name = merged.into.name ?? nameOf('category', merged.into.id) ?? t('another category')
  return change.action === 'deleted'
    ? t('Merged into {category}', { category: name })
    : t('Brought back out of {category}', { category: name })
}

function Entry({ change, isLatest }: { change: Change; isLatest: boolean }) {
  const today = useToday()
  const { action, user_name, device_name, at, version, undone_by } = change
  const isUndone = undone_by !== null
  return (
    <li className="border-b border-line py-2.5 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-table">
        <span className={classes('font-medium', isUndone && 'text-text-3 line-through')}>
          {change.resource === 'opening' && action === 'updated' ? (
            <OpeningWords change={change} />
          ) : change.resource === 'category' && (action === 'deleted' || action === 'restored') ? (
            <MergeWords change={change} />
          ) : (
            (words[action] ?? words.updated)()
          )}
        </span>
        <Link
          to="/activity"
          search={{ version: String(version) }}
          className="text-caption text-text-3 hover:text-text hover:underline"
        >
          {momentText(at, today)}
        </Link>
      </p>
      <p className="text-caption text-text-3">
        {[user_name ?? whoLeft(), device_name && deviceWords(device_name), isUndone && t('undone since')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isLatest && !isUndone && action === 'updated' && (
        <Button needs={undoNeeds([change])} className="mt-1.5" onClick={() => void undo(version)}>
          {t('Undo')}
        </Button>
      )}
      {action === 'updated' && (
        <div className="mt-1.5">
          <FieldList fields={changedFields(change)} />
        </div>
      )}
    </li>
  )
}
