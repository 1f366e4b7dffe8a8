import { useState } from 'react'
import type { BookOfPerson } from '../../../contract/members.ts'
import { t } from '../../../words/t.ts'
import { sentenceOf } from '../../api/change.ts'
import type { Kept } from '../../api/kept-rules.ts'
import { sendKept } from '../../api/queue.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { useLocale } from '../../ui/locale.ts'
import type { EntryBook, EntryCategory } from './book.ts'
import { addCategory, namesOf, putAllInto, type Wanted } from './into-book.ts'
import { lostFile } from './lost-words.ts'

function save(entries: readonly Kept[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`\uFEFF${lostFile(entries)}`], { type: 'text/csv' }))
  link.download = t('florin-entries.csv')
  link.click()
  URL.revokeObjectURL(link.href)
}

const staysText = (book: string, count: number) =>
  t(
    '{count, plural, =1 {{book} has no place for this entry. Save it as a file, and add it there.} other {{book} has no place for # of them. Save them as a file, and add them there.}}',
    { book, count },
  )

/** The choice of a category that is added to the book. */
const NEW = 'new'

/** The choice that is preset: a new category of the same name, or else the first one there is. */
const preset = ({ name, kind }: Wanted, names: EntryBook): string =>
  name === '' ? (names.categories.find((one) => one.kind === kind)?.id ?? '') : NEW

type Asked = { names: EntryBook; wanted: readonly Wanted[] }

/** Entries of a book that one is no longer a member of, and the ways to keep them. `into` is the book that they can go to. */
export function LostEntries({ entries, into }: { entries: readonly Kept[]; into: BookOfPerson | undefined }) {
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({})

  async function chosenIn(book: BookOfPerson, { names, wanted }: Asked) {
    const chosen = new Map<string, EntryCategory>()
    for (const each of wanted) {
      const id = picked[each.key] ?? preset(each, names)
      const found = id === NEW ? await addCategory(book, each) : names.categories.find((one) => one.id === id)
      if (found) chosen.set(each.key, found)
    }
    return chosen
  }
  const put = async (book: BookOfPerson) => {
    setBusy(true)
    setSentence(undefined)
    try {
      const chosen = asked ? await chosenIn(book, asked) : new Map<string, EntryCategory>()
      const names = await namesOf(book, locale)
      const { wanted, staying } = await putAllInto(entries, book, names, chosen)
      setAsked(wanted.length > 0 ? { names, wanted } : undefined)
      if (staying.length > 0) setSentence(staysText(book.name, staying.length))
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
        {t(
          '{count, plural, one {# entry was still waiting on this device. It is not lost.} other {# entries were still waiting on this device. They are not lost.}}',
          { count: entries.length },
        )}
      </p>
      <ul className="mt-2 text-table">
        {entries.map(({ id, words }) => (
          <li key={id} className="border-t border-line py-2 wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
      {into && asked && (
        <div role="status" className="mt-2 flex flex-col gap-3 rounded-control bg-accent-soft p-3.5">
          <p className="text-table font-medium">
            {t(
              '{count, plural, one {{book} does not have this category.} other {{book} does not have these categories.}}',
              { book: into.name, count: asked.wanted.length },
            )}
          </p>
          {asked.wanted.map((each) => (
            <SelectField
              key={each.key}
              label={each.name || each.entries[0]?.line}
              value={picked[each.key] ?? preset(each, asked.names)}
              onChange={(event) => setPicked({ ...picked, [each.key]: event.target.value })}
            >
              {each.name !== '' && (
                <option value={NEW}>{t('Add “{category}”', { category: each.name })}</option>
              )}
              {asked.names.categories
                .filter(({ kind }) => kind === each.kind)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
          ))}
        </div>
      )}
      {sentence && (
        <p role="alert" className="mt-1 text-table text-warn">
          {sentence}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {into && (
          <Button isBusy={isBusy} onClick={() => void put(into)}>
            {t('{count, plural, one {Put it into {book}} other {Put them into {book}}}', {
              book: into.name,
              count: entries.length,
            })}
          </Button>
        )}
        <Button look="quiet" onClick={() => save(entries)}>
          {t('Save as a file')}
        </Button>
      </div>
    </div>
  )
}
