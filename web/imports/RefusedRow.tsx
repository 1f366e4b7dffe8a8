import { useState } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { type Import, listImportRows } from '../../contract/imports.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { Refusal } from '../ui/States.tsx'
import { say } from '../ui/toast.ts'
import { RowPopup } from './RowPopup.tsx'
import type { Decide } from './use-decide.ts'

/** The row that the books refuse: it can be changed, or left out. */
export function RefusedRow({
  file,
  refusal,
  decide,
  onDone,
}: {
  file: Import
  refusal: Problem
  decide: Decide
  onDone: () => void
}) {
  const [row, setRow] = useState<ImportRow>()
  const withRow = async (act: (row: ImportRow) => void) => {
    try {
      const found = await findRow(file.id, Number(refusal.params.n))
      if (found) act(found)
    } catch (error) {
      say({ words: sentenceOf(error), tone: 'refused' })
    }
  }
  return (
    <>
      <Refusal
        title={refusal.detail}
        actions={
          <>
            <Button onClick={() => void withRow(setRow)}>{t('Change this row')}</Button>
            <Button
              onClick={() =>
                void withRow((found) => {
                  decide.decide([found], { is_chosen: false })
                  onDone()
                })
              }
            >
              {t('Leave it out')}
            </Button>
          </>
        }
      />
      {row && (
        <RowPopup
          rows={[row]}
          onDecide={(rows, change, names) => {
            decide.decide(rows, change, names)
            setRow(undefined)
            onDone()
          }}
          onClose={() => setRow(undefined)}
        />
      )}
    </>
  )
}

/** A row by its number; it may be on a page that is not loaded. */
async function findRow(id: string, n: number): Promise<ImportRow | undefined> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: { sort: 'n'; limit: number; cursor?: string } = {
      sort: 'n',
      limit: 1000,
      ...(cursor ? { cursor } : {}),
    }
    const page: { data: ImportRow[]; meta: { next_cursor: string | null } } = await call(listImportRows, {
      params: { id },
      query,
    })
    const found = page.data.find((row) => row.n === n)
    if (found) return found
    cursor = page.meta.next_cursor
  }
  return undefined
}
