import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../../words/t.ts'
import { classes } from '../classes.ts'

type TableSwitch = { isTable: boolean; onPress: () => void }

/** The legend, and for fingers, which hover over nothing, the switch between chart and table. Without any of it, it takes no room. */
export const LegendLine = ({
  tableSwitch,
  isAbove,
  beside,
  children,
}: {
  tableSwitch: TableSwitch
  isAbove: boolean
  beside: ReactNode
  children: ReactNode
}) => (
  <div
    className={classes(
      'flex items-center gap-x-4 gap-y-1',
      // The switch stays beside a legend of two lines.
      !isAbove || beside ? 'flex-wrap' : '',
      isAbove ? 'mb-2' : 'mt-auto pt-2',
      !children && !beside && 'hidden touch:flex',
    )}
  >
    {children}
    <span className="ms-auto flex items-center gap-x-4">
      {beside}
      <TableButton {...tableSwitch} className="relative -me-1 hidden touch:grid" />
    </span>
  </div>
)

/** For a pointer it is in the corner that the two axes leave free, while the chart is pointed at; for fingers beside the legend. */
export const TableButton = ({ isTable, onPress, className }: TableSwitch & { className: string }) => (
  <button
    type="button"
    aria-pressed={isTable}
    aria-label={t('Show as a table')}
    title={isTable ? t('Show the chart (T)') : t('Show as a table (T)')}
    className={classes(
      'size-6 place-items-center rounded-control text-text-3 after:absolute after:-inset-2 hover:text-text print:hidden',
      className,
    )}
    onClick={onPress}
  >
    {isTable ? <ChartColumn size={15} aria-hidden="true" /> : <Table2 size={15} aria-hidden="true" />}
  </button>
)

/** Whether the table is shown. The focus stays where it was: on the chart, then on the table in its place. */
export function useTableSwitch(box: RefObject<HTMLDivElement | null>): [boolean, (on: boolean) => void] {
  const [isTable, setTable] = useState(false)
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the table comes or goes.
  useEffect(() => {
    if (hadFocus.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    hadFocus.current = false
  }, [isTable, box])
  return [
    isTable,
    (on) => {
      hadFocus.current = box.current?.contains(document.activeElement) ?? false
      setTable(on)
    },
  ]
}
