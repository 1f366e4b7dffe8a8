import { Check, TriangleAlert } from 'lucide-react'
import { t } from '../../words/t.ts'
import { refresh } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import type { Behind, Figure } from './behind.ts'

/** Whether the list proves the figure, in words. */
export function Verdict({
  figure,
  behind: { rows, sum, total },
  base,
  isProven,
}: {
  figure: Figure
  behind: Behind
  base: string
  isProven: boolean
}) {
  const amount = <Money amount={figure.sum ?? figure.amount} currency={base} />
  const unlike = { sum: <Money amount={sum} currency={base} />, amount }
  if (!isProven)
    return (
      <div
        role="alert"
        className="flex items-start gap-2.5 rounded-control bg-warn-soft px-3 py-2.5 text-table"
      >
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <div>
          {figure.less === undefined
            ? rich('These add up to {sum}, not to {amount}: something changed meanwhile.', unlike)
            : rich(
                'The first list less the second is {sum}, not {amount}: something changed meanwhile.',
                unlike,
              )}
          <Button className="mt-2 block" onClick={() => void refresh()}>
            {t('Load again')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className="rounded-control bg-in-soft px-3 py-2.5 text-table font-semibold text-in">
      <p className="flex items-start gap-2.5">
        <Check size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {rows.length === 0
            ? rich('There is nothing behind it: exactly {amount}', { amount })
            : figure.less !== undefined
              ? rich('The first list less the second is exactly {amount}', { amount })
              : rich(
                  '{count, plural, one {This one is exactly {amount}} other {These # add up to exactly {amount}}}',
                  { count: total, amount },
                )}
        </span>
      </p>
      {rows.length < total ? (
        <p className="mt-1 ms-6.5 font-normal text-text-2">
          {t(
            '{count, plural, one {The latest # is shown; the list has all of them.} other {The latest # are shown; the list has all of them.}}',
            { count: rows.length },
          )}
        </p>
      ) : null}
    </div>
  )
}
