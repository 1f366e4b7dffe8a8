import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { ClosedRefusal } from '../books/ClosedRefusal.tsx'
import { closedOf } from '../books/closed.ts'
import { Button } from '../ui/Button.tsx'
import { Refusal } from '../ui/States.tsx'

/** Why an account stays as it is, with the way out. Faults of a field, and conflicts, are shown elsewhere. */
export function AccountRefusal({
  change: { refusal, sentence },
  onTakeOut,
}: {
  change: { refusal: Problem | undefined; sentence: string | undefined }
  /** Takes the account out of use, where it cannot be deleted. */
  onTakeOut?: () => void
}) {
  if (!refusal) return sentence ? <Refusal title={sentence} /> : null
  const { code, params } = refusal
  if (code === 'stale' || code === 'fx_rate_missing') return null
  if (code === 'account_in_use')
    return (
      <Refusal
        title={t('{count, plural, other {It has # entries, those in the trash included.}}', {
          count: Number(params.count),
        })}
        actions={onTakeOut && <Button onClick={onTakeOut}>{t('Take it out of use')}</Button>}
      >
        {onTakeOut
          ? t('It cannot be deleted while it has entries. Out of use it is not offered any more.')
          : t('What it is, and its currency, cannot change any more.')}
      </Refusal>
    )
  if (code === 'account_is_default')
    return (
      <Refusal title={t('It is used where nothing else is chosen.')}>
        {t('Open another account and tick “Use it where nothing else is chosen” first.')}
      </Refusal>
    )
  if (code === 'default_not_possible')
    return (
      <Refusal title={t('Money has to be on the account that is used where nothing else is chosen.')}>
        {t('A card or loan, or an account out of use, cannot be it.')}
      </Refusal>
    )
  const closed = closedOf(refusal)
  if (closed) return <ClosedRefusal closed={closed} />
  return sentence ? <Refusal title={sentence} /> : null
}
