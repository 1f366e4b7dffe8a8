import { Money } from '../Money.tsx'
import { Swatch } from './Legend.tsx'
import { isValue } from './scale.ts'
import { absence, type Frame, type Geometry, saidValue } from './series.ts'

/** The room of one value, and of several with their names. */
const ALONE = 148
const NAMED = 212
const AWAY = 14

/** The values under the crosshair, above the highest of them, or beside it where the room above is too small. */
export function Readout({ frame, geometry, index }: { frame: Frame; geometry: Geometry; index: number }) {
  const point = frame.points[index]
  if (!point) return null
  const room = frame.series.length > 1 ? NAMED : ALONE
  const rows = frame.series.filter(({ values }) => values[index] !== undefined)
  const { x, y, top, width, bottom } = geometry
  const highest = Math.min(
    ...rows
      .map(({ values }) => values[index])
      .filter(isValue)
      .map(y),
    bottom,
  )
  const height = 38 + Math.max(rows.length, 1) * 20
  const isAbove = highest - AWAY - height >= 0
  const place = x(index)
  const beside = place + AWAY + room <= width ? place + AWAY : place - AWAY - room
  const left = isAbove ? place - room / 2 : beside
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 flex justify-center"
      style={{
        left: Math.min(Math.max(left, 0), Math.max(width - room, 0)),
        top: isAbove ? highest - AWAY - height : Math.max(top, 0),
        width: room,
      }}
    >
      <div className="rounded-control border border-line bg-raised px-3 py-2 shadow-overlay">
        <div className="whitespace-nowrap text-caption text-text-3">{point.label}</div>
        {rows.map((series) => {
          const { name, mark, colour } = series
          const value = saidValue(series, index)
          return (
            <div key={name} className="flex items-center justify-between gap-3 text-caption leading-5">
              {frame.series.length > 1 ? (
                <span className="flex items-center gap-1.5 whitespace-nowrap text-text-2">
                  <Swatch mark={mark} colour={colour} />
                  {name}
                </span>
              ) : null}
              {isValue(value) ? (
                <Money amount={value} currency={frame.currency} className="font-semibold" />
              ) : (
                <span className="text-text-3">{absence(value, point)}</span>
              )}
            </div>
          )
        })}
        {rows.length === 0 ? (
          <div className="text-caption text-text-3">{absence(undefined, point)}</div>
        ) : null}
      </div>
    </div>
  )
}
