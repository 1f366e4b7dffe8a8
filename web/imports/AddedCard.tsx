import { useNavigate } from '@tanstack/react-router'
import type { Import } from '../../contract/imports.ts'
import { useBook } from '../page/me.ts'
import { Card, CardHeading } from '../ui/Card.tsx'
import { ShareBar } from '../ui/charts/ShareBar.tsx'
import { Money } from '../ui/Money.tsx'
import { addedFigures } from './added.ts'

/** The sums of what an import has added, and its spending and income by category. Each opens its transactions. */
export function AddedCard({ file }: { file: Import }) {
  const base = useBook().base_currency_id
  const navigate = useNavigate()
  const { figures, spent, received } = addedFigures(file.added, base)
  if (figures.length === 0) return null
  const open = (category_id: string) =>
    void navigate({ to: '/transactions', search: { import_id: file.id, category_id } })
  return (
    <Card aria-label="What was added" className="max-w-[720px] p-5 max-sm:p-4">
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
      {(
        [
          ['Spent, by category', spent],
          ['Received, by category', received],
        ] as const
      ).map(([words, items]) =>
        items.length === 0 ? null : (
          <div key={words} className="mt-4">
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
                onOpen={(key) => (key === 'rest' ? undefined : open(key))}
              />
            </div>
          </div>
        ),
      )}
    </Card>
  )
}
