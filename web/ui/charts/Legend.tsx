import type { Mark, Series } from './series.ts'

/** The meaning of a chart's colours and patterns. */
export const Legend = ({ series }: { series: readonly Pick<Series, 'name' | 'mark' | 'colour'>[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-text-2">
    {series.map(({ name, mark, colour }) => (
      <li key={name} className="flex items-center gap-1.5">
        <Swatch mark={mark} colour={colour} />
        {name}
      </li>
    ))}
  </ul>
)

const box = 'inline-block size-2.5 rounded-[3px] border border-current'

const shapes: Record<Mark, string> = {
  line: 'inline-block w-3.5 border-t-2 border-current',
  dashed: 'inline-block w-3.5 border-t-2 border-dashed border-current',
  bar: `${box} bg-current`,
  soft: `${box} bg-current/25`,
  hatched: `${box} hatched`,
}

export const Swatch = ({ mark, colour }: { mark: Mark; colour: string }) => (
  <span aria-hidden="true" className={`${shapes[mark]} ${colour}`} />
)
