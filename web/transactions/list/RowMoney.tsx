import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { classes } from '../../ui/classes.ts'
import { Money } from '../../ui/Money.tsx'
import { rich } from '../../ui/rich.ts'
import { type AccountsById, countedPart, directionOf, originalOf, ownShare, signedBase } from '../title.ts'

/** Behind the title of a row that somebody else has just added or changed. */
export const JustNow = () => (
  <span className="shrink-0 rounded-control bg-surface px-1.5 text-caption font-medium text-accent">
    {t('just now')}
  </span>
)

/** The amount of a row, with the part of it that counts where that is another one. */
export function RowMoney({
  transaction,
  words: { accounts },
  className = 'min-w-16 sm:min-w-24',
}: {
  transaction: Transaction
  words: { accounts: AccountsById }
  className?: string
}) {
  const isMoved = directionOf(transaction, accounts) !== 0
  const { base_currency_id } = transaction
  const isOfParts = transaction.counted_base !== undefined
  const counted = isOfParts ? countedPart(transaction) : ownShare(transaction, accounts)
  return (
    <span className={classes('shrink-0 text-end font-medium', className, !isMoved && 'text-text-2')}>
      <Money
        amount={signedBase(transaction, accounts)}
        currency={base_currency_id}
        variant={isMoved ? 'signed' : 'plain'}
        original={counted === undefined ? originalOf(transaction) : undefined}
      />
      {counted !== undefined && (
        <span className="block text-caption font-normal text-text-3">
          {isOfParts
            ? rich('of it {amount}', { amount: <Money amount={counted} currency={base_currency_id} /> })
            : rich('your share {amount}', { amount: <Money amount={counted} currency={base_currency_id} /> })}
        </span>
      )}
    </span>
  )
}
