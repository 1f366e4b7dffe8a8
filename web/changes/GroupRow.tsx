import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  CalendarClock,
  CircleGauge,
  Coins,
  Goal,
  HandCoins,
  type LucideIcon,
  Receipt,
  Redo2,
  Scale,
  Tag,
  Undo2,
  User,
  Wallet,
} from 'lucide-react'
import type { Resource } from '../../contract/changes.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { dayShort, timeText } from '../ui/dates.ts'
import { programIn } from '../ui/device.ts'
import { IconTile } from '../ui/icons.tsx'
import { ChangeSentence } from './ChangeSentence.tsx'
import { alikeIn, type ChangeGroup, happenedIn, isErased, mainOf, otherDayIn } from './change-words.ts'
import { changedTogether } from './fields.ts'
import { undoNeeds } from './undo-rights.ts'
import { BeforeAfter, useNameOf } from './Value.tsx'

const icons: Partial<Record<Resource, LucideIcon>> = {
  account: Wallet,
  category: Tag,
  contact: User,
  exchange_rate: Coins,
  budget: CircleGauge,
  obligation: HandCoins,
  obligation_posting: HandCoins,
  payment: HandCoins,
  write_off: HandCoins,
  plan: CalendarClock,
  goal: Goal,
  goal_move: Goal,
  plan_occurrence: CalendarClock,
  reconciliation: Scale,
  book: BookOpen,
}

/** A field that "Ana closed the books through 31 October" says already. */
const SAID_BY_VERB = 'closed_through'

/** One version in the list of activity. A press anywhere opens it; Undo takes it back at once. */
export function GroupRow({
  group,
  origin,
  isOpen,
  onUndo,
}: {
  group: ChangeGroup
  /** Whether it did something again, and the file that it came from. */
  origin: { isRedone: boolean; from: string | undefined }
  isOpen: boolean
  onUndo: (version: number) => void
}) {
  const navigate = useNavigate()
  const nameOf = useNameOf()
  const { version, at, user_name, device_name, undone_by } = group
  const main = mainOf(group)
  const fields =
    main?.action === 'updated'
      ? changedTogether(alikeIn(group)).filter(({ name }) => name !== SAID_BY_VERB)
      : []
  const today = useToday()
  const entered = otherDayIn(group)
  const isUndone = undone_by !== null
  const open = () =>
    void navigate({
      to: '/activity',
      search: (before) => ({ ...before, version: String(version) }),
      resetScroll: false,
    })
  return (
    <li
      className={classes(
        'relative flex items-start gap-3 border-t border-line px-4 py-2.5 first:border-t-0 hover:bg-tile/50',
        isOpen && 'bg-accent-soft',
      )}
    >
      <IconTile icon={(main && icons[main.resource]) ?? Receipt} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={open}
          aria-expanded={isOpen}
          className="text-start text-table break-words after:absolute after:inset-0"
        >
          <ChangeSentence who={user_name} happened={happenedIn(group, nameOf, origin)} isUndone={isUndone} />
        </button>
        {fields.length > 0 && !isUndone && (
          <p className="text-table break-words text-text-2">
            {fields.slice(0, 3).map(({ name, label, before, after }, index) => (
              <span key={name}>
                {index > 0 && '; '}
                <span className="text-text-3">{label}</span> <BeforeAfter before={before} after={after} />
              </span>
            ))}
            {fields.length > 3 && (
              <span className="text-text-3">
                {' '}
                {t('and {count, number} more', { count: fields.length - 3 })}
              </span>
            )}
          </p>
        )}
        <p className="text-caption text-text-3">
          {[
            timeText(at),
            entered && t('dated {day}', { day: dayShort(entered, today) }),
            programIn(device_name),
            isUndone && t('undone since'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {version > 1 && !isErased(group) && (
        <Button
          needs={undoNeeds(group.changes)}
          look="quiet"
          className="relative z-10"
          icon={isUndone ? <Redo2 size={15} /> : <Undo2 size={15} />}
          onClick={() => onUndo(undone_by ?? version)}
          aria-label={
            isUndone ? t('Redo version {version}', { version }) : t('Undo version {version}', { version })
          }
        >
          <span className="hidden sm:inline">{isUndone ? t('Redo') : t('Undo')}</span>
        </Button>
      )}
    </li>
  )
}
