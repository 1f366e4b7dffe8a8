import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { useIsPhone } from '../ui/media.ts'
import { type Amount, moneyText } from '../ui/money.ts'
import { RowHead } from './table.tsx'

/** So many characters of two amounts have room beside a name on a phone. */
const MAX_BESIDE = 10

/** Whether the amounts of a table are too long for two of them beside a name: on a phone, the name then stands above them. */
export function useIsTall(amounts: readonly Amount[], currency: string): boolean {
  const isPhone = useIsPhone()
  return isPhone && amounts.some((one) => moneyText(one, currency, { symbol: false }).length > MAX_BESIDE)
}

/** A row with its name; of a tall table (`useIsTall`) two rows, one above the other, in a table of two columns. */
export const NamedRow = ({
  name,
  isTall,
  isStrong = false,
  children,
}: {
  name: ReactNode
  isTall: boolean
  isStrong?: boolean
  children: ReactNode
}) =>
  isTall ? (
    <>
      <tr>
        <th
          scope="rowgroup"
          colSpan={2}
          className={classes('truncate px-4 pt-2 text-start', isStrong ? 'font-semibold' : 'font-normal')}
        >
          {name}
        </th>
      </tr>
      <tr>{children}</tr>
    </>
  ) : (
    <tr>
      <RowHead isStrong={isStrong}>{name}</RowHead>
      {children}
    </tr>
  )
