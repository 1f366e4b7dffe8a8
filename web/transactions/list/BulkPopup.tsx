import { UserRound } from 'lucide-react'
import { useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { createContact } from '../../../contract/contacts.ts'
import { listTags } from '../../../contract/suggestions.ts'
import { t } from '../../../words/t.ts'
import { isMoneyAccount } from '../../accounts/money-account.ts'
import { useAsk } from '../../api/ask.ts'
import { send, sentenceOf } from '../../api/change.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { Form } from '../../ui/Field.tsx'
import { iconOfAccount, iconOfCategory } from '../../ui/icons.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { useMay } from '../../ui/rights.ts'
import { say } from '../../ui/toast.ts'
import { addTag, type Context, moveTo, recategorise, setContact, setDay } from '../actions.ts'
import type { useReferences } from '../references.ts'

/** The fields that chosen transactions can have in common after a change. */
export type Bulk = 'category' | 'account' | 'person' | 'day' | 'tag'

type BulkProps = {
  rows: readonly Transaction[]
  references: ReturnType<typeof useReferences>
  context: Context
  onClose: () => void
}

/** Asks for the value that the chosen transactions should have. */
export function BulkPopup({ what, ...props }: BulkProps & { what: Bulk }) {
  switch (what) {
    case 'category':
      return <CategoryChoice {...props} />
    case 'account':
      return <AccountChoice {...props} />
    case 'person':
      return <PersonChoice {...props} />
    case 'day':
      return <DayChoice {...props} />
    case 'tag':
      return <TagChoice {...props} />
  }
}

function CategoryChoice({ rows, references: { categories = [] }, context, onClose }: BulkProps) {
  const kinds = new Set(rows.map(({ kind }) => kind))
  const options = categories
    .filter(({ is_active, kind }) => is_active && kinds.has(kind))
    .map(({ id, name, icon }) => {
      const Icon = iconOfCategory(name, icon)
      return { id, name, icon: <Icon size={16} strokeWidth={1.75} /> }
    })
  return (
    <Choice
      title={t('Category')}
      options={options}
      onPick={(id) => {
        const category = categories.find((one) => one.id === id)
        if (category) void recategorise(rows, category, context)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function AccountChoice({ rows, references: { accounts = [] }, context, onClose }: BulkProps) {
  const usable = accounts.filter(isMoneyAccount)
  return (
    <Choice
      title={t('Account')}
      options={usable.map(({ id, name, type }) => {
        const Icon = iconOfAccount(name, type)
        return { id, name, icon: <Icon size={16} strokeWidth={1.75} /> }
      })}
      onPick={(id) => {
        const account = usable.find((one) => one.id === id)
        if (account) void moveTo(rows, account, context)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const NOBODY = 'nobody'

function PersonChoice({ rows, references: { contacts = [] }, context, onClose }: BulkProps) {
  const mayWrite = useMay('write')
  const set = (contact: { id: string; name: string } | null) => {
    void setContact(rows, contact, context)
    onClose()
  }
  const add = (name: string) =>
    send(createContact, { body: { name } }).then(set, (error: unknown) =>
      say({ words: sentenceOf(error), tone: 'refused' }),
    )
  return (
    <Choice
      title={t('Person or shop')}
      options={[
        ...contacts.map(({ id, name }) => ({ id, name, icon: <UserRound size={16} /> })),
        { id: NOBODY, name: t('Nobody') },
      ]}
      onPick={(id) => set(contacts.find((one) => one.id === id) ?? null)}
      {...(mayWrite && { onNew: (name: string) => void add(name) })}
      newText={(name) => t('New contact “{name}”', { name })}
      onClose={onClose}
    />
  )
}

function DayChoice({ rows, context, onClose }: BulkProps) {
  const [day, onDay] = useState(rows[0]?.date ?? context.today)
  return (
    <Popup
      title={t('Date')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="bulk-day" look="primary">
            {t('{count, plural, one {Change # transaction} other {Change # transactions}}', {
              count: rows.length,
            })}
          </Button>
        </>
      }
    >
      <Form
        id="bulk-day"
        onSubmit={() => {
          void setDay(rows, day, context)
          onClose()
        }}
      >
        <DayField
          label={t('Day of all of them')}
          today={context.today}
          day={day}
          onDay={(next) => next && onDay(next)}
        />
      </Form>
    </Popup>
  )
}

function TagChoice({ rows, context, onClose }: BulkProps) {
  const { data } = useAsk(listTags)
  const add = (tag: string) => {
    void addTag(rows, tag, context)
    onClose()
  }
  return (
    <Choice
      title={t('Add a tag')}
      options={(data?.data ?? []).map(({ tag, count }) => ({
        id: tag,
        name: `#${tag}`,
        note: String(count),
      }))}
      onPick={add}
      onNew={(text) => add(text.replace(/^#/, ''))}
      newText={(text) => t('New tag #{tag}', { tag: text.replace(/^#/, '') })}
      onClose={onClose}
    />
  )
}
