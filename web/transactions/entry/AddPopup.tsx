import { Suspense, useState } from 'react'
import { t } from '../../../words/t.ts'
import { AccountPicker } from '../../accounts/AccountPicker.tsx'
import { CategoryPicker } from '../../categories/CategoryPicker.tsx'
import { ContactPicker } from '../../contacts/ContactPicker.tsx'
import { currencyLabel, findCurrencies } from '../../currencies/list.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Form, TextField } from '../../ui/Field.tsx'
import { LazyCalendar } from '../../ui/LazyCalendar.tsx'
import { Popup } from '../../ui/Popup.tsx'
import type { AddField } from './AddChips.tsx'
import type { AddDraft } from './add-reading.ts'
import type { EntryBook } from './book.ts'
import { withPerson } from './choices.ts'
import { categoryKindOf, MAX_TAG_LENGTH, MAX_TAGS, type Reading } from './reading.ts'

type AddPopupProps = {
  field: AddField
  draft: AddDraft
  reading: Reading
  book: EntryBook
  onChange: (change: Partial<AddDraft>) => void
  onClose: () => void
}

const titles: Readonly<Record<AddField, () => string>> = {
  account: () => t('Account'),
  to_account: () => t('To which account?'),
  contact: () => t('Who?'),
  day: () => t('Day'),
  people: () => t('Split with people'),
  tags: () => t('Tags'),
  currency: () => t('Currency'),
  category: () => t('Category'),
}

/** Opened by a chip: the picker of one field, over the page. */
export const AddPopup = (editing: AddPopupProps) => (
  <Popup title={titles[editing.field]()} onClose={editing.onClose}>
    <Suspense fallback={<div className="h-64" />}>
      <Editor {...editing} />
    </Suspense>
  </Popup>
)

function Editor({ field, draft, reading, book, onChange, onClose }: AddPopupProps) {
  const done = (change: Partial<AddDraft>) => {
    onChange(change)
    onClose()
  }
  const inline = { isInline: true, isLabelHidden: true, onClose }
  switch (field) {
    case 'account':
    case 'to_account':
      return (
        <AccountPicker
          label={titles[field]()}
          value={reading[field]?.id ?? null}
          onChange={({ id }) => done({ [field]: book.accounts.find((account) => account.id === id) ?? null })}
          {...inline}
        />
      )
    case 'category':
      return (
        <CategoryPicker
          label={t('Category')}
          kind={categoryKindOf(reading.kind) ?? 'expense'}
          value={reading.category?.id ?? null}
          onChange={({ id, name, kind, icon, account }) =>
            done({ category: { id, name, kind, icon, folded: '', account_id: account.id } })
          }
          {...inline}
        />
      )
    case 'contact':
      return (
        <ContactPicker
          label={t('Contact')}
          value={reading.contact?.id ?? null}
          onChange={(contact) => done({ contact })}
          isAddedLater
          {...inline}
        />
      )
    case 'day':
      return (
        <LazyCalendar
          day={reading.day}
          today={book.day.today}
          onPick={(day) => done({ day })}
          onClose={onClose}
        />
      )
    case 'currency':
      return (
        <Combobox
          aria-label={t('Currency')}
          placeholder={t('Find a currency')}
          shown=""
          chosenId={draft.currency_id}
          optionsFor={(query) =>
            findCurrencies(query, book.own_currencies).map((currency) => ({
              id: currency.id,
              text: currencyLabel(currency),
            }))
          }
          onPick={({ id }) => done({ currency_id: id })}
          onClose={onClose}
          isInline
        />
      )
    case 'people':
      return (
        <ContactPicker
          label={t('Add somebody')}
          value={null}
          onChange={(contact) =>
            contact && done({ people: withPerson(reading, contact).people ?? [], contact: null })
          }
          isAddedLater
          {...inline}
        />
      )
    case 'tags':
      return <Tags tags={draft.tags} onDone={(tags) => done({ tags })} />
  }
}

/** Tags as words with spaces between them. */
function Tags({ tags, onDone }: { tags: readonly string[]; onDone: (tags: string[]) => void }) {
  const [text, setText] = useState(tags.join(' '))
  const read = [...new Set(text.split(/[\s,#]+/).filter(Boolean))]
  const isFitting = read.length <= MAX_TAGS && read.every((tag) => tag.length <= MAX_TAG_LENGTH)
  return (
    <Form
      className="grid gap-3"
      onSubmit={() => {
        if (isFitting) onDone(read)
      }}
    >
      <TextField
        label={t('Tags')}
        autoFocus
        autoCapitalize="none"
        hint={t('Words with spaces between them')}
        fault={isFitting ? undefined : t('At most 20 tags of 50 characters each.')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button look="primary" type="submit">
        {t('Done [verb]')}
      </Button>
    </Form>
  )
}
