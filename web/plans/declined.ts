import { useSyncExternalStore } from 'react'
import type { FoundPlan } from '../../contract/recurring.ts'
import { t } from '../../words/t.ts'
import { useBook } from '../page/me.ts'
import { shownText } from '../ui/bank-text.ts'
import { storedOfPerson } from '../ui/stored.ts'
import { say } from '../ui/toast.ts'

/** The proposals that somebody said No to. This browser remembers them, for each person and book. */
const MAX_DECLINED = 500

const store = storedOfPerson('florin.not-recurring')

/** One line for each: the book and the key of the proposal. */
const lines = (text: string | null): string[] => text?.split('\n').filter((line) => line !== '') ?? []

export const withLine = (text: string | null, line: string): string =>
  [...lines(text).filter((one) => one !== line), line].slice(-MAX_DECLINED).join('\n')
export const withoutLines = (text: string | null, isGone: (line: string) => boolean): string =>
  lines(text)
    .filter((line) => !isGone(line))
    .join('\n')

/** Splits proposals into those that are open and the number of declined ones, and says how to decline one and to bring all back. */
export function useDeclined(found: readonly FoundPlan[] = []) {
  const text = useSyncExternalStore(store.subscribe, store.get)
  const { id: book } = useBook()
  const declined = new Set(lines(text))
  const lineOf = ({ key }: FoundPlan) => `${book} ${key}`
  const open = found.filter((one) => !declined.has(lineOf(one)))
  return {
    open,
    count: found.length - open.length,
    decline(one: FoundPlan) {
      const line = lineOf(one)
      store.set(withLine(store.get(), line))
      const run = () => store.set(withoutLines(store.get(), (other) => other === line))
      say({
        words: t('{plan} is not proposed again', { plan: shownText(one.name) }),
        action: { label: t('Undo'), turn: 'undo', run },
      })
    },
    bringBack: () => store.set(withoutLines(store.get(), (line) => line.startsWith(`${book} `))),
  }
}
