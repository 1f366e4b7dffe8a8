import type { Cells } from './cells.ts'
import { folded } from './headings.ts'
import type { Layout } from './layout.ts'

/**
 * Months of Croatian that have the names of others in Polish and Czech: listopad is October there, and November here. The other months of a file
 * tell whose they are; where nothing does, such a day is none (`hasSeveralMonths`).
 */
const SEVERAL = String.raw`(\d{1,2})(\.?)\s?(lip|srp|lis|listopada?)(?!\p{L})`
const DAY = new RegExp(`^\\s*${SEVERAL}`, 'iu')
const ANYWHERE = new RegExp(`(?<!\\d)${SEVERAL}`, 'iu')

/** The names of one month that only these languages have, behind the number of a day. */
const after = (names: string) => new RegExp(String.raw`(?<!\d)\d{1,2}\.?\s?(?:${names})(?!\p{L})`, 'iu')
const CROATIAN = after(
  'sij|velj|ožu|tra|svi|kol|ruj|stu|pro|siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|studenoga?|prosinca',
)
const OTHER = after(
  'sty|lut|kwi|cze|sie|wrz|paź|gru|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|grudnia|' +
    'led|úno|bře|dub|kvě|čvn|čvc|zář|říj|pros|ledna|února|března|dubna|května|června|července|srpna|října|listopadu|prosince',
)
const PLACES = ['PLN', 'CZK']
const HEADINGS =
  /(?<!\p{L})(?:kwota|ksiegowania|operacji|transakcji|waluta|castka|zauctovani|provedeni)(?!\p{L})/u

/** Names that say the same month in one language alone. */
const names = {
  croatian: { lip: 'lipnja', srp: 'srpnja', lis: 'october', listopad: 'october', listopada: 'october' },
  other: { lip: 'lipca', srp: 'srpna', lis: 'listopadu', listopad: 'listopadu', listopada: 'listopadu' },
} as const

/** A table whose days name no month that may be two. */
export function withMonths(layout: Layout, text: string, currency: string | undefined): Layout {
  if (!ANYWHERE.test(text)) return layout
  const [isCroatian, isOther] = [CROATIAN.test(text), OTHER.test(text)]
  const language = isCroatian === isOther ? undefined : isCroatian ? names.croatian : names.other
  const isUsual =
    !isCroatian &&
    (PLACES.includes(currency ?? '') || layout.header?.some((heading) => HEADINGS.test(folded(heading))))
  const named = (cell: string): string =>
    cell.length > 40
      ? cell
      : cell.replace(DAY, (written, day: string, point: string, month: string) => {
          if (language) return `${day}${point} ${language[month.toLowerCase() as keyof typeof language]}`
          return isUsual ? written : `${day}. ${month}` // as of a month that may be two
        })
  const told = ({ line, cells }: Cells): Cells => ({ line, cells: cells.map(named) })
  return {
    ...layout,
    *records() {
      for (const record of layout.records()) yield told(record)
    },
    sample: layout.sample.map(told),
  }
}
