import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createAccount } from '../../contract/accounts.ts'
import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { AccountPicker, useMoneyAccounts } from '../accounts/AccountPicker.tsx'
import { useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { AccountButtons, MAX_BUTTONS } from './AccountButtons.tsx'
import { pursesLast } from './guess-account.ts'

/** Chooses the account that a file is of, or makes one here. */
export function AccountChoice({
  label,
  value,
  hint,
  lastId = null,
  likely = null,
  isAsked = false,
  isBusy = false,
  onChange,
}: {
  label: string
  value: string | null
  hint?: ReactNode
  lastId?: string | null
  /** An earlier file whose account is chosen until somebody says otherwise. */
  likely?: Pick<Import, 'account_id' | 'filename'> | null
  /** Whether nothing goes on before somebody answers: then all accounts are in sight, unless they are many. */
  isAsked?: boolean
  isBusy?: boolean
  onChange: (id: string) => void
}) {
  const [isNew, setNew] = useState(false)
  const accounts = pursesLast(useMoneyAccounts())
  if (isNew)
    return (
      <NewAccount
        onCancel={() => setNew(false)}
        onMade={(id) => {
          setNew(false)
          onChange(id)
        }}
      />
    )
  const add = (
    <Button icon={<Plus size={15} />} onClick={() => setNew(true)}>
      {t('New account')}
    </Button>
  )
  if (isAsked && accounts.length > 0 && accounts.length <= MAX_BUTTONS)
    return (
      <div>
        <AccountButtons {...{ label, accounts, lastId, likely, isBusy }} onChoose={onChange} />
        <div className="mt-3 flex flex-wrap items-center gap-3">
          {add}
          <p className="min-w-0 flex-1 text-caption text-text-2">{hint}</p>
        </div>
      </div>
    )
  return (
    <div className="flex max-w-140 items-start gap-2 max-sm:flex-col">
      <AccountPicker
        label={label}
        value={value ?? likely?.account_id ?? null}
        onChange={({ id }) => onChange(id)}
        hint={hint}
        className="min-w-0 flex-1 max-sm:w-full"
      />
      <span className="sm:mt-[26px]">{add}</span>
    </div>
  )
}

function NewAccount({ onCancel, onMade }: { onCancel: () => void; onMade: (id: string) => void }) {
  const [name, setName] = useState('')
  const [type, setType] = useState<'asset' | 'liability'>('asset')
  const [isEmpty, setEmpty] = useState(false)
  const making = useChange(createAccount, {
    words: (made) => t('{account} is added', { account: made.name }),
    onDone: ({ id }) => onMade(id),
  })
  const save = () => {
    setEmpty(name.trim() === '')
    if (name.trim() !== '') void making.send({ body: { name: name.trim(), type } })
  }
  return (
    <Form className="flex flex-wrap items-start gap-2" onSubmit={save}>
      <TextField
        label={t('Name of the account')}
        autoFocus
        value={name}
        fault={isEmpty ? t('What is it called?') : (making.fault('name') ?? making.sentence)}
        onChange={(event) => setName(event.target.value)}
        className="min-w-44 flex-1"
      />
      <Segmented
        label={t('What is it?')}
        className="sm:mt-[26px]"
        value={type}
        options={[
          { value: 'asset', label: t('Cash or bank') },
          { value: 'liability', label: t('Card or loan') },
        ]}
        onChange={setType}
      />
      <span className="flex sm:mt-[26px] gap-2">
        <Button look="primary" type="submit" isBusy={making.isBusy}>
          {t('Add')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </span>
    </Form>
  )
}
