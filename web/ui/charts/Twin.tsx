import { memo } from 'react'
import { t } from '../../../words/t.ts'
import { Money } from '../Money.tsx'
import { isValue } from './scale.ts'
import { absence, type Frame, saidValue } from './series.ts'

/** The chart as a real table. It is always in the document; its cells are buttons only while it is shown. A crosshair that moves leaves it alone. */
export const Twin = memo(function Twin({
  label,
  frame: { points, series, currency },
  onOpen,
}: {
  label: string
  frame: Frame
  onOpen: ((index: number) => void) | undefined
}) {
  return (
    <table className="w-full text-table">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-line text-text-2">
          <th scope="col" className="py-1.5 pe-4 text-start font-medium">
            <span className="sr-only">{t('When [head of a column of days or months]')}</span>
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="px-2 py-1.5 text-end font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point, index) => (
          <tr key={point.key} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 pe-4 text-start font-normal">
              {onOpen ? (
                <button
                  type="button"
                  className="min-h-6 text-accent hover:underline"
                  onClick={() => onOpen(index)}
                >
                  {point.label}
                </button>
              ) : (
                point.label
              )}
            </th>
            {series.map((one) => {
              const value = saidValue(one, index)
              return (
                <td key={one.name} className="px-2 py-1.5 text-end">
                  {isValue(value) ? (
                    <Money amount={value} currency={currency} />
                  ) : (
                    <span className="text-text-3">{absence(value, point)}</span>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
})
