import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Change, listChanges } from '../../contract/changes.ts'
import { Refused } from '../../contract/client.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { asking, useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { momentText } from '../ui/dates.ts'
import { deviceWords } from '../ui/device.ts'
import { rich } from '../ui/rich.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Empty } from '../ui/States.tsx'
import { Blocked } from './Blocked.tsx'
import { ChangeSentence } from './ChangeSentence.tsx'
import { type ChangeGroup, grouped, happened, happenedIn, isErased } from './change-words.ts'
import { deedAlone } from './deeds.ts'
import { changedFields } from './fields.ts'
import { RecordLink } from './RecordLink.tsx'
import { undoNeeds } from './undo-rights.ts'
import { FieldList, useNameOf } from './Value.tsx'

const MAX_SHOWN = 200

/** Everything that one version did, at the side of the page. */
export function VersionSheet({
  version,
  problem,
  onUndo,
  onClose,
}: {
  version: number
  /** Why it could not be undone, if somebody tried. */
  problem: Problem | undefined
  onUndo: (version: number) => void
  onClose: () => void
}) {
  const query = useAsk(listChanges, { query: { since: Math.max(0, version - 1), limit: MAX_SHOWN } })
  const group = query.data && grouped(query.data.data).find((one) => one.version === version)
  return (
    <Sheet
      title={t('Change {version} [noun]', { version })}
      onClose={onClose}
      foot={group && version > 1 && <UndoButton group={group} onUndo={onUndo} />}
    >
      {problem && (
        <div className="mb-4">
          <Blocked problem={problem} onUndo={onUndo} />
        </div>
      )}
      <Loaded query={{ ...query, data: isAhead(query.error) ? null : query.data }}>
        {() =>
          group ? (
            <Content group={group} />
          ) : (
            <Empty title={t('There is no such change')}>
              {t('It may be of another book, or the address is mistyped.')}
            </Empty>
          )
        }
      </Loaded>
    </Sheet>
  )
}

/** Whether the version in the address is later than the book's. */
const isAhead = (error: Error | null): boolean =>
  error instanceof Refused && error.problem.code === 'since_ahead'

const UndoButton = ({ group, onUndo }: { group: ChangeGroup; onUndo: (version: number) => void }) =>
  isErased(group) ? (
    <p className="text-caption text-text-3">{t('What was deleted for good does not come back.')}</p>
  ) : (
    <Button
      needs={undoNeeds(group.changes)}
      icon={group.undone_by === null ? <Undo2 size={15} /> : <Redo2 size={15} />}
      onClick={() => onUndo(group.undone_by ?? group.version)}
    >
      {group.undone_by === null ? t('Undo this change') : t('Do it again')}
    </Button>
  )

const VersionLink = ({ version, children }: { version: number; children: ReactNode }) => (
  <Link
    to="/activity"
    search={(before) => ({ ...before, version: String(version) })}
    className="font-medium text-accent underline"
  >
    {children}
  </Link>
)

/** A version with more records than are shown, for its sentence: the category of a merge comes after all entries. */
function useWhole(group: ChangeGroup): ChangeGroup {
  const { version, changes } = group
  const isCut = changes.length >= MAX_SHOWN
  const query = { since: version - 1, resource: 'category', limit: 2 }
  const { data } = useQuery({ ...asking(listChanges, { query }), enabled: isCut })
  if (!isCut) return group
  const more = data?.data.filter(
    (one) =>
      one.version === version &&
      !changes.some(({ resource, id }) => resource === 'category' && id === one.id),
  )
  return { ...group, changes: [...changes, ...(more ?? [])], isCut }
}

function Content({ group }: { group: ChangeGroup }) {
  const today = useToday()
  const nameOf = useNameOf()
  const { at, user_name, device_name, undoes, undone_by, changes } = group
  const whole = useWhole(group)
  return (
    <>
      <p className="text-body">
        <ChangeSentence who={user_name} happened={happenedIn(whole, nameOf)} isUndone={undone_by !== null} />
      </p>
      <p className="mt-1 text-caption text-text-3">
        {[momentText(at, today), device_name && deviceWords(device_name)].filter(Boolean).join(' · ')}
      </p>
      {undone_by !== null && (
        <p className="mt-2 text-table text-text-2">
          {rich('It was undone by <link>change {version}</link>.', {
            version: undone_by,
            link: (words) => <VersionLink version={undone_by}>{words}</VersionLink>,
          })}
        </p>
      )}
      {undoes !== null && (
        <p className="mt-2 text-table text-text-2">
          {rich('It undoes <link>change {version}</link>.', {
            version: undoes,
            link: (words) => <VersionLink version={undoes}>{words}</VersionLink>,
          })}
        </p>
      )}
      <ol className="mt-4 flex flex-col">
        {changes.map((change) => (
          <Record key={`${change.resource} ${change.id}`} change={change} changes={changes} />
        ))}
      </ol>
      {changes.length >= MAX_SHOWN && (
        <p className="text-caption text-text-3">
          {t(
            '{count, plural, one {Only the first record is shown.} other {Only the first # records are shown.}}',
            { count: MAX_SHOWN },
          )}
        </p>
      )}
    </>
  )
}

function Record({ change, changes }: { change: Change; changes: readonly Change[] }) {
  const isAlone = changes.length === 1
  const nameOf = useNameOf()
  const isGone = change.before === null && change.after === null
  return (
    <li className="border-t border-line py-3">
      {(!isAlone || !isGone) && (
        <p className="mb-1.5 text-table text-text-2">
          {deedAlone(happened(change, nameOf, changes), (name) => (
            <span className="text-text">
              <RecordLink change={change}>{name}</RecordLink>
            </span>
          ))}
        </p>
      )}
      {isGone ? (
        <p className="text-table text-text-3">
          {change.action === 'erased'
            ? t('Nothing of it is kept.')
            : t('It was deleted for good since: nothing of it is kept.')}
        </p>
      ) : (
        <FieldList fields={changedFields(change)} />
      )}
    </li>
  )
}
