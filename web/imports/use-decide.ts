import type { ImportRow, RowChange } from '../../contract/import-rows.ts'
import {
  getImport,
  type Import,
  listImportRows,
  updateImportRow,
  updateImportRows,
} from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { cache, call, queryKeyOf } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { say } from '../ui/toast.ts'
import { type DecisionNames, decided, followed, recounted } from './decisions.ts'
import { inTurn } from './in-turn.ts'
import { patchImportRows } from './use-import-rows.ts'
import { becomesOf, filterOf, type RowTab, tickable } from './verdict-words.ts'

/** One queue for all imports, so that it outlives the step that is shown. */
const turns = inTurn()

/** Decisions about rows. They show at once, and are sent one after another; a refused one is taken back, with a message. */
export function useDecide(id: string) {
  const key = queryKeyOf(getImport, { params: { id } })

  const afterwards = (work: () => Promise<unknown>): void =>
    turns.add(
      work,
      () => void cache.invalidateQueries({ queryKey: key }),
      (error) => {
        say({ words: sentenceOf(error), tone: 'refused' })
        void cache.invalidateQueries({ queryKey: key })
        void cache.invalidateQueries({ queryKey: [listImportRows.path] })
      },
    )

  function show(rows: readonly ImportRow[], change: RowChange, names: DecisionNames): void {
    const chosen = new Map(rows.map((row) => [row.n, decided(row, change, names)]))
    patchImportRows(id, (row) =>
      chosen.has(row.n)
        ? decided(row, change, names)
        : change.draft?.category_id
          ? followed(row, chosen)
          : row,
    )
    cache.setQueryData(
      key,
      (file: Import | undefined) =>
        file && {
          ...file,
          counts: rows.reduce(
            (counts, row) => recounted(counts, row, decided(row, change, names)),
            file.counts,
          ),
        },
    )
  }

  return {
    /** Waits until every decision is answered. False if one was refused. */
    answered: turns.done,
    decide(rows: readonly ImportRow[], change: RowChange, names: DecisionNames = {}): void {
      const readable = rows.filter(({ verdict }) => verdict !== 'invalid')
      // A row that the books would refuse stays out until nothing is in its way.
      const [first, ...others] = readable.filter(({ held }) => held === null || change.is_chosen !== true)
      if (!first) {
        if (readable.length > 0)
          say({ words: t('It cannot be added yet: its own line says why.'), tone: 'refused' })
        return
      }
      show([first, ...others], change, names)
      if (others.length > 0)
        afterwards(async () => {
          const n = [first, ...others].map((row) => row.n)
          cache.setQueryData(key, await call(updateImportRows, { params: { id }, body: { n, set: change } }))
          if (change.draft) await cache.invalidateQueries({ queryKey: [listImportRows.path] })
        })
      else
        afterwards(async () => {
          const params = { id, n: String(first.n) }
          const row = await call(updateImportRow, { params, body: change })
          const now = new Map(change.draft && [[row.n, row]])
          patchImportRows(id, (before) => (before.n === row.n ? row : followed(before, now)))
          // It is in another tab now. The open one keeps it until it is opened again.
          if (becomesOf(row) !== becomesOf(first))
            await cache.invalidateQueries({ queryKey: [listImportRows.path], refetchType: 'none' })
        })
    },
    /** Ticks all rows of a tab, also those that are not loaded, or none. */
    tickAll(rows: readonly ImportRow[], tab: RowTab, q: string | undefined, is_chosen: boolean): void {
      // The service has no such list: its rows are all here.
      if (tab === 'decide') {
        this.decide(rows, { is_chosen })
        return
      }
      const becomes = tickable(tab)
      const meant = rows.filter((row) => !is_chosen || becomes.split(',').includes(becomesOf(row)))
      show(
        meant.filter(
          (row) =>
            row.verdict !== 'invalid' && row.is_chosen !== is_chosen && (row.held === null || !is_chosen),
        ),
        { is_chosen },
        {},
      )
      afterwards(async () => {
        const filter = { ...filterOf(tab, q), ...(is_chosen ? { becomes } : {}) }
        cache.setQueryData(
          key,
          await call(updateImportRows, { params: { id }, body: { ...filter, set: { is_chosen } } }),
        )
        await cache.invalidateQueries({ queryKey: [listImportRows.path] })
      })
    },
  }
}
export type Decide = ReturnType<typeof useDecide>
