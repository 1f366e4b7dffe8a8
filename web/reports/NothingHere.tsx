import { useQuery } from '@tanstack/react-query'
import { listTransactions } from '../../contract/budgeting.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { useAddress } from '../page/address.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Empty } from '../ui/States.tsx'

/** A report without figures: why, what would stand here, and the next step. */
export function NothingHere({
  title,
  hasDays = true,
  children,
}: {
  /** Why there is nothing, where the book has entries on other days. */
  title: string
  /** Whether the report is about days that can be chosen, and not about one day. */
  hasDays?: boolean
  children: string
}) {
  const { search, filter } = useAddress()
  const { data } = useQuery(asking(listTransactions, { query: { sort: 'date', limit: 1 } }))
  const isNew = data?.data.length === 0
  return (
    <Card>
      <Empty
        title={isNew ? t('Nothing is written down yet') : title}
        actions={
          <>
            {!isNew && hasDays && search.period !== 'all' ? (
              <Button
                onClick={() =>
                  filter({ period: 'all', month: undefined, date_from: undefined, date_to: undefined })
                }
              >
                {t('Show all days')}
              </Button>
            ) : null}
            <ButtonLink needs="write" to="/add" look={isNew ? 'primary' : 'secondary'}>
              {isNew ? t('Add the first one') : t('Add a transaction')}
            </ButtonLink>
            {isNew ? (
              <ButtonLink needs="write" to="/imports">
                {t('Import a file')}
              </ButtonLink>
            ) : null}
          </>
        }
      >
        {children}
      </Empty>
    </Card>
  )
}
