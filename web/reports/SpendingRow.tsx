import { ShareSwatch } from '../ui/charts/ShareBar.tsx'
import { classes } from '../ui/classes.ts'
import { ChangeBar, type Extent } from './ChangeBar.tsx'
import { ChangeCell } from './ChangeCell.tsx'
import { changeKey } from './explain.ts'
import { FoldButton } from './FoldButton.tsx'
import { NamedRow } from './NamedRow.tsx'
import type { SpentRow } from './spent.ts'
import { AmountCell, dense } from './table.tsx'

/** A row of the report on spending: its name and its amounts, each of which opens. */
export function SpendingRow({
  row,
  currency,
  openKey,
  onShow,
  isPhone,
  isTall,
  change,
  hasBefore,
  place,
  share,
  bar,
  fold,
  isMember = false,
  isFinal = false,
}: {
  row: Pick<SpentRow, 'key' | 'label' | 'amount' | 'previous'>
  currency: string
  openKey: string | undefined
  onShow: (key: string) => void
  isPhone: boolean
  isTall: boolean
  change: bigint
  hasBefore: boolean
  /** Its colour. */
  place?: number | undefined
  /** Its part of the total, in words. */
  share?: string | undefined
  /** The largest fall and rise of all rows, where the rows are sorted by change. */
  bar?: Extent | undefined
  /** Opens a group to its categories. */
  fold?: { isUnfolded: boolean; onPress: () => void } | undefined
  isMember?: boolean
  isFinal?: boolean
}) {
  const earlier = `${row.key}.before`
  // The name opens what its figure opens; of one that has nothing now, what it had before.
  const opened = row.amount !== 0 || isFinal ? row.key : hasBefore && row.previous !== 0 ? earlier : undefined
  return (
    <NamedRow
      isTall={isTall}
      isStrong={isFinal}
      name={
        <>
          {isMember ? <span aria-hidden className="inline-block w-9" /> : null}
          {fold ? <FoldButton name={row.label} {...fold} /> : null}
          {place === undefined ? null : (
            <span className="me-2.5">
              <ShareSwatch index={place} />
            </span>
          )}
          {opened === undefined ? (
            row.label
          ) : (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={openKey === opened}
              onClick={() => onShow(opened)}
              className="min-h-6 rounded-[4px] text-start underline-offset-4 hover:underline touch:min-h-9"
            >
              {row.label}
            </button>
          )}
        </>
      }
    >
      <AmountCell
        amount={row.amount}
        currency={currency}
        isFinal={isFinal}
        isStrong={isFinal}
        onOpen={() => onShow(row.key)}
        isOpen={openKey === row.key}
      />
      {isPhone ? null : bar !== undefined ? (
        <ChangeBar {...bar} change={change} />
      ) : (
        <td className={classes(dense, 'text-end text-text-3')}>{share}</td>
      )}
      {isPhone ? null : (
        <AmountCell
          amount={row.previous}
          currency={currency}
          isFinal={isFinal}
          onOpen={hasBefore ? () => onShow(earlier) : undefined}
          isOpen={openKey === earlier}
        />
      )}
      <ChangeCell
        change={change}
        currency={currency}
        onOpen={() => onShow(changeKey(row.key))}
        isOpen={openKey === changeKey(row.key)}
      />
    </NamedRow>
  )
}
