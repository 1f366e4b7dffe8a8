import { CalendarDays, CopyCheck, FolderInput, Hash, Trash2, User, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../words/t.ts'
import { useAddress } from '../../page/address.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Money } from '../../ui/Money.tsx'
import { rich } from '../../ui/rich.ts'
import { type Right, useMay } from '../../ui/rights.ts'
import { SelectedToolbar } from '../../ui/SelectedToolbar.tsx'
import { filtersIn } from '../filters.ts'
import type { Bulk } from './BulkPopup.tsx'
import { useTotals } from './month-sums.ts'
import { useMatching } from './select-all.ts'

const actions = (): { what: Bulk; words: string; icon: ReactNode; key?: string; needs?: Right }[] => [
  { what: 'category', words: t('Category'), icon: <FolderInput size={16} />, key: 'C' },
  { what: 'account', words: t('Account'), icon: <Wallet size={16} />, needs: 'write' },
  { what: 'person', words: t('Person'), icon: <User size={16} /> },
  { what: 'day', words: t('Date'), icon: <CalendarDays size={16} />, needs: 'write' },
  { what: 'tag', words: t('Tag'), icon: <Hash size={16} /> },
]

/** The actions on all selected transactions, at the foot of the page while there are any. */
export const SelectionBar = ({
  count,
  sum,
  currency,
  isBusy,
  onAsk,
  onDelete,
  onAll,
  onClear,
}: {
  count: number
  /** Of the selected ones, in minor units of the base currency. */
  sum: bigint
  currency: string
  isBusy: boolean
  onAsk: (what: Bulk) => void
  onDelete: () => void
  onAll: () => void
  onClear: () => void
}) => (
  <SelectedToolbar
    label={t('Selected transactions')}
    count={count}
    isBusy={isBusy}
    onEnd={onClear}
    more={
      <>
        <Money amount={sum} currency={currency} className="pe-2.5 text-table text-text-2" />
        <SelectAll count={count} isBusy={isBusy} onAll={onAll} />
      </>
    }
    className="bottom-[calc(68px+env(safe-area-inset-bottom))] sm:bottom-6"
  >
    {actions().map(({ what, words, icon, key, needs }) => (
      <Action key={what} words={words} icon={icon} shortcut={key} needs={needs} onClick={() => onAsk(what)} />
    ))}
    <Action needs="write" words={t('Delete')} icon={<Trash2 size={16} />} shortcut="⌫" onClick={onDelete} />
  </SelectedToolbar>
)

/** An icon with its word: beside it, or below it where six of them have to stand on a phone. */
const Action = ({
  words,
  icon,
  shortcut,
  needs,
  onClick,
}: {
  words: string
  icon: ReactNode
  shortcut: string | undefined
  needs: Right | undefined
  onClick: () => void
}) =>
  useMay(needs) && (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-8 items-center gap-2 rounded-control px-2.5 text-table font-medium text-text-2 hover:bg-tile hover:text-text max-sm:min-w-0 max-sm:flex-1 max-sm:flex-col max-sm:gap-1 max-sm:px-0 max-sm:py-1.5 max-sm:text-axis touch:min-h-11"
    >
      {icon}
      {words}
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </button>
  )

/** Selects those too that are not loaded yet, once there are any. */
function SelectAll({ count, isBusy, onAll }: { count: number; isBusy: boolean; onAll: () => void }) {
  const total = useMatching()
  // Balances at the start and debts are listed, and are changed one by one.
  const listed = useTotals(filtersIn(useAddress().search))?.total ?? 0
  if (total === undefined || total <= count) return null
  return (
    <Button
      look="quiet"
      icon={<CopyCheck size={15} />}
      title={listed > total ? t('Debts and their payments are changed one by one') : undefined}
      isBusy={isBusy}
      onClick={onAll}
    >
      {isBusy ? (
        t('Selecting…')
      ) : (
        <span>
          {listed > total
            ? rich(
                'Select all {count, number}<all> of {listed, number}<more> that can be changed together</more></all>',
                {
                  count: total,
                  listed,
                  all: (inner) => <span className="max-sm:sr-only">{inner}</span>,
                  more: (inner) => <span className="sr-only">{inner}</span>,
                },
              )
            : rich('Select all {count, number}<more> that match</more>', {
                count: total,
                more: (inner) => <span className="max-sm:sr-only">{inner}</span>,
              })}
        </span>
      )}
    </Button>
  )
}
