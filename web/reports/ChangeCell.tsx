import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { dense, OpenedCell } from './table.tsx'

/** By how much an amount changed, which opens both lists. */
export const ChangeCell = ({
  change,
  currency,
  onOpen,
  isOpen,
}: {
  change: bigint
  currency: string
  onOpen: () => void
  isOpen: boolean
}) =>
  change === 0n ? (
    <td className={classes(dense, 'text-end text-text-2 last:pe-5 @max-[760px]:last:pe-4')}>{t('same')}</td>
  ) : (
    <OpenedCell onOpen={onOpen} isOpen={isOpen}>
      <Money amount={change} currency={currency} symbol={false} variant="change" className="text-text-2" />
    </OpenedCell>
  )
