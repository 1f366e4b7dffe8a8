import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, BookOpen, FileUp, Layers } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { starterAccounts, starterCategories } from '../../contract/starter.ts'
import { refresh, sentenceOf } from '../api/change.ts'
import { useBook, useMe, useToday } from '../page/me.ts'
import { amountOfField } from '../ui/amount-input.ts'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { useTitle } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { ownTimeZone } from '../ui/dates.ts'
import { useDraft } from '../ui/draft.ts'
import { ReadySet, type SetDraft } from './ReadySet.tsx'
import { fillBook, type Place, placeList } from './start.ts'
import { adoptTimeZone } from './time-zone.ts'

const nothing: SetDraft & { choice: 'set' | 'file' | 'empty' } = {
  choice: 'set',
  leftOut: [],
  added: [],
  bank: '',
  cash: '',
  savings: '',
  card: '',
}

/** The first page of a new book: how to begin. */
export function WelcomePage() {
  useTitle('Welcome')
  const { name } = useMe()
  const { base_currency_id: base, time_zone } = useBook()
  const today = useToday()
  const navigate = useNavigate()
  const { draft, change, clear } = useDraft('welcome', nothing)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  async function start() {
    const amountOf = (place: Place) => amountOfField(draft[place], base)
    const amounts = {
      bank: amountOf('bank'),
      cash: amountOf('cash'),
      savings: amountOf('savings'),
      card: amountOf('card'),
    }
    const isUnread = placeList.some((place) => amounts[place] === undefined && draft[place].trim() !== '')
    if (draft.choice === 'set' && isUnread) {
      setFault('Write the amounts as numbers, such as 184.20, or leave them out.')
      return
    }
    setBusy(true)
    setFault(undefined)
    try {
      if (time_zone !== ownTimeZone()) await adoptTimeZone()
      if (draft.choice === 'set') await fillBook({ ...draft, amounts }, today)
      clear()
      void refresh()
      if (draft.choice === 'file') await navigate({ to: '/imports' })
      else await navigate({ to: '/', search: { entry: 'ready' } })
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  const count = starterCategories.length - draft.leftOut.length + draft.added.length
  const accounts = starterAccounts.map((account) => account.name.toLowerCase()).join(' and ')
  return (
    <main className="mx-auto max-w-[680px] px-5 pt-[min(7vh,64px)] pb-10">
      <Brand />
      <h1 tabIndex={-1} className="mt-7 text-figure font-semibold break-words">
        Hello {name}. How would you like to start?
      </h1>
      <p className="mt-1.5 mb-6 text-text-2">You can change everything later.</p>
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">How to start</legend>
        <Way
          icon={<Layers size={18} strokeWidth={1.75} />}
          title="With a ready-made set"
          isChosen={draft.choice === 'set'}
          onChoose={() => change({ choice: 'set' })}
          text={`${count} categories most homes use; cash, a bank account, ${accounts}`}
        >
          <ReadySet draft={draft} change={change} currencyId={base} />
        </Way>
        <Way
          icon={<FileUp size={18} strokeWidth={1.75} />}
          title="With a file from my bank"
          isChosen={draft.choice === 'file'}
          onChoose={() => change({ choice: 'file' })}
          text="CSV, OFX, QIF, CAMT or MT940, or an export of YNAB, Actual or Firefly III"
        />
        <Way
          icon={<BookOpen size={18} strokeWidth={1.75} />}
          title="With an empty book"
          isChosen={draft.choice === 'empty'}
          onChoose={() => change({ choice: 'empty' })}
          text="Cash and a bank account. Categories come as you write."
        />
      </fieldset>
      {fault && (
        <p role="alert" className="mt-4 text-right text-table font-medium text-warn">
          {fault}
        </p>
      )}
      <div className="mt-5 flex justify-end">
        <Button
          look="primary"
          isBusy={isBusy}
          onClick={() => void start()}
          className="min-h-10 px-5 text-body! max-sm:w-full"
        >
          Start
          <ArrowRight size={16} aria-hidden />
        </Button>
      </div>
    </main>
  )
}

/** One way to start. Its choices show while it is chosen. */
const Way = ({
  icon,
  title,
  text,
  isChosen,
  onChoose,
  children,
}: {
  icon: ReactNode
  title: string
  text: string
  isChosen: boolean
  onChoose: () => void
  children?: ReactNode
}) => (
  <div
    className={classes(
      'rounded-card border bg-surface',
      isChosen ? 'border-accent outline-2 outline-accent-soft' : 'border-line hover:border-line-2',
    )}
  >
    <label className="flex cursor-pointer items-center gap-3.5 p-4">
      <span
        aria-hidden
        className={classes(
          'grid size-10 shrink-0 place-items-center rounded-control',
          isChosen ? 'bg-accent-soft text-accent' : 'bg-tile text-text-2',
        )}
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-table text-text-2">{text}</span>
      </span>
      <input
        type="radio"
        name="way"
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-fill"
      />
    </label>
    {isChosen && children && <div className="mx-4 border-t border-line py-4">{children}</div>}
  </div>
)
