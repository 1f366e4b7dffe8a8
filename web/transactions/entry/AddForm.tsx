import { useRouter } from '@tanstack/react-router'
import { UserRoundPlus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listSuggestions } from '../../../contract/suggestions.ts'
import { t } from '../../../words/t.ts'
import { useAsk } from '../../api/ask.ts'
import { closedOf } from '../../books/closed.ts'
import { afterKey } from '../../ui/amount-input.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useCalendarAhead } from '../../ui/LazyCalendar.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useLocale } from '../../ui/locale.ts'
import { fold } from '../../ui/matching.ts'
import { decimalsOf } from '../../ui/money.ts'
import { remainderOf } from '../sheet/parts.ts'
import { refusalWords } from '../transaction-refusals.ts'
import { AddAmount } from './AddAmount.tsx'
import { AddChips, type AddField } from './AddChips.tsx'
import { AddFoot } from './AddFoot.tsx'
import { AddMemo } from './AddMemo.tsx'
import { AddPopup } from './AddPopup.tsx'
import { AddTabs, DebtTabs } from './AddTabs.tsx'
import { Again } from './Again.tsx'
import { type AddDraft, currencyOfAdd, emptyAdd, figureBeside, readingOfAdd } from './add-reading.ts'
import { draftAgain } from './again.ts'
import type { EntryBook } from './book.ts'
import { CategoryGrid } from './CategoryGrid.tsx'
import { requestsOf } from './entry-requests.ts'
import { addText, faultText, messageOf, missingText } from './entry-sentence.ts'
import { namesOf } from './lost-words.ts'
import { categoryKindOf, type EntryAmount, type EntryFault, type EntryKind, needsContact } from './reading.ts'
import { useAskedFirst, useRecurring } from './recurring.ts'
import { unreadWords } from './unread.ts'
import { useEntryDraft } from './use-entry-draft.ts'
import { useFigureKeys } from './use-figure-keys.ts'
import { useSuggestedCategory } from './use-suggested-category.ts'
import { useTaken } from './use-taken.ts'

const EntryQuestions = lazily(async () => (await import('./EntryQuestions.tsx')).EntryQuestions)

/** The field that a fault leads to. */
const opens: Readonly<Partial<Record<EntryFault, AddField>>> = {
  account_missing: 'account',
  to_account_missing: 'to_account',
  same_account: 'to_account',
  contact_missing: 'contact',
  contact_unknown: 'contact',
}

/** Adding by thumb: the keypad is there at once, and the usual choices are one press away. */
export function AddForm({ book }: { book: EntryBook }) {
  const { history, navigate } = useRouter()
  const locale = useLocale()
  const { draft, change, clear, record, recording } = useEntryDraft<AddDraft>('add', emptyAdd)
  const [open, setOpen] = useState<AddField | null>(null)
  const [isTried, setTried] = useState(false)
  const [isWriting, setWriting] = useState(false)
  useCalendarAhead()
  const { data: suggestions } = useAsk(listSuggestions, { query: { limit: 100 } })
  const suggested = useSuggestedCategory(readingOfAdd(draft, book), book)
  const reading = readingOfAdd(draft, book, suggested)
  const taken = useTaken(reading, book.base_currency_id, draft.taken)
  const { amount, kind } = reading
  const categoryKind = categoryKindOf(kind)
  const unread = unreadWords(draft.memo, reading, book, draft.noted)
  const asked = recording.problem ? undefined : unread.find(({ offers }) => offers.length > 0)
  const recurring = useRecurring(book)
  const question = useAskedFirst(asked)
  const add = async (fx_rate?: number, to_amount?: EntryAmount) => {
    const told = to_amount ? { ...reading, to_amount } : reading
    const steps = taken?.isOpen ? null : requestsOf(told, book, fx_rate, taken?.charged)
    setTried(!steps)
    if (!steps) {
      const field = reading.faults.map((fault) => opens[fault]).find(Boolean)
      if (amount && field) setOpen(field)
      return
    }
    if (question.comesFirst()) return
    await taken?.keepRate()
    const words = messageOf(told, { today: book.day.today, locale })
    if (
      await record(steps, { words, line: words, names: namesOf(told) }, recurring.offered(reading, asked))
    ) {
      question.forget()
      clear()
    }
  }
  const type = (key: string) =>
    change({ sum: afterKey(draft.sum, key, decimalsOf(currencyOfAdd(draft, book))) })
  const choose = (next: EntryKind) => change({ kind: next, isKindChosen: true })
  useFigureKeys(type, () => recording.isBusy || void add())
  const isShownBelow =
    recording.problem &&
    (recording.problem.code === 'fx_rate_missing' || closedOf(recording.problem) !== undefined)
  const close = () => (history.length > 1 ? history.back() : void navigate({ to: '/' }))
  const fault = isTried ? (faultText(reading, 0) ?? missingText(reading)) : undefined
  const isSplit = reading.people.length > 0
  const isCategoryChip = isSplit && reading.category !== null // the parts need the room of the tiles
  const mine = amount && isSplit ? remainderOf(amount.minor, reading.shares) : undefined

  return (
    <main className="mx-auto flex min-h-0 w-full max-w-[460px] flex-1 basis-0 flex-col">
      <h1 className="sr-only">{t('Add a transaction')}</h1>
      <div className="flex items-center gap-2 px-3 pt-3">
        <IconButton label={t('Close')} onClick={close}>
          <X size={20} aria-hidden />
        </IconButton>
        <AddTabs kind={kind} onKind={choose} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 pt-2 pb-4">
        <AddAmount
          sum={draft.sum}
          amount={amount}
          currency={currencyOfAdd(draft, book)}
          mine={mine}
          beside={figureBeside(draft, book)}
          fault={fault}
        />
        {needsContact(kind) && <DebtTabs kind={kind} onKind={choose} />}
        <AddMemo {...{ draft, reading, change }} onWriting={setWriting} onSend={() => void add()} />
        {categoryKind && !isCategoryChip && (
          <CategoryGrid
            categories={book.categories.filter((category) => category.kind === categoryKind)}
            chosen={reading.category}
            isMissing={isTried && reading.category === null}
            onChoose={(category) => change({ category })}
            onMore={() => setOpen('category')}
          />
        )}
        <AddChips
          draft={draft}
          reading={reading}
          book={book}
          isTried={isTried}
          hasCategory={isCategoryChip}
          onOpen={setOpen}
        />
        {(taken || recording.problem || asked || isSplit) && (
          <Suspense fallback={null}>
            <EntryQuestions
              taken={taken}
              book={book}
              reading={reading}
              division={draft.division}
              asked={asked}
              isUrgent={question.isUrgent}
              isAsked={isTried}
              recording={recording}
              onTaken={(typed) => change({ taken: typed })}
              onDay={(day) => {
                change({ day })
                recording.clear()
              }}
              onChoose={change}
              onText={(memo) => change({ memo })}
              onNote={(said) => change({ noted: [...(draft.noted ?? []), fold(said)] })}
              onPeople={() => setOpen('people')}
              onPlanned={clear}
              onAdd={(rate, to_amount) => void add(rate, to_amount)}
            />
          </Suspense>
        )}
        {isSplit && (
          <Button
            look="quiet"
            icon={<UserRoundPlus size={16} aria-hidden />}
            onClick={() => setOpen('people')}
          >
            {t('Another person')}
          </Button>
        )}
        {recording.sentence && !isShownBelow && (
          <p role="alert" className="text-table text-warn">
            {recording.problem ? refusalWords(recording.problem, book.day.today) : recording.sentence}
          </p>
        )}
        <Again
          kind={kind}
          suggestions={suggestions?.data ?? []}
          onRepeat={(one) => change(draftAgain(one, book))}
        />
      </div>
      <AddFoot isHidden={isWriting} isBusy={recording.isBusy} onKey={type} onAdd={() => void add()}>
        {addText(amount, locale)}
      </AddFoot>
      {open && (
        <AddPopup
          field={open}
          draft={draft}
          reading={reading}
          book={book}
          onChange={change}
          onClose={() => setOpen(null)}
        />
      )}
    </main>
  )
}
