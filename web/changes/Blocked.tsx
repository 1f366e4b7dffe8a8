import { Link } from '@tanstack/react-router'
import { listChanges } from '../../contract/changes.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Blocker } from '../../contract/refusal.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { momentText } from '../ui/dates.ts'
import { Refusal } from '../ui/States.tsx'
import { ChangeSentence } from './ChangeSentence.tsx'
import { happened } from './change-words.ts'
import { aRecord } from './record-nouns.ts'
import { useNameOf } from './Value.tsx'

const MAX_LISTED = 10

/** Why a change could not be undone, with the way out: the later changes that depend on it, each a link. */
export function Blocked({ problem, onUndo }: { problem: Problem; onUndo: (version: number) => void }) {
  const { code, params, detail, blockers = [] } = problem
  if (code === 'undo_blocked') return <Later params={params} blockers={blockers} onUndo={onUndo} />
  const closed = closedOf(problem)
  if (closed) return <ClosedRefusal closed={closed} />
  if (code === 'already_undone')
    return (
      <Refusal
        title={t('It was undone already.')}
        actions={
          <Button needs="annotate" onClick={() => onUndo(Number(params.undone_by))}>
            {t('Do it again')}
          </Button>
        }
      />
    )
  if (code === 'erased')
    return (
      <Refusal title={t('It cannot be undone.')}>
        {t('A record that it changed was deleted for good, and nothing of that is kept.')}
      </Refusal>
    )
  return <Refusal title={detail} />
}

const Later = ({
  params,
  blockers,
  onUndo,
}: {
  params: Problem['params']
  blockers: readonly Blocker[]
  onUndo: (version: number) => void
}) => {
  const versions = [...new Map(blockers.map((one) => [one.version, one])).values()]
  const [latest] = versions
  const rest = Number(params.count) - Math.min(versions.length, MAX_LISTED)
  return (
    <Refusal
      title={
        versions.length === 1
          ? t('A later change depends on it. Undo that one first.')
          : t('Later changes depend on it. Undo them first.')
      }
      actions={
        latest && (
          <Button needs="annotate" onClick={() => onUndo(latest.version)}>
            {versions.length === 1 ? t('Undo it') : t('Undo the latest of them')}
          </Button>
        )
      }
    >
      <ul className="mt-2 flex flex-col gap-1.5">
        {versions.slice(0, MAX_LISTED).map((blocker) => (
          <li key={blocker.version}>
            <LaterChange blocker={blocker} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-1.5">{t('and {count, number} more', { count: rest })}</p>}
    </Refusal>
  )
}

function LaterChange({ blocker: { version, id, resource } }: { blocker: Blocker }) {
  const today = useToday()
  const nameOf = useNameOf()
  const { data } = useAsk(listChanges, { query: { since: version - 1, id, limit: 1 } })
  const change = data?.data.find((one) => one.version === version)
  return (
    <Link
      to="/activity"
      search={(before) => ({ ...before, version: String(version) })}
      className="block rounded-control underline decoration-line-2 underline-offset-2 hover:decoration-current"
    >
      {change ? (
        <>
          <ChangeSentence who={change.user_name} happened={happened(change, nameOf)} />
          <span className="block text-caption text-text-3">{momentText(change.at, today)}</span>
        </>
      ) : (
        t('Change {version} of {record} [an expense]', { version, record: aRecord(resource) })
      )}
    </Link>
  )
}
