import { useNavigate } from '@tanstack/react-router'
import { Anchor, ArrowLeft, ArrowRight, Coins, FileUp, Tags } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { starterName } from '../../contract/starter.ts'
import { listed, t } from '../../words/t.ts'
import { refresh, sentenceOf } from '../api/change.ts'
import { addressIn } from '../api/page-book.ts'
import { CurrencyPicker } from '../currencies/CurrencyPicker.tsx'
import { categoryCount } from '../page/category-words.ts'
import { useBook, useBooks, useMe, useMembership, useToday } from '../page/me.ts'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { useTitle } from '../ui/Card.tsx'
import { dayLong, ownTimeZone } from '../ui/dates.ts'
import { useDraft } from '../ui/draft.ts'
import { currencyHeading } from '../ui/money.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { sayWhatIsLeft } from '../ui/toast.ts'

import { LookAround } from './LookAround.tsx'
import { ReadySet } from './ReadySet.tsx'
import { categoryNames, groupNames, type SetDraft } from './ready-set.ts'
import { StartLines } from './StartLines.tsx'
import { amountOfLine, fillBook, firstLines, type StartLine, takeCurrency } from './start.ts'
import { adoptTimeZone } from './time-zone.ts'
import { Fold, FromProgram } from './WelcomeLines.tsx'
import { welcomed } from './welcomed.ts'

type WelcomeDraft = SetDraft & { lines: readonly StartLine[]; currency: string | null }
const nothing = (): WelcomeDraft => ({ lines: firstLines(), leftOut: [], added: [], currency: null })

/** The first page of a new book: what somebody has today. Categories and the currency are there already, and can be changed. */
export function WelcomePage() {
  useTitle(t('Welcome'))
  const { name } = useMe()
  const book = useBook()
  const today = useToday()
  const navigate = useNavigate()
  const { draft, change, clear } = useDraft('welcome', nothing())
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const { isSecond, back } = useWhichBook()
  const currency = draft.currency ?? book.base_currency_id
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    welcomed.set('yes')
    heading.current?.focus({ preventScroll: true })
    sayWhatIsLeft()
  }, [])

  async function begin(way: 'set' | 'file' | 'moving' | 'empty') {
    const isFilled = way === 'set' || way === 'file' // a file of another program has its own accounts and categories
    const lines = draft.lines.map((line) => ({ ...line, amount: amountOfLine(line, currency) }))
    const isUnread = lines.some(
      ({ amount }, index) => amount === undefined && draft.lines[index]?.amount.trim(),
    )
    if (isFilled && isUnread) {
      setFault(t('Write the amounts as numbers, such as 184.20, or leave them out.'))
      return
    }
    setBusy(true)
    setFault(undefined)
    try {
      if (book.time_zone !== ownTimeZone()) await adoptTimeZone()
      if (isFilled) await fillBook({ ...draft, lines, currency }, today, book)
      else await takeCurrency(currency, book)
      clear()
      void refresh()
      if (way === 'file') await navigate({ to: '/imports' })
      else if (way === 'moving') await navigate({ to: '/moving' })
      else await navigate({ to: '/', search: { entry: 'ready' } })
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  const [names, groups] = [categoryNames(draft), groupNames(draft)]
  return (
    <main className="mx-auto max-w-[600px] px-5 pt-4 pb-32 sm:pt-[min(6vh,56px)] sm:pb-10">
      <div className="flex items-center justify-between">
        <Brand />
        <Button look="quiet" className="-me-3" onClick={() => void begin('empty')}>
          {t('Start empty')}
        </Button>
      </div>
      {back && (
        <a
          href={addressIn(back.id, '/')}
          className="mt-4 inline-flex min-h-8 items-center gap-1.5 text-table font-medium text-text-2 hover:underline touch:min-h-11"
        >
          <ArrowLeft size={15} aria-hidden className="shrink-0" />
          <span className="wrap-anywhere">{t('Back to {book}', { book: back.name })}</span>
        </a>
      )}
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-3 text-figure font-semibold sm:mt-6 wrap-anywhere outline-none"
      >
        {isSecond
          ? t('What is in {book} today?', { book: book.name })
          : t('Hello {name}. What do you have today?', { name })}
      </h1>
      <p className="mt-1.5 mb-5 text-text-2">
        {t('As of {day}. A rough figure is fine, and so is none.', { day: dayLong(today, today) })}
      </p>
      <StartLines
        lines={draft.lines}
        onLines={(lines) => change({ lines })}
        currencyId={currency}
        onEnter={() => void begin('set')}
      />
      <p className="mt-2 mb-5 flex gap-2 text-caption text-text-2">
        <Anchor size={14} aria-hidden className="mt-0.5 shrink-0" />
        {t('These are your balances today. Adding older entries will not change them.')}
      </p>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {!isSecond && (
          <Fold
            icon={<Coins size={16} strokeWidth={1.75} />}
            title={currencyHeading(currency)}
            text={t('The currency that you think in')}
          >
            <CurrencyPicker
              label={t('Currency you think in')}
              hint={t(
                'Sums are in it. Accounts may have others, and it can change until the first transaction or budget.',
              )}
              value={currency}
              onChange={(picked) => change({ currency: picked })}
            />
          </Fold>
        )}
        <Fold
          icon={<Tags size={16} strokeWidth={1.75} />}
          title={categoryCount(names.length, groups.length)}
          text={listed((groups.length > 0 ? groups : names).map(starterName))}
        >
          <ReadySet draft={draft} change={change} />
        </Fold>
        <FromProgram onOpen={() => void begin('moving')} />
      </div>
      {fault && (
        <p role="alert" className="mt-4 text-end text-table font-medium text-warn">
          {fault}
        </p>
      )}
      <div className="mt-5 flex items-center justify-between gap-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:mt-0 max-sm:flex-col-reverse max-sm:gap-1 max-sm:border-t max-sm:border-line max-sm:bg-canvas max-sm:p-3">
        <div className="-ms-3 flex gap-1 max-sm:ms-0 max-sm:flex-wrap max-sm:justify-center max-sm:[&>button]:px-2">
          <Button look="quiet" icon={<FileUp size={15} />} onClick={() => void begin('file')}>
            {t('Begin with a bank file')}
          </Button>
          {!isSecond && !back && <LookAround onFault={setFault} />}
        </div>
        <Button
          look="primary"
          isBusy={isBusy}
          onClick={() => void begin('set')}
          className="min-h-10 px-5 text-body! max-sm:w-full"
        >
          {t('Start [verb]')}
          <ArrowRight size={16} aria-hidden />
        </Button>
      </div>
      <Toaster />
    </main>
  )
}

/** Whether this is a book that was opened beside another one, with its name and currency; and the book that one can go back to. */
function useWhichBook() {
  const here = useMembership()
  const others = useBooks().filter((one) => one.id !== here?.id && !one.is_archived)
  return {
    isSecond: here !== undefined && !here.is_default,
    back: others.find(({ is_default }) => is_default) ?? others[0],
  }
}
