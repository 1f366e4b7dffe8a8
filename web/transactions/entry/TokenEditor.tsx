import { type RefObject, Suspense, useEffect } from 'react'
import { t } from '../../../words/t.ts'
import { AccountPicker } from '../../accounts/AccountPicker.tsx'
import { CategoryPicker } from '../../categories/CategoryPicker.tsx'
import { ContactPicker } from '../../contacts/ContactPicker.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Floating } from '../../ui/Floating.tsx'
import { LazyCalendar } from '../../ui/LazyCalendar.tsx'
import type { EntryBook } from './book.ts'
import { type Choices, kindsOf, withPerson } from './choices.ts'
import type { EntryField } from './entry-sentence.ts'
import { categoryKindOf, type EntryKind, needsContact, type Reading } from './reading.ts'

type TokenEditorProps = {
  field: EntryField
  reading: Reading
  book: EntryBook
  onChoose: (choice: Choices) => void
  onKind: (kind: EntryKind) => void
  onClose: () => void
}

/** The picker of one token of the sentence, under it. A press beside it closes it. */
export function TokenEditor({
  anchor,
  ...editing
}: TokenEditorProps & { anchor: RefObject<HTMLElement | null> }) {
  const { onClose } = editing
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const isInside = event.target instanceof Element && event.target.closest('[popover]')
      if (!isInside && event.target instanceof Node && !anchor.current?.contains(event.target)) onClose()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [anchor, onClose])
  return (
    <Floating anchor={anchor} className={editing.field === 'day' ? '' : 'w-80 p-1.5'}>
      <Suspense fallback={<div className="h-64 w-64" />}>
        <Editor {...editing} />
      </Suspense>
    </Floating>
  )
}

function Editor({ field, reading, book, onChoose, onKind, onClose }: TokenEditorProps) {
  const inline = { isInline: true, isLabelHidden: true, onClose }
  switch (field) {
    case 'category':
      return (
        <CategoryPicker
          label={t('Category')}
          kind={categoryKindOf(reading.kind) ?? 'expense'}
          value={reading.category?.id ?? null}
          onChange={({ id, name, kind, icon, account }) =>
            onChoose({ category: { id, name, kind, icon, folded: '', account_id: account.id } })
          }
          {...inline}
        />
      )
    case 'account':
    case 'to_account':
      return (
        <AccountPicker
          label={field === 'account' ? t('Account') : t('Account that it goes to')}
          value={reading[field]?.id ?? null}
          onChange={({ id }) => {
            const chosen = book.accounts.find((account) => account.id === id)
            if (chosen) onChoose({ [field]: chosen })
          }}
          {...inline}
        />
      )
    case 'contact':
      return (
        <ContactPicker
          label={t('Contact')}
          value={reading.contact?.id ?? null}
          onChange={(contact) => onChoose({ contact })}
          isOptional={!needsContact(reading.kind)}
          isAddedLater
          {...inline}
        />
      )
    case 'people':
      return (
        <ContactPicker
          label={t('Split with')}
          value={null}
          onChange={(contact) => contact && onChoose(withPerson(reading, contact))}
          isAddedLater
          {...inline}
        />
      )
    case 'day':
      return (
        <LazyCalendar
          day={reading.day}
          today={book.day.today}
          onPick={(day) => onChoose({ day })}
          onClose={onClose}
        />
      )
    case 'kind':
      return (
        <Combobox
          aria-label={t('What happened')}
          shown=""
          placeholder={t('What happened?')}
          chosenId={reading.kind}
          optionsFor={(query) =>
            kindsOf(book)
              .filter(({ text }) => text.toLowerCase().startsWith(query.toLowerCase()))
              .map(({ kind, text }) => ({ id: kind, text }))
          }
          onPick={({ id }) => onKind(id as EntryKind)} // the options are kinds
          onClose={onClose}
          isInline
        />
      )
    default:
      return null
  }
}
