import { useState } from 'react'
import type { BookOfPerson } from '../../../contract/members.ts'
import { sentenceOf } from '../../api/change.ts'
import { entriesFile, type Kept } from '../../api/kept-rules.ts'
import { sendKept } from '../../api/queue.ts'
import { Button } from '../../ui/Button.tsx'
import { useLocale } from '../../ui/locale.ts'
import { putAllInto } from './into-book.ts'

function save(entries: readonly Kept[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`\uFEFF${entriesFile(entries)}`], { type: 'text/csv' }))
  link.download = 'florin-entries.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}

const countText = (count: number) =>
  count === 1 ? '1 entry was still waiting' : `${count} entries were still waiting`

/** Entries of a book that one is no longer a member of, and the ways to keep them. `into` is the book that they can go to. */
export function LostEntries({ entries, into }: { entries: readonly Kept[]; into: BookOfPerson | undefined }) {
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState<string>()
  const put = async (book: BookOfPerson) => {
    setBusy(true)
    setSentence(undefined)
    try {
      const staying = await putAllInto(entries, book, locale)
      if (staying.length > 0)
        setSentence(
          `${book.name} has no category or account of the name in ${staying.length === 1 ? 'this entry' : `${staying.length} of them`}. Save ${staying.length === 1 ? 'it' : 'them'} as a file, and add ${staying.length === 1 ? 'it' : 'them'} there.`,
        )
      const [first] = entries
      if (first) await sendKept(first.user_id)
    } catch (error) {
      setSentence(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <p className="text-table text-text-2">
        {countText(entries.length)} on this device. {entries.length === 1 ? 'It is' : 'They are'} not lost.
      </p>
      <ul className="mt-2 text-table">
        {entries.map(({ id, words }) => (
          <li key={id} className="border-t border-line py-2">
            {words}
          </li>
        ))}
      </ul>
      {sentence && (
        <p role="alert" className="mt-1 text-table text-warn">
          {sentence}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {into && (
          <Button isBusy={isBusy} onClick={() => void put(into)}>
            Put {entries.length === 1 ? 'it' : 'them'} into {into.name}
          </Button>
        )}
        <Button look="quiet" onClick={() => save(entries)}>
          Save as a file
        </Button>
      </div>
    </div>
  )
}
