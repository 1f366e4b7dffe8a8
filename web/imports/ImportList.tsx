import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { deleteImport, type Import } from '../../contract/imports.ts'
import { listed, t } from '../../words/t.ts'
import { send, sentenceOf } from '../api/change.ts'
import { accounts } from '../page/accounts.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { momentInSentence, rangeInSentence } from '../ui/dates.ts'
import { IconTile } from '../ui/icons.tsx'
import { say } from '../ui/toast.ts'
import { extentWords, recordedWords, waitingWords } from './import-words.ts'
import { undoImport } from './undo-import.ts'

/** The imports that a person still has to look at. They stand above the place for another file. */
export const OpenImports = ({ imports }: { imports: readonly Import[] }) => (
  <div className="mb-6 empty:hidden">
    <Group
      title={t('Under way')}
      note={t('Kept for 30 days')}
      imports={imports.filter(({ status }) => status !== 'committed')}
    >
      {(one) => (
        <Button
          needs="write"
          look="quiet"
          icon={<Trash2 size={15} />}
          aria-label={t('Remove {file}', { file: one.filename })}
          onClick={() => void remove(one)}
        >
          <span className="max-sm:hidden">{t('Remove')}</span>
        </Button>
      )}
    </Group>
  </div>
)

/** The recorded imports. */
export const RecordedImports = ({ imports }: { imports: readonly Import[] }) => (
  <Group title={t('Recorded')} imports={imports.filter(({ status }) => status === 'committed')}>
    {(one) =>
      one.committed_version !== null && !one.is_undone ? (
        <Button
          needs="write"
          look="quiet"
          icon={<Undo2 size={15} />}
          aria-label={t('Undo {file}', { file: one.filename })}
          onClick={() => void undoImport(one)}
        >
          <span className="max-sm:hidden">{t('Undo')}</span>
        </Button>
      ) : null
    }
  </Group>
)

async function remove({ id, filename }: Import): Promise<void> {
  try {
    await send(deleteImport, { params: { id } }, { words: t('{file} is removed', { file: filename }) })
  } catch (error) {
    say({ words: sentenceOf(error), tone: 'refused' })
  }
}

function Group({
  title,
  note,
  imports,
  children,
}: {
  title: string
  note?: string
  imports: readonly Import[]
  children: (one: Import) => ReactNode
}) {
  const today = useToday()
  const { data: all } = useQuery(accounts)
  if (imports.length === 0) return null
  const accountOf = ({ account_id, mapping }: Import): string | undefined =>
    all?.find(({ id }) => id === account_id)?.name ??
    (mapping && mapping.accounts.length > 0
      ? listed(mapping.accounts.slice(0, 3).map(({ name }) => name))
      : undefined)
  return (
    <section>
      <h2 className="mb-2 flex items-baseline gap-2 text-body font-semibold">
        {title}
        {note && <span className="text-caption font-normal text-text-3">{note}</span>}
      </h2>
      <Card>
        <ul aria-label={title} className="divide-y divide-line">
          {imports.map((one) => (
            <li key={one.id} className="flex items-center gap-1 pe-2">
              <Link
                to="/imports/$id"
                params={{ id: one.id }}
                className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control py-2 ps-4 hover:bg-canvas"
              >
                <IconTile icon={FileText} />
                <span className="min-w-0">
                  <span className="block truncate font-medium">{one.filename}</span>
                  <span className="block text-caption text-text-2 sm:truncate">
                    {[accountOf(one), stateWords(one, today)].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </Link>
              {children(one)}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** The state of a file, in a few words. */
function stateWords(one: Import, today: string): string {
  if (one.status === 'reading') return t('Florin is reading it')
  if (one.status === 'failed') return t('It cannot be read')
  if (one.status === 'ready') {
    return [extentWords(one, today), waitingWords(one)].filter(Boolean).join(' · ')
  }
  const when = momentInSentence(one.committed_at ?? one.created_at, today)
  if (one.is_undone) return t('undone, recorded {when}', { when })
  const days = one.date_from && one.date_to && rangeInSentence(one.date_from, one.date_to, today)
  return [days, recordedWords(one.counts, when)].filter(Boolean).join(' · ')
}
