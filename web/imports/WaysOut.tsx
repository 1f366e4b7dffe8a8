import type { ImportRow } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { ButtonLink } from '../ui/Button.tsx'

/** The ways to a row that the books would refuse: to the statement that holds it up, and to the balance that was said. */
export function WaysOut({ held: { by, account_id } }: { held: NonNullable<ImportRow['held']> }) {
  const look = 'min-h-7 px-2.5'
  if (by === 'closed')
    return (
      <ButtonLink to="/settings/book" className={look}>
        {t('Closed days')}
      </ButtonLink>
    )
  if (account_id === null) return null
  return (
    <>
      <ButtonLink to="/accounts/$id/reconcile" params={{ id: account_id }} className={look}>
        {t('See the statement')}
      </ButtonLink>
      <ButtonLink to="/accounts" search={{ open: account_id }} className={look}>
        {t('See the balance')}
      </ButtonLink>
    </>
  )
}
