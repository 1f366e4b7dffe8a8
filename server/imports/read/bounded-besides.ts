import { MAX_RULES } from '../../../contract/import-rules.ts'
import type { Besides, LeftOutOfFile } from './besides.ts'
import { plainText } from './file-values.ts'

/** At most this many of each kind are taken: all of them are one change together with the rows. */
const MOST = {
  accounts: 500,
  groups: 1_000,
  budgets: 12_000,
  recurring: 500,
  rules: MAX_RULES,
  rates: 20_000,
} as const
const MAX_LEFT_OUT = 5_000
/** All of it is stored with the import, and loaded for its commit. */
const MAX_CHARACTERS = 8_000_000

/** The same within the bounds. Of budgets and rates the latest are kept, of everything else the first; how many are left is said. */
export function boundedBesides(besides: Besides): Besides {
  const { budgets = [], rates = [], left_out = [] } = besides
  const inTime = {
    ...besides,
    budgets: budgets.toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0)),
    rates: rates.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
  }
  const over: LeftOutOfFile[] = []
  const kept: Besides = Object.fromEntries(
    Object.entries(MOST).map(([name, most]) => {
      const kind = name as keyof typeof MOST // its own keys
      const [all, isLatest]: [readonly unknown[], boolean] = [
        inTime[kind] ?? [],
        kind === 'budgets' || kind === 'rates',
      ]
      if (all.length > most) over.push(tooMany(kind, all.length, most, isLatest))
      return [kind, isLatest ? all.slice(-most) : all.slice(0, most)]
    }),
  )
  const rest = left_out.length - MAX_LEFT_OUT
  const more: LeftOutOfFile[] =
    rest > 0
      ? [
          {
            kind: 'other',
            name: `${rest.toLocaleString('en')} more`,
            why: 'So many more things are left out or read otherwise.',
          },
        ]
      : []
  const said = [...over, ...more, ...left_out.slice(0, MAX_LEFT_OUT)].map(({ kind, name, why }) => ({
    kind,
    name: plainText(name, 200),
    why: plainText(why, 400),
  }))
  if (JSON.stringify(kept).length <= MAX_CHARACTERS) return { ...kept, left_out: said }
  const why = `Together they have more than ${MAX_CHARACTERS / 1e6} million characters.`
  const all = { kind: 'other' as const, name: 'Budgets, rules and everything else besides rows', why }
  return { left_out: [all, ...said.slice(0, 100)] }
}

const tooMany = (kind: keyof typeof MOST, count: number, most: number, isLatest: boolean): LeftOutOfFile => ({
  kind,
  name: `${(count - most).toLocaleString('en')} of ${count.toLocaleString('en')}`,
  why: `At most ${most.toLocaleString('en')} are taken from a file, the ${isLatest ? 'latest' : 'first'} ones.`,
})

/** Whether there is anything to record or to say. */
export const hasBesides = (besides: Besides): boolean =>
  Object.values(besides).some((list) => list.length > 0)
