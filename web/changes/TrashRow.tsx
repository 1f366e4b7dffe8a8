import {
  CalendarClock,
  HandCoins,
  type LucideIcon,
  Receipt,
  RotateCcw,
  Tag,
  Trash2,
  User,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import { Refused } from '../../contract/client.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { send, sentenceOf, undo } from '../api/change.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { useToday } from '../page/me.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { dayText, momentInSentence } from '../ui/dates.ts'
import { IconTile } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { say } from '../ui/toast.ts'
import { kindWord } from './record-nouns.ts'
import { routesOfTrash, type Trashed } from './trash.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  obligation: HandCoins,
  payment: HandCoins,
  contact: User,
  category: Tag,
  account: Wallet,
  plan: CalendarClock,
}

/** Brings a record back: by its own route, or by undoing the change that deleted it. Answers with the refusal, if there is one. */
async function bringBack({ resource, id, title, version }: Trashed): Promise<Problem | undefined> {
  const routes = routesOfTrash[resource]
  if (!routes) {
    let refused: Problem | undefined
    await undo(version, (problem) => {
      refused = problem
    })
    return refused
  }
  try {
    await send(routes.restore, { params: { id } }, { words: t('{record} is back', { record: title }) })
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.problem
    say({ words: sentenceOf(error), tone: 'refused' })
    return undefined
  }
}

export function TrashRow({
  row,
  all,
  onForGood,
}: {
  row: Trashed
  all: readonly Trashed[]
  onForGood: () => void
}) {
  const today = useToday()
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const kind = kindWord(row.resource)
  const restore = async (first?: Trashed) => {
    setBusy(true)
    const missing = first && (await bringBack(first))
    setProblem(missing ?? (await bringBack(row)))
    setBusy(false)
  }
  return (
    <li className="border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="flex items-center gap-3">
        <IconTile icon={icons[row.resource] ?? Receipt} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2 text-table">
            <span className="font-medium break-words">{row.title}</span>
            {row.amount && (
              <span className="text-text-2">
                <Money amount={row.amount.amount} currency={row.amount.currency} />
              </span>
            )}
          </p>
          <p className="text-caption text-text-3">
            {[
              row.date ? t('{kind} of {day} [Expense of 5 May]', { kind, day: dayText(row.date) }) : kind,
              t('deleted {moment}', { moment: momentInSentence(row.deletedAt, today) }),
            ].join(' · ')}
          </p>
        </div>
        <Button needs="write" icon={<RotateCcw size={15} />} isBusy={isBusy} onClick={() => void restore()}>
          {rich('<shown>Bring back</shown> {record}', {
            shown: (words) => <span className="sr-only sm:not-sr-only">{words}</span>,
            record: <span className="sr-only">{row.title}</span>,
          })}
        </Button>
        {routesOfTrash[row.resource] && (
          <IconButton
            needs="write"
            label={t('Delete {record} for good', { record: row.title })}
            onClick={onForGood}
          >
            <Trash2 size={16} />
          </IconButton>
        )}
      </div>
      {problem && (
        <div className="mt-2.5">
          <NotBack problem={problem} all={all} onRestore={(first) => void restore(first)} />
        </div>
      )}
    </li>
  )
}

/** Why it stays in the trash, with the way out. */
function NotBack({
  problem,
  all,
  onRestore,
}: {
  problem: Problem
  all: readonly Trashed[]
  onRestore: (first: Trashed) => void
}) {
  const { code, params, detail } = problem
  if (code === 'link_deleted') {
    const needed = all.find(({ resource, title }) => resource === params.link && title === params.name)
    return (
      <Refusal
        title={t(
          '{kind, select, account {The account {name} is in the trash too.} category {The category {name} is in the trash too.} contact {The contact {name} is in the trash too.} other {{name} is in the trash too.}}',
          { kind: String(params.link), name: String(params.name) },
        )}
        actions={
          needed && (
            <Button needs="write" onClick={() => onRestore(needed)}>
              {t('Bring back both')}
            </Button>
          )
        }
      >
        {t('It belongs to that.')}
      </Refusal>
    )
  }
  const closed = closedOf(problem)
  if (closed) return <ClosedRefusal closed={closed} />
  return <Refusal title={detail} />
}
