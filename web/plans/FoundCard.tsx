import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { NewPlan } from '../../contract/plans.ts'
import { type FoundPlan, findPlans } from '../../contract/recurring.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { shownText } from '../ui/bank-text.ts'
import { NEW_PLAN, writeDraft } from '../ui/draft.ts'
import { wordLocale } from '../ui/locale.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { useDeclined } from './declined.ts'
import { evidenceText, isSteady, isVarying, largestFirst } from './found-words.ts'
import { foundForm, makeAll, planOfFound } from './make-all.ts'
import { iconOfPlan, type PlanNames } from './plan-names.ts'
import { rhythmText } from './rhythm.ts'

/** The most proposals that are shown until all are asked for. */
const MAX_SHOWN = 3

/** The payments of the book that repeat, each with its evidence, to be made recurring or declined. */
export function FoundCard({ names, isFirst = false }: { names: PlanNames; isFirst?: boolean }) {
  const { data } = useAsk(findPlans)
  const { open: all, count, decline, bringBack } = useDeclined(data?.data)
  const open = largestFirst(all)
  const [isWhole, showWhole] = useState(isFirst)
  if (open.length === 0 && count === 0) return null
  const shown = isWhole ? open : open.slice(0, MAX_SHOWN)
  return (
    <section aria-label={t('Found in your book')} className="rounded-card border border-dashed border-line-2">
      <div className="flex flex-wrap items-center gap-x-3 px-5 pt-3 pb-2 max-sm:px-4">
        <h2 className="text-table font-medium text-text-2">
          {open.length === 0
            ? t('Found in your book')
            : t(
                '{count, plural, one {Found in your book: # payment that repeats} other {Found in your book: # payments that repeat}}',
                { count: open.length },
              )}
        </h2>
      </div>
      <ul>
        {shown.map((one) => (
          <FoundRow key={one.key} found={one} names={names} onNo={() => decline(one)} />
        ))}
      </ul>
      {open.length > 1 && (
        <p className="flex flex-wrap justify-between border-t border-line px-3 py-1.5 empty:hidden">
          {shown.length < open.length && (
            <Button look="quiet" onClick={() => showWhole(true)}>
              {t('{count, plural, one {Show all #} other {Show all #}}', { count: open.length })}
            </Button>
          )}
          <MakeAll found={open} />
        </p>
      )}
      {count > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 border-t border-line px-5 py-2 text-table text-text-2 max-sm:px-4">
          {t(
            '{count, plural, one {You said No to # payment on this device.} other {You said No to # payments on this device.}}',
            { count },
          )}
          <Button look="quiet" onClick={bringBack}>
            {count === 1 ? t('Show it again') : t('Show them again')}
          </Button>
        </p>
      )}
    </section>
  )
}

/** Makes all steady proposals recurring at once, those too that are not shown yet, but for those that a person has to complete. */
function MakeAll({ found }: { found: readonly FoundPlan[] }) {
  const today = useToday()
  const [isBusy, setBusy] = useState(false)
  const bodies = found.filter(isSteady).flatMap((one) => planOfFound(one, today) ?? [])
  if (bodies.length < 2) return null
  const make = async () => {
    if (isBusy) return
    setBusy(true)
    await makeAll(bodies)
    setBusy(false)
  }
  return (
    <Button needs="write" look="quiet" className="ms-auto" isBusy={isBusy} onClick={() => void make()}>
      {bodies.length === found.length
        ? t('Make all recurring')
        : t('Make {count, number} of them recurring', { count: bodies.length })}
    </Button>
  )
}

/** Words for those who hear the page. */
const hidden = (inner: ReactNode) => <span className="sr-only">{inner}</span>

function FoundRow({ found, names, onNo }: { found: FoundPlan; names: PlanNames; onNo: () => void }) {
  const today = useToday()
  const { open } = useAddress()
  const { name, kind, currency_id: currency } = found
  const minor = minorOf(found.amount, currency)
  const Icon = iconOfPlan(found, names)
  const shown = shownText(name)
  const body = planOfFound(found, today)
  const [isBusy, setBusy] = useState(false)
  const complete = () => {
    writeDraft(NEW_PLAN, foundForm(found, today))
    open({ open: undefined, edit: 'new' })
  }
  const take = async (whole: NewPlan) => {
    if (isBusy) return
    setBusy(true)
    await makeAll([whole])
    setBusy(false)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-line px-5 py-2 text-table max-sm:px-4">
      <span aria-hidden className="grid size-7 shrink-0 place-items-center text-text-3">
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <span className="min-w-0 flex-1">
        <span title={name} className="line-clamp-2 wrap-anywhere">
          {shown}
        </span>
        <span className="block text-caption text-text-2">
          {t('{rhythm}: {days}', {
            rhythm: rhythmText(found.schedule, today, wordLocale(), true),
            days: evidenceText(found, today),
          })}
        </span>
        {isVarying(found) && (
          <span className="block text-caption text-text-2">
            {rich('Between {smallest} and {largest}. The latest amount is used.', {
              smallest: <Money amount={found.smallest_amount} currency={currency} />,
              largest: <Money amount={found.largest_amount} currency={currency} />,
            })}
          </span>
        )}
      </span>
      <Money
        amount={kind === 'expense' ? -minor : minor}
        currency={currency}
        variant={kind === 'transfer' ? 'plain' : 'signed'}
        className="shrink-0 text-text-2"
      />
      <span className="flex max-sm:basis-full max-sm:ps-8">
        <Button
          needs="write"
          look="quiet"
          icon={<Plus size={15} />}
          isBusy={isBusy}
          onClick={() => (body ? void take(body) : complete())}
        >
          {rich('Make it recurring<hidden>: {name}</hidden>', { name: shown, hidden })}
        </Button>
        <Button needs="write" look="quiet" icon={<X size={15} />} onClick={onNo}>
          {rich('No<hidden>: {name}</hidden>', { name: shown, hidden })}
        </Button>
      </span>
    </li>
  )
}
