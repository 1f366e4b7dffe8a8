import { List } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../words/t.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useBook } from '../page/me.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { type Behind, type BehindRow, daysBehind, type Figure, largestFirst, proves } from './behind.ts'
import { pageBehind } from './explain.ts'
import { ListedRow } from './ListedRow.tsx'
import { useBehind, useReload } from './use-report.ts'
import { Verdict } from './Verdict.tsx'

/** The list behind a figure, which ends in the same sum. */
export function DrillDown({ figure, onClose }: { figure: Figure; onClose: () => void }) {
  const base = useBook().base_currency_id
  const query = useBehind(figure, base)
  return (
    <Sheet
      title={figure.title}
      onClose={onClose}
      foot={
        <div className="me-auto flex flex-wrap gap-2">
          <ButtonLink {...pageBehind(figure.explain)} icon={<List size={15} />}>
            {figure.less === undefined ? t('Open as a list') : daysBehind(figure.explain)}
          </ButtonLink>
          {figure.less === undefined ? null : (
            <ButtonLink {...pageBehind(figure.less)} icon={<List size={15} />}>
              {daysBehind(figure.less)}
            </ButtonLink>
          )}
        </div>
      }
    >
      <div className="-mt-1 mb-4 text-figure font-semibold">
        <Money amount={figure.amount} currency={base} variant="figure" />
      </div>
      <Loaded query={query} rows={6}>
        {(behind) => <Proof key={figure.key} figure={figure} behind={behind} base={base} />}
      </Loaded>
    </Sheet>
  )
}

function Proof({ figure, behind, base }: { figure: Figure; behind: Behind; base: string }) {
  const isProven = proves(behind, figure, base)
  useReload(!isProven)
  const [isLargestFirst, setLargestFirst] = useState(false)
  const rows = isLargestFirst ? largestFirst(behind.rows, base) : behind.rows
  return (
    <>
      <Verdict figure={figure} behind={behind} base={base} isProven={isProven} />
      {behind.rows.length > 1 && behind.rows.length === behind.total ? (
        <Checkbox
          checked={isLargestFirst}
          onChange={(event) => setLargestFirst(event.target.checked)}
          className="mt-2 text-table!"
        >
          {t('Largest first')}
        </Checkbox>
      ) : null}
      <table className="mt-3 w-full text-table">
        <caption className="sr-only">{t('What {figure} is made of', { figure: figure.title })}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        {(figure.less === undefined ? [figure.explain] : [figure.explain, figure.less]).map((list) => {
          const some = rows.filter(({ isLess = false }) => isLess === (list === figure.less))
          return (
            <tbody key={list}>
              {figure.less === undefined ? null : (
                <PartHead
                  words={
                    list === figure.less ? t('less {days}', { days: daysBehind(list) }) : daysBehind(list)
                  }
                  rows={behind.rows.length < behind.total ? undefined : some}
                  base={base}
                />
              )}
              {some.map((row) => (
                <ListedRow key={row.id} row={row} base={base} signed={figure.signed ?? false} />
              ))}
            </tbody>
          )
        })}
        <tfoot>
          <tr className="border-t border-text">
            <th scope="row" className="py-2.5 text-start font-semibold">
              {figure.less === undefined ? t('Sum') : t('Difference')}
            </th>
            <td className="py-2.5 text-end">
              <Money amount={behind.sum} currency={base} className="double-rule font-semibold" />
            </td>
          </tr>
        </tfoot>
      </table>
      {figure.notes?.map(({ words, amount }) => (
        <p key={words} className="mt-1 text-table text-text-2">
          {words} <Money amount={amount} currency={base} />
        </p>
      ))}
    </>
  )
}

/** The head of one of two lists: its days and, where all of its rows are here, their sum. */
const PartHead = ({
  words,
  rows,
  base,
}: {
  words: string
  rows: readonly BehindRow[] | undefined
  base: string
}) => (
  <tr className="border-b border-line">
    <th scope="rowgroup" className="pt-4 pb-1.5 text-start font-semibold">
      {words}
    </th>
    <td className="pt-4 pb-1.5 text-end">
      {rows ? (
        <Money
          amount={sumOf(
            rows.map(({ counted }) => counted),
            base,
          )}
          currency={base}
          className="font-semibold"
        />
      ) : null}
    </td>
  </tr>
)
