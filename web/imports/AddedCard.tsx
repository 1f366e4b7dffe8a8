import { useNavigate } from '@tanstack/react-router'
import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useBook } from '../page/me.ts'
import { Card, CardHeading } from '../ui/Card.tsx'
import { ShareBar } from '../ui/charts/ShareBar.tsx'
import { Money } from '../ui/Money.tsx'
import { addedFigures } from './added.ts'

/** The sums of what an import has added, and its spending and income by category. Each opens its transactions. */
export function AddedCard({ file }: { file: Import }) {
  const base = useBook().base_currency_id
  const navigate = useNavigate()
  const { figures, lists } = addedFigures(file.added, base)
  if (figures.length === 0) return null
  const open = (which: { category_id: string } | { kind: 'expense' | 'income' }) =>
    void navigate({ to: '/transactions', search: { import_id: file.id, ...which } })
  return (
    <Card aria-label={t('What was added')} className="max-w-[720px] p-5 max-sm:p-4">
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
      {lists.map(({ kind, words, items, refunds }) =>
        items.length + refunds.length === 0 ? null : (
          <div key={kind} className="mt-4">
            <CardHeading>{words}</CardHeading>
            <div className="mt-2">
              <ShareBar
                label={words}
                currency={base}
                items={items}
                note={({ key }) => {
                  const one = items.find((item) => item.key === key)
                  return one ? `${one.count} ×` : '' // several together, as what is left, have no count
                }}
                onOpen={(key) => open(key === 'rest' ? { kind } : { category_id: key })}
              />
              {refunds.map(({ key, name, amount }) => (
                <button
                  key={key}
                  type="button"
                  onClick={() => open({ category_id: key })}
                  className="-mx-2 flex min-h-9 w-[calc(100%+16px)] items-center gap-3 rounded-control px-2 text-start text-table hover:bg-tile touch:min-h-11"
                >
                  <span className="min-w-0 flex-1 truncate text-text-2">
                    {t('{category}, more came back', { category: name })}
                  </span>
                  <Money amount={amount} currency={base} variant="change" />
                </button>
              ))}
            </div>
          </div>
        ),
      )}
    </Card>
  )
}
