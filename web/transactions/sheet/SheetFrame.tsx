import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { comma, t } from '../../../words/t.ts'
import { useChosenIcons } from '../../categories/chosen-icons.ts'
import { useToday } from '../../page/me.ts'
import { IconButton } from '../../ui/Button.tsx'
import { shownText } from '../../ui/bank-text.ts'
import { classes } from '../../ui/classes.ts'
import { dayLong } from '../../ui/dates.ts'
import { IconTile } from '../../ui/icons.tsx'
import { Money } from '../../ui/Money.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { iconOf } from '../icon.ts'
import { type AccountsById, directionOf, kindOf, originalOf, signedBase, titleOf } from '../title.ts'
import { useOtherHalf } from './use-other-half.ts'

/** How the sheet of a transaction is opened and left: the same for every kind. */
export type SheetPlace = {
  accounts: AccountsById
  onClose: () => void
  /** To the next transaction of the list, or the one before. */
  onStep: (by: 1 | -1) => void
}

/** The sheet of a transaction: its title and amount on top, the buttons at the foot. */
export function SheetFrame({
  transaction,
  place: { accounts, onClose, onStep },
  bar,
  foot,
  children,
}: {
  transaction: Transaction
  place: SheetPlace
  bar?: ReactNode
  foot?: ReactNode
  children: ReactNode
}) {
  const today = useToday()
  const icons = useChosenIcons()
  const { side, bookName } = useOtherHalf(transaction, accounts)
  const title =
    bookName !== undefined && !transaction.memo
      ? side === 'to'
        ? t('To {book}', { book: bookName })
        : t('From {book}', { book: bookName })
      : titleOf(transaction, accounts, shownText)
  const isMoved = directionOf(transaction, accounts) !== 0
  return (
    <Sheet
      title={title}
      isTitleHidden
      onClose={onClose}
      bar={
        <div className="flex flex-1 items-center gap-0.5">
          <IconButton label={t('The one before')} onClick={() => onStep(-1)} className="-ms-2">
            <ChevronUp size={17} />
          </IconButton>
          <IconButton label={t('The next one')} onClick={() => onStep(1)}>
            <ChevronDown size={17} />
          </IconButton>
          <span className="ms-auto" />
          {bar}
        </div>
      }
      foot={foot}
    >
      <div className="mb-4 flex items-start gap-3 pt-1">
        <IconTile icon={iconOf(transaction, icons)} />
        <div className="min-w-0 flex-1">
          <p className="text-title font-semibold break-words">{title}</p>
          <p className="text-caption text-text-3">
            {[kindOf(transaction), dayLong(transaction.date, today)].join(comma())}
          </p>
        </div>
        <span className={classes('text-end text-page font-semibold', !isMoved && 'text-text-2')}>
          <Money
            amount={signedBase(transaction, accounts)}
            currency={transaction.base_currency_id}
            variant={isMoved ? 'signed' : 'plain'}
            original={originalOf(transaction)}
          />
        </span>
      </div>
      {children}
    </Sheet>
  )
}
