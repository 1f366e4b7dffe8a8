import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Category } from '../../../contract/categories.ts'
import { t } from '../../../words/t.ts'
import { CategoryPicker } from '../../categories/CategoryPicker.tsx'
import { AmountField } from '../../ui/AmountField.tsx'
import { fieldOfAmount } from '../../ui/amount-input.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Money } from '../../ui/Money.tsx'
import { rich } from '../../ui/rich.ts'
import { putOn, spreadBySize } from './parts.ts'
import {
  leftToAssign,
  mineOf,
  minorOfField,
  othersOf,
  type SplitLine,
  type TransactionValues,
} from './transaction-values.ts'

/** The parts of one payment, by category. The next line holds the rest. */
export function SplitEditor({
  values,
  kind,
  currencyId,
  nameOf,
  fault,
  onSplits,
  onUndo,
}: {
  values: TransactionValues
  kind: Category['kind']
  currencyId: string
  nameOf: (categoryId: string | null) => string
  fault?: string | undefined
  onSplits: (splits: readonly SplitLine[]) => void
  onUndo: () => void
}) {
  const { splits } = values
  const total = mineOf(values, currencyId)
  const others = othersOf(values, currencyId)
  const left = leftToAssign(values, currencyId)
  const parts = splits.map((split) => minorOfField(split.amount, currencyId))
  // The amount left, or too much, stands beside the bar already.
  const isElsewhere = left === 0n || splits.some(({ category }) => category === null)
  const set = (index: number, part: Partial<SplitLine>) =>
    onSplits(splits.map((split, at) => (at === index ? { ...split, ...part } : split)))
  const divide = (amounts: readonly bigint[]) =>
    onSplits(
      splits.map((split, index) => ({ ...split, amount: fieldOfAmount(amounts[index] ?? 0n, currencyId) })),
    )
  const last = splits.length - 1
  // A new part is ready to get another amount.
  const editor = useRef<HTMLElement>(null)
  const isAdded = useRef(false)
  useEffect(() => {
    if (!isAdded.current) return
    isAdded.current = false
    editor.current?.querySelector<HTMLElement>(`[data-part="${last}"] [data-amount] input`)?.focus()
  }, [last])
  return (
    <section ref={editor} aria-label={t('Split over categories')}>
      <div className="mb-2 flex items-center justify-between">
        <h3 className="text-body font-semibold">{t('Split over categories')}</h3>
        <Button look="quiet" onClick={onUndo}>
          {t('Undo split')}
        </Button>
      </div>
      <div className="flex flex-col gap-2">
        {splits.map((split, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone.
            key={index}
            data-part={index}
            className="grid grid-cols-[1fr_116px_32px] items-start gap-2 touch:grid-cols-[1fr_116px_44px]"
          >
            <CategoryPicker
              label={t('Category of part {number}', { number: index + 1 })}
              isLabelHidden
              kind={kind}
              value={split.category}
              onChange={({ id }) => set(index, { category: id })}
            />
            <div data-amount className="[&_input]:text-end">
              <AmountField
                label={t('Amount of part {number}', { number: index + 1 })}
                isLabelHidden
                currencyId={currencyId}
                text={split.amount}
                onText={(amount) => set(index, { amount })}
              />
            </div>
            <IconButton
              label={removeText(nameOf(split.category), index + 1)}
              onClick={() => onSplits(splits.filter((_, at) => at !== index))}
            >
              <X size={15} />
            </IconButton>
          </div>
        ))}
        <div className="grid grid-cols-[1fr_116px_32px] items-center gap-2 touch:grid-cols-[1fr_116px_44px] [&_input]:border-dashed">
          <CategoryPicker
            label={t('Next category')}
            isLabelHidden
            kind={kind}
            value={null}
            onChange={({ id }) => {
              const amount = left > 0n ? fieldOfAmount(left, currencyId) : ''
              onSplits([...splits, { category: id, amount, memo: values.memo }])
              isAdded.current = true
            }}
          />
          <span className="flex min-h-8 items-center justify-end rounded-control border border-dashed border-line-2 px-3 text-text-3 tabular-nums touch:min-h-11">
            {left > 0n && <Money amount={left} currency={currencyId} symbol={false} />}
          </span>
        </div>
      </div>
      {others !== 0n && (
        <p className="mt-3 text-table text-text-2">
          {rich('Categories divide only your own share: {share} of {amount}. The others have the rest.', {
            share: <Money amount={total} currency={currencyId} />,
            amount: <Money amount={total + others} currency={currencyId} />,
          })}
        </p>
      )}
      <Progress assigned={total - left} total={total} isOver={left < 0n} />
      <p className="mt-2 flex justify-between gap-3 text-table" role="status">
        <span className={classes((fault || left < 0n) && 'text-warn')}>
          {left === 0n && t('All assigned')}
          {left > 0n &&
            rich('{amount} left to assign', {
              amount: <Money amount={left} currency={currencyId} className="font-semibold" />,
            })}
          {left < 0n &&
            rich('{amount} too much', {
              amount: <Money amount={-left} currency={currencyId} className="font-semibold" />,
            })}
        </span>
        <span className="text-text-3">
          {rich('{part} of {amount}', {
            part: <Money amount={total - left} currency={currencyId} />,
            amount: <Money amount={total} currency={currencyId} />,
          })}
        </span>
      </p>
      {fault && (
        <p role="alert" className="mt-1 text-caption text-warn">
          {isElsewhere ? fault : t('It is not saved: the parts have to add up.')}
        </p>
      )}
      {left !== 0n && splits.length > 0 && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {(parts[last] ?? 0n) + left > 0n && (
            <Button onClick={() => divide(putOn(total, parts, last))}>
              {restText(left > 0n, nameOf(splits[last]?.category ?? null))}
            </Button>
          )}
          {splits.length > 1 && parts.every((part) => part > 0n) && (
            <Button onClick={() => divide(spreadBySize(total, parts))}>{t('Spread by size')}</Button>
          )}
        </div>
      )}
    </section>
  )
}

const removeText = (category: string, number: number): string =>
  category === '' ? t('Remove part {number}', { number }) : t('Remove {category}', { category })

function restText(isLeft: boolean, category: string): string {
  if (category === '') return isLeft ? t('Put it on the last one') : t('Take it off the last one')
  return isLeft ? t('Put it on {category}', { category }) : t('Take it off {category}', { category })
}

const Progress = ({ assigned, total, isOver }: { assigned: bigint; total: bigint; isOver: boolean }) => (
  <div className="mt-3 h-1.5 overflow-hidden rounded-full bg-tile" aria-hidden>
    <div
      className={classes(
        'h-full rounded-full transition-[width] duration-240',
        isOver ? 'bg-warn' : 'bg-fill',
      )}
      style={{ width: `${isOver ? 100 : total > 0n ? Number((assigned * 1000n) / total) / 10 : 0}%` }}
    />
  </div>
)
