import { Link } from '@tanstack/react-router'
import type { Account } from '../../contract/accounts.ts'
import { type ReconciliationSummary, reopenReconciliation } from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { dayInSentence, dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { Refusal } from '../ui/States.tsx'

/** The statements that were compared before. The latest one can be opened again, as long as no other is open. */
export function EarlierStatements({
  account,
  finished,
  isOneOpen,
}: {
  account: Account
  finished: readonly ReconciliationSummary[]
  isOneOpen: boolean
}) {
  const today = useToday()
  const [latest] = finished
  const reopening = useChange(reopenReconciliation, {
    words: latest
      ? t('The statement of {day} is open again', { day: dayInSentence(latest.date, today) })
      : '',
  })
  if (finished.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-body font-semibold">{t('Earlier statements')}</h2>
      {reopening.sentence && (
        <div className="mb-3">
          <Refusal title={reopening.sentence} />
        </div>
      )}
      <Card>
        <ul>
          {finished.map((one, index) => (
            <li
              key={one.id}
              className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2 last:border-b-0 max-sm:px-4"
            >
              <span className="w-28 font-medium">{dayText(one.date)}</span>
              <Link
                to="/accounts/$id"
                params={{ id: account.id }}
                search={{ reconciliation_id: one.id, currency_id: one.currency_id }}
                className="flex-1 text-table text-text-2 hover:underline"
              >
                {one.cleared_count > 0 ? t('what was ticked') : t('nothing was ticked')}
              </Link>
              {one.adjustment_id && (
                <Link
                  to="/transactions"
                  search={{ open: one.adjustment_id }}
                  className="text-table text-text-2 hover:underline"
                >
                  {t('a difference was recorded')}
                </Link>
              )}
              <Money amount={one.statement_balance} currency={one.currency_id} className="font-medium" />
              <span className="flex w-20 justify-end">
                {index === 0 && !isOneOpen && (
                  <Button
                    needs="write"
                    isBusy={reopening.isBusy}
                    onClick={() =>
                      void reopening.send({ params: { id: account.id, reconciliation_id: one.id } })
                    }
                  >
                    {t('Reopen')}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
