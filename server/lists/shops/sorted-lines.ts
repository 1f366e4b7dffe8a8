import { addStarter } from '../../../contract/books.ts'
import { listCategories } from '../../../contract/categories.ts'
import { bank } from '../../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../../test/importing.ts'
import type { Person } from '../../../test/world.ts'

const income: ReadonlySet<string> = new Set(['Salary', 'Interest', 'Other income'])

/**
 * Sorts the lines of a first bank file in a new book, for tests: each is the words of the bank and, after a |, the category that a person would choose.
 * The answer has the lines that went elsewhere.
 */
export async function wronglySorted(person: Person, lines: string): Promise<string[]> {
  await person.call(addStarter)
  const { id } = await bank(person, 'Giro', 'USD')
  const wanted = lines.split('\n').map((line) => line.split('|') as [string, string])
  const file = csv(
    ...wanted.map(
      ([text, name], index) =>
        `2026-10-${String((index % 28) + 1).padStart(2, '0')},"${text}",${income.has(name) ? '' : '-'}${10 + index}.50`,
    ),
  )
  const rows = await rowsOf(person, await sendFile(person, { account_id: id }, file))
  const { data: categories } = await person.call(listCategories, { query: { limit: 1000 } })
  const names = new Map(categories.map((category) => [category.id, category.name]))
  const drafts = new Map(rows.map((row) => [row.text, row.draft]))
  return wanted.flatMap(([text, name]) => {
    const draft = drafts.get(text)
    const found = names.get(draft?.category_id ?? '') ?? draft?.category_name ?? 'nothing'
    return found === name ? [] : [`${text}: ${found}, not ${name}`]
  })
}
