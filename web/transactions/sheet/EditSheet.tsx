import { Copy, Split, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { Conflict } from '../../api/Conflict.tsx'
import { useBook } from '../../page/me.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Field.tsx'
import { SUBMIT_KEYS } from '../../ui/keys.ts'
import { useMay } from '../../ui/rights.ts'
import { useReferences } from '../references.ts'
import { titleOf } from '../title.ts'
import { BooksAndHistory } from './BooksAndHistory.tsx'
import { conflictFields } from './conflict-fields.ts'
import { Fields } from './Fields.tsx'
import { Locked, lockIn } from './Locked.tsx'
import { DeletedMeanwhile, Meanwhile } from './Meanwhile.tsx'
import { People } from './People.tsx'
import { RateNote } from './RateNote.tsx'
import { SheetFrame, type SheetPlace } from './SheetFrame.tsx'
import { SplitEditor } from './SplitEditor.tsx'
import { useDuplicate, useRemoving } from './sheet-actions.ts'
import { takenCurrency } from './transaction-values.ts'
import { useOtherHalf } from './use-other-half.ts'
import { type SheetFormProps, useTransactionForm } from './use-transaction-form.ts'
import { WhyNot } from './WhyNot.tsx'

/** An expense, an income or a transfer, edited in place. */
export function EditSheet({
  transaction,
  place,
  isGone,
}: {
  transaction: Transaction
  place: SheetPlace
  /** Somebody has deleted it since it was opened: its form stays with the typed text, until it is brought back. */
  isGone: boolean
}) {
  const references = useReferences()
  const form = useTransactionForm(
    transaction,
    t('{transaction} saved', { transaction: titleOf(transaction, place.accounts) }),
    references.accounts,
  )
  const duplicate = useDuplicate(transaction)
  const remove = useRemoving(transaction, place)
  const { closed_through } = useBook()
  const [mayAnnotate, mayWrite] = [useMay('annotate'), useMay('write')]
  const half = useOtherHalf(transaction, place.accounts)
  const lock = lockIn(transaction, closed_through)
  const cancel = () => {
    if (form.isChanged) form.cancel()
    else place.onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    form.save()
  }
  return (
    <SheetFrame
      transaction={transaction}
      place={place}
      bar={
        <>
          {form.isChanged && (
            <span role="status" className="me-1 text-caption text-text-3">
              {t('Not saved yet')}
            </span>
          )}
          {half.side === undefined && (
            <IconButton needs="write" label={t('Duplicate [verb]')} onClick={duplicate.run}>
              <Copy size={16} />
            </IconButton>
          )}
        </>
      }
      foot={
        mayAnnotate && (
          <>
            {!isGone && !half.isLocked && (
              <Button
                needs="write"
                look="quiet"
                className="me-auto -ms-3"
                icon={<Trash2 size={15} />}
                onClick={remove}
              >
                {t('Delete')}
              </Button>
            )}
            <Button look="quiet" onClick={cancel}>
              {t('Cancel')}
            </Button>
            {!isGone && (
              <Button look="primary" shortcut={SUBMIT_KEYS} isBusy={form.isBusy} onClick={form.save}>
                {t('Save [verb]')}
              </Button>
            )}
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: ⌘↵ saves from every field. */}
      <div onKeyDown={onKeyDown} className="flex flex-col gap-4">
        {isGone ? (
          <DeletedMeanwhile id={transaction.id} hasText={form.isChanged} />
        ) : (
          <Meanwhile transaction={transaction} form={form} />
        )}
        {lock && <Locked lock={lock} transaction={transaction} />}
        <Fields form={form} transaction={transaction} half={half} />
        {mayWrite && form.kind !== 'transfer' && (
          <Parts form={form} transaction={transaction} references={references} />
        )}
        <WhyNot form={form} transaction={transaction} references={references} sentence={duplicate.sentence} />
        <div className="border-t border-line pt-3">
          {mayWrite && form.kind === 'expense' && (
            <People form={form} transaction={transaction} references={references} />
          )}
          <BooksAndHistory transaction={transaction} />
        </div>
      </div>
      {form.conflict && (
        <Conflict
          id={transaction.id}
          fields={conflictFields(transaction, references.nameOf, form.conflict)}
          {...form.conflict}
          isBusy={form.isBusy}
        />
      )}
    </SheetFrame>
  )
}

/** Its division over categories, its worth in the base currency, and whether it is a refund. */
function Parts({ form, transaction, references }: SheetFormProps) {
  const { values, set, fault } = form
  const { currency_id, base_currency_id } = transaction
  const nameOf = (id: string | null) => (id === null ? '' : (references.nameOf('category_id', id) ?? ''))
  const kind = form.kind === 'income' ? 'income' : 'expense'
  return (
    <>
      <div data-field="splits" className="border-t border-line pt-3">
        {values.splits.length > 0 ? (
          <SplitEditor
            values={values}
            kind={kind}
            nameOf={nameOf}
            currencyId={currency_id}
            fault={fault('splits')}
            onSplits={(splits) =>
              set(splits.length === 0 ? { splits, category: values.splits[0]?.category ?? null } : { splits })
            }
            onUndo={() => set({ splits: [], category: values.splits[0]?.category ?? values.category })}
          />
        ) : (
          <Button
            look="quiet"
            className="-ms-3"
            icon={<Split size={16} />}
            onClick={() =>
              set({ splits: [{ category: values.category, amount: values.amount, memo: values.memo }] })
            }
          >
            {t('Split over categories')}
          </Button>
        )}
      </div>
      {currency_id !== base_currency_id && (
        <RateNote
          transaction={transaction}
          values={values}
          takenCurrency={takenCurrency(values.account, transaction, references.accounts)}
          keeping={form.keeping}
          onChange={set}
          fault={fault}
        />
      )}
      <Switch
        checked={values.isRefund}
        onChange={(event) => set({ isRefund: event.target.checked })}
        className="justify-between"
      >
        {kind === 'expense' ? t('The money came back: a refund') : t('I paid it back')}
      </Switch>
    </>
  )
}
