import { useRef } from 'react'
import { createBook } from '../../contract/members.ts'
import { currentLanguage, t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { addressIn } from '../api/page-book.ts'
import { CurrencyPicker } from '../currencies/CurrencyPicker.tsx'
import { useBook } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { ownTimeZone } from '../ui/dates.ts'
import { useDraft } from '../ui/draft.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'

/** Opens another book, and leads to its first page. */
export function NewBook({ onClose }: { onClose: () => void }) {
  const { base_currency_id } = useBook()
  const { draft, change, clear } = useDraft('new book', {
    name: '',
    currency: base_currency_id,
    isTried: false,
  })
  const make = useChange(createBook, {
    onDone: ({ id }) => {
      clear()
      window.location.assign(addressIn(id, '/welcome'))
    },
  })
  const nameField = useRef<HTMLInputElement>(null)
  const name = draft.name.trim()
  const add = () => {
    if (name === '') {
      change({ isTried: true })
      return nameField.current?.focus()
    }
    void make.send({
      body: { name, base_currency_id: draft.currency, time_zone: ownTimeZone(), language: currentLanguage() },
    })
  }
  const close = () => {
    clear()
    onClose()
  }
  return (
    <Popup
      title={t('New book')}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('Not now')}</Button>
          <Button look="primary" type="submit" form="new-book" isBusy={make.isBusy}>
            {t('Open the book')}
          </Button>
        </>
      }
    >
      <Form id="new-book" className="flex flex-col gap-4" onSubmit={add}>
        <p className="text-table text-text-2">
          {t(
            'For a household, a club, a trip. It has accounts and categories of its own, and nothing of your other books is seen in it. You can invite others afterwards.',
          )}
        </p>
        <TextField
          label={t('Name')}
          placeholder={t('Our flat [example of a name]')}
          ref={nameField}
          autoFocus
          maxLength={255}
          value={draft.name}
          fault={draft.isTried && name === '' ? t('A name is missing.') : make.fault('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <CurrencyPicker
          label={t('Currency')}
          hint={t('Sums are in it. Accounts may have others.')}
          value={draft.currency}
          fault={make.fault('base_currency_id')}
          onChange={(currency) => change({ currency })}
        />
        {make.sentence && <Refusal title={make.sentence} />}
      </Form>
    </Popup>
  )
}
