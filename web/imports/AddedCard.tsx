import { useNavigate } from '@tanstack/react-router'
import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useBook } from '../page/me.ts'
import { Card, CardHeading } from '../ui/Card.tsx'
import { ShareBar } from '../ui/charts/ShareBar.tsx'
import { Money } from '../ui/Money.tsx'
import { addedFigures, countOf } from './added.ts'

const rowClasses = 'flex min-h-9 items-center gap-2.5 text-table touch:min-h-11'

/** How many transactions: 4 × */
const times = (count: number): string => `${count} ×`

/** The same, below the counts of the list above. */
const Times = ({ count }: { count: number }) => (
  <span className="w-16 shrink-0 text-end text-caption font-normal text-text-3">{times(count)}</span>
)

/** The sums of what an import has added, and its spending and income by category. Each opens its transactions. */
export function AddedCard({ file }: { file: Import }) {
  const base = useBook().base_currency_id
  const navigate = useNavigate()
  const { figures, lists } = addedFigures(file.added, base)
  if (figures.length === 0) return null
  const open = (which: { category_id: string } | { kind: 'expense' | 'income' }) =>
    void navigate({ to: '/transactions', search: { import_id: file.id, ...which } })
  return (
    <Card aria-label={t('What was added')} className="p-5 max-sm:p-4">
      <dl className="mb-5 flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(({ kind, words, amount }) => (
          <div key={kind}>
            <dt className="text-table text-text-2">{words}</dt>
            <dd>
              <Money
                amount={amount}
                currency={base}
                variant={kind === 'income' ? 'signed' : 'plain'}
                className="text-title font-semibold"
              />
            </dd>
          </div>
        ))}
      </dl>
      {lists.map(({ kind, words, items, refunds, total }) =>
        items.length + refunds.length === 0 ? null : (
          <div key={kind} className="mt-4">
            <CardHeading>{words}</CardHeading>
            <div className="mt-2">
              <ShareBar
                label={words}
                currency={base}
                items={items}
                note={({ key }) => times(countOf(key, items, base))}
                onOpen={(key) => open(key === 'rest' ? { kind } : { category_id: key })}
              />
              {refunds.map(({ key, name, amount, count }) => (
                <button
                  key={key}
                  type="button"
                  onClick={() => open({ category_id: key })}
                  className={`${rowClasses} -mx-2 w-[calc(100%+16px)] rounded-control px-2 text-start hover:bg-tile`}
                >
                  <span className="min-w-0 flex-1 truncate text-text-2">
                    {t('{category}, more came back', { category: name })}
                  </span>
                  <Money amount={amount} currency={base} variant="change" className="font-medium" />
                  <Times count={count} />
                </button>
              ))}
              {items.length + refunds.length > 1 && (
                <p className={`${rowClasses} mt-1 border-t border-line font-semibold`}>
                  <span className="flex-1">{t('Together')}</span>
                  <Money amount={total.amount} currency={base} className="double-rule" />
                  <Times count={total.count} />
                </p>
              )}
            </div>
          </div>
        ),
      )}
    </Card>
  )
}
