import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type Account,
  createAccount,
  deleteAccount,
  getAccount,
  updateAccount,
} from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { Conflict } from '../api/Conflict.tsx'
import { useChange } from '../api/change.ts'
import { useEditing } from '../api/editing.ts'
import { History } from '../changes/History.tsx'
import { type RateKeeping, useRateKeeping } from '../currencies/KeepRate.tsx'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { useDraft } from '../ui/draft.ts'
import { Form } from '../ui/Field.tsx'
import { FromBefore } from '../ui/FromBefore.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { AccountFields } from './AccountFields.tsx'
import { AccountRefusal } from './AccountRefusal.tsx'
import {
  type AccountFaults,
  type AccountValues,
  accountFaults,
  accountValues,
  bodyOf,
  newAccount,
  openingRate,
} from './account-form.ts'
import { accountNames } from './account-names.ts'

/** A typed rate of an opening balance is the rate of that day, unless it is unticked. */
const keepOpeningRate = async (keeping: RateKeeping, values: AccountValues, base: string) => {
  const typed = openingRate(values, base)
  if (typed) await keeping.keep(typed.pair, typed.rate)
}

/** A new account. The typed draft stays until it is added or thrown away. */
export function NewAccountSheet({ onClose }: { onClose: () => void }) {
  const today = useToday()
  const base = useBook().base_currency_id
  const { draft, change: set, clear, isFromBefore } = useDraft('new-account', newAccount(today, base))
  const [faults, setFaults] = useState<AccountFaults>({})
  const navigate = useNavigate()
  const change = useChange(createAccount, {
    words: ({ name }) => t('{account} is added', { account: name }),
    onDone: ({ id, is_valued }) => {
      clear()
      if (is_valued) void navigate({ to: '/accounts/$id', params: { id } })
      else onClose()
    },
  })
  const keeping = useRateKeeping()
  const save = async () => {
    const found = accountFaults(draft, base)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    await keepOpeningRate(keeping, draft, base)
    void change.send({ body: { ...bodyOf(draft, draft, base), name: draft.name.trim(), type: draft.type } })
  }
  const cancel = () => {
    clear()
    onClose()
  }
  return (
    <Sheet
      needs="write"
      title={t('New account')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={cancel}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={change.isBusy} onClick={() => void save()}>
            {t('Add the account')}
          </Button>
        </>
      }
    >
      <Form className="flex flex-col gap-4" onSubmit={() => void save()}>
        <FromBefore isShown={isFromBefore} onClear={clear} />
        <AccountFields values={draft} set={set} faults={faults} change={change} keeping={keeping} isNew />
        <AccountRefusal change={change} />
        <button type="submit" hidden />
      </Form>
    </Sheet>
  )
}

/** An account: its name, its balance, and whether it is in use. */
export function AccountSheet({ account, onClose }: { account: Account; onClose: () => void }) {
  const today = useToday()
  const base = useBook().base_currency_id
  const params = { id: account.id }
  const keeping = useRateKeeping()
  const [faults, setFaults] = useState<AccountFaults>({})
  const change = useChange(updateAccount, { words: ({ name }) => t('{account} is saved', { account: name }) })
  const removal = useChange(deleteAccount, {
    words: t('{account} is in the trash', { account: account.name }),
    onDone: onClose,
  })
  const versionOf = (one: Account) => ({ values: accountValues(one, base, today), version: one.version })
  const editing = useEditing(`account ${account.id}`, versionOf(account), {
    send: async (on, edits, headers) => {
      const values = { ...on.values, ...edits }
      if ('rate' in edits) await keepOpeningRate(keeping, values, base)
      return change.send({ params, body: bodyOf(edits, values, base), headers })
    },
    refusal: change.refusal,
    read: async () => versionOf(await call(getAccount, { params })),
    onDone: onClose,
  })
  const { values, set, discard, conflict } = editing
  const save = () => {
    const found = accountFaults(values, base)
    setFaults(found)
    if (Object.keys(found).length === 0) void editing.save()
  }
  return (
    <>
      <Sheet
        needs="write"
        title={account.name}
        onClose={onClose}
        foot={
          <>
            <Button
              look="quiet"
              className="me-auto"
              icon={<Trash2 size={15} />}
              isBusy={removal.isBusy}
              onClick={() => void removal.send({ params })}
            >
              {t('Delete')}
            </Button>
            <Button onClick={discard}>{t('Cancel')}</Button>
            <Button look="primary" isBusy={change.isBusy} onClick={save}>
              {t('Save')}
            </Button>
          </>
        }
      >
        <Form className="flex flex-col gap-4" onSubmit={save}>
          <AccountFields
            values={values}
            set={set}
            faults={faults}
            change={change}
            keeping={keeping}
            isNew={false}
            isSaid={account.balance_as_of !== null}
            hasStart={account.opening_balance !== null}
          />
          <AccountRefusal change={change} />
          <AccountRefusal
            change={removal}
            onTakeOut={() =>
              void change.send({ params, body: { is_active: false } }).then((done) => done && onClose())
            }
          />
          <button type="submit" hidden />
        </Form>
        <h3 className="mt-6 mb-1 text-table font-semibold">{t('History')}</h3>
        <History id={account.id} />
      </Sheet>
      {conflict && <Conflict id={account.id} fields={accountNames()} {...conflict} isBusy={change.isBusy} />}
    </>
  )
}
