import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../words/t.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { SettingsFrame } from '../page/Settings.tsx'
import { Card } from '../ui/Card.tsx'
import { SelectField } from '../ui/Field.tsx'
import { More } from '../ui/More.tsx'
import { rich } from '../ui/rich.ts'
import { Empty } from '../ui/States.tsx'
import { ForGood } from './ForGood.tsx'
import { kindWord } from './record-nouns.ts'
import { TrashRow } from './TrashRow.tsx'
import { type Trashed, trashLists, trashOf } from './trash.ts'

/** How many rows are drawn at first, and how many more each time the end comes near. */
const ROWS_DRAWN = 100

const names = Object.keys(trashLists)

/** Every list's trash, as one; undefined until all of them have answered. */
function useTrash() {
  const answers = useQueries({ queries: Object.values(trashLists) })
  const data = answers.every((answer) => answer.data)
    ? trashOf(Object.fromEntries(names.map((name, index) => [name, answers[index]?.data])))
    : undefined
  return {
    data,
    error: answers.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
  }
}

/** The deleted records: each can be restored, or deleted for good. */
export function TrashPage() {
  const { search, filter } = useAddress()
  const query = useTrash()
  const [leaving, setLeaving] = useState<Trashed>()
  const resource = search.resource
  return (
    <SettingsFrame title={t('Trash')}>
      <Loaded query={query} rows={6}>
        {(rows) =>
          rows.length === 0 ? (
            <Card>
              <Empty icon={<Trash2 size={20} />} title={t('The trash is empty')}>
                {t('What you delete is kept here, and comes back with one press.')}
              </Empty>
            </Card>
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
                <Kinds rows={rows} value={resource} onChange={(value) => filter({ resource: value })} />
                <p className="max-w-100 text-caption text-text-3">
                  {rich(
                    'It counts in no balance and no report. Every deletion is also in the <link>activity</link>.',
                    {
                      link: (words) => (
                        <Link to="/activity" className="text-accent underline">
                          {words}
                        </Link>
                      ),
                    },
                  )}
                </p>
              </div>
              <Rows key={resource} all={rows} resource={resource} onForGood={setLeaving} />
            </>
          )
        }
      </Loaded>
      {leaving && <ForGood row={leaving} onClose={() => setLeaving(undefined)} />}
    </SettingsFrame>
  )
}

function Rows({
  all,
  resource,
  onForGood,
}: {
  all: readonly Trashed[]
  resource: string | undefined
  onForGood: (row: Trashed) => void
}) {
  const [drawn, setDrawn] = useState(ROWS_DRAWN)
  const rows = all.filter((row) => !resource || row.resource === resource)
  return (
    <>
      <Card>
        <ul>
          {rows.slice(0, drawn).map((row) => (
            <TrashRow
              key={`${row.resource} ${row.id}`}
              row={row}
              all={all}
              onForGood={() => onForGood(row)}
            />
          ))}
        </ul>
      </Card>
      {rows.length > drawn && <More isBusy={false} onMore={() => setDrawn(drawn + ROWS_DRAWN)} />}
    </>
  )
}

function Kinds({
  rows,
  value,
  onChange,
}: {
  rows: readonly Trashed[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const kinds = [...Map.groupBy(rows, ({ resource }) => resource).entries()]
  if (kinds.length < 2 && !value) return null
  return (
    <SelectField
      label={t('What [kind of record]')}
      className="w-52"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{t('Everything ({count, number})', { count: rows.length })}</option>
      {kinds.map(([kind, list]) => (
        <option key={kind} value={kind}>
          {t('{kind} ({count, number})', { kind: kindWord(kind), count: list.length })}
        </option>
      ))}
    </SelectField>
  )
}
