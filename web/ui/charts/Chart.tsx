import { type ReactNode, useId, useMemo } from 'react'
import { t } from '../../../words/t.ts'
import { useLocale } from '../locale.ts'
import { usePrivacy } from '../privacy.ts'
import { Gaps, Hatch, XAxis, YAxis } from './axes.tsx'
import { Legend } from './Legend.tsx'
import { Readout } from './Readout.tsx'
import { type Frame, type Geometry, geometryOf, lastValue, spokenPoint } from './series.ts'
import { LegendLine, TableButton, useTableSwitch } from './TableSwitch.tsx'
import { Twin } from './Twin.tsx'
import { useCrosshair } from './use-crosshair.ts'
import { useWidth } from './use-width.ts'

/** The props that all charts have in common. */
export type ChartProps = {
  /** The subject of the chart, in words: Net worth by month. */
  label: string
  height?: number
  /** Opens the list behind a point; without it, points do not open. */
  onOpen?: ((key: string) => void) | undefined
  /** The index of today, or of the unfinished month. */
  today?: number | undefined
  /** Where the legend is shown; a direct label elsewhere makes it unnecessary. */
  legend?: 'above' | 'below' | undefined
  /** Content at the end of the legend's line. */
  beside?: ReactNode
  /** Why there are gaps, in words. */
  note?: ReactNode
  /** Why values are dotted, in words. */
  dottedNote?: ReactNode
}

type Props = ChartProps & {
  frame: Frame
  children: (geometry: Geometry, active: number | null, pattern: string) => ReactNode
}

/** The common part of all charts: axes, crosshair, readout, keys, and the table that says the same. */
export function Chart({
  label,
  height = 200,
  onOpen,
  today,
  legend,
  beside,
  frame,
  children,
  ...notes
}: Props) {
  const locale = useLocale()
  const isHidden = usePrivacy()
  const id = useId()
  const [box, width] = useWidth()
  const [isTable, showsTable] = useTableSwitch(box)
  const { points, series, bare, places } = frame
  const geometry = useMemo(() => geometryOf(frame, width, height, locale), [frame, width, height, locale])
  const open = onOpen && ((index: number) => points[index] && onOpen(points[index].key))
  const start = Math.max(0, ...series.slice(0, 1).map(({ values }) => lastValue(values)))
  const crosshair = useCrosshair({
    count: points.length,
    placeOf: geometry.x,
    start,
    onOpen: open,
    onTable: () => showsTable(!isTable),
  })
  const { active, handlers } = crosshair
  const hasGaps = series.some(({ values }) => values.includes(null))
  const tableSwitch = { isTable, onPress: () => showsTable(!isTable) }
  const line = bare ? null : (
    <LegendLine tableSwitch={tableSwitch} isAbove={legend === 'above'} beside={beside}>
      {legend && series.length > 1 ? <Legend series={series} /> : null}
    </LegendLine>
  )

  return (
    <figure className="group m-0 flex w-full flex-1 flex-col">
      {legend === 'above' ? line : null}
      <div ref={box} className="relative" style={{ height }}>
        {isTable ? (
          <section
            aria-label={t('{chart}, table', { chart: label })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
            tabIndex={0}
            className={bare ? 'h-full overflow-auto' : 'h-[calc(100%-28px)] overflow-auto touch:h-full'}
            onKeyDown={handlers.onKeyDown}
          >
            <Twin label={label} frame={frame} onOpen={open} />
          </section>
        ) : (
          <div
            // The arrow keys belong to the chart while it has the focus, which is what this role says.
            role="application"
            aria-label={label}
            aria-describedby={`${id}-keys`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the crosshair moves by keyboard.
            tabIndex={0}
            className={`absolute inset-0 touch-pan-y rounded-control ${open && active !== null ? 'cursor-pointer' : ''}`}
            {...handlers}
          >
            {width > 0 && points.length > 0 ? (
              <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
                <defs>
                  <Hatch id={`${id}-gap`} className="fill-line" />
                  <Hatch id={`${id}-hatch`} className="fill-chart-2" />
                  <Hatch id={`${id}-hatch-3`} className="fill-chart-3" />
                </defs>
                {bare ? null : <YAxis geometry={geometry} isHidden={isHidden} />}
                {bare ? null : <XAxis geometry={geometry} points={points} today={today} />}
                <Gaps geometry={geometry} series={series} pattern={`${id}-gap`} />
                {active === null ? null : <Cross geometry={geometry} index={active} places={places} />}
                {children(geometry, active, `${id}-hatch`)}
              </svg>
            ) : null}
            {active === null || width === 0 ? null : (
              <Readout frame={frame} geometry={geometry} index={active} />
            )}
          </div>
        )}
        {bare ? null : (
          <TableButton
            {...tableSwitch}
            className="absolute -bottom-1 start-0 grid opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 touch:hidden"
          />
        )}
      </div>
      {legend === 'above' ? null : line}
      <Notes hasGaps={hasGaps} isDotted={points.some(({ isRecorded }) => isRecorded)} {...notes} />
      {isTable ? null : (
        <div className="sr-only">
          <Twin label={label} frame={frame} onOpen={undefined} />
        </div>
      )}
      <p id={`${id}-keys`} className="sr-only">
        {open
          ? t('Left and right move from point to point, Enter opens one, T shows the table.')
          : t('Left and right move from point to point, T shows the table.')}
      </p>
      <p role="status" className="sr-only">
        {active !== null && crosshair.isByKey ? spokenPoint(frame, active, isHidden) : ''}
      </p>
    </figure>
  )
}

/** The meaning of hatched and dotted parts. */
function Notes({
  hasGaps,
  isDotted,
  note = t('Hatched: a value that Florin does not know.'),
  dottedNote = t('Dotted: as recorded, where a rate is missing.'),
}: Pick<ChartProps, 'note' | 'dottedNote'> & { hasGaps: boolean; isDotted: boolean }) {
  if (!hasGaps && !isDotted) return null
  return (
    <figcaption className="mt-2 text-caption text-text-3">
      {hasGaps ? note : null} {isDotted ? dottedNote : null}
    </figcaption>
  )
}

/** The point under the crosshair: a line through it, or the band it stands in. */
const Cross = ({
  geometry: { x, top, bottom, step },
  index,
  places,
}: {
  geometry: Geometry
  index: number
  places: Frame['places']
}) =>
  places === 'points' ? (
    <line x1={x(index)} x2={x(index)} y1={top} y2={bottom} strokeDasharray="2 3" className="stroke-line-2" />
  ) : (
    <rect
      x={x(index) - step / 2}
      y={top}
      width={step}
      height={bottom - top}
      rx="4"
      className="fill-tile opacity-60"
    />
  )
