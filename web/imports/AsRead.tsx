import { listImportRows } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { dayShort, dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { typeset } from '../ui/wording.ts'
import { WhoAndWhat } from './RowParts.tsx'

/** The first rows as the service understands them, or the latest ones: they prove the chosen options. */
export function AsRead({
  id,
  isWaiting = false,
  limit = 6,
  sort = 'n',
}: {
  id: string
  isWaiting?: boolean
  limit?: number
  sort?: 'n' | '-date'
}) {
  const query = useAsk(listImportRows, { params: { id }, query: { limit, sort } })
  const today = useToday()
  if (isWaiting)
    return <p className="mt-3 text-table text-text-2">{t('It can be read once nothing is missing.')}</p>
  return (
    <Loaded query={query} rows={limit}>
      {({ data }) => (
        <ul className="mt-2 divide-y divide-line">
          {data.map((row) => (
            <li key={row.n} className="flex min-h-9 items-center gap-3 py-1.5 text-table">
              {row.verdict === 'invalid' ? (
                <span className="text-warn">{typeset(row.faults[0]?.message ?? row.reason)}</span>
              ) : (
                <>
                  <span
                    className="w-22 shrink-0 text-text-2 max-sm:w-16"
                    title={row.date ? dayText(row.date) : undefined}
                  >
                    {row.date && dayShort(row.date, today)}
                  </span>
                  <span className="min-w-0 flex-1" title={row.text}>
                    <WhoAndWhat row={row} />
                  </span>
                  {row.amount !== null && row.currency_id && (
                    <Money
                      amount={row.amount}
                      currency={row.currency_id}
                      variant="signed"
                      className="font-medium"
                    />
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
