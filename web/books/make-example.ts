import { getBook } from '../../contract/books.ts'
import { createBook } from '../../contract/members.ts'
import { household } from '../../demo/household.ts'
import { play } from '../../demo/play.ts'
import { currentLanguage } from '../../words/t.ts'
import { call, clientOf } from '../api/ask.ts'
import { reachSignedIn } from '../api/session.ts'
import { exampleBook, exampleName } from './example-book.ts'
import { exampleMade, removeExample } from './remove-example.ts'

/**
 * Opens the made-up household in a book of its own: a year of it in the reader's language, played call by call, as `npm run demo` does it. `tell` is told
 * how much of it is there, from 0 to 1. If something fails, the book is deleted again.
 */
export async function makeExample(today: string, tell: (part: number) => void): Promise<string> {
  const name = exampleName()
  const steps = household({ today: Temporal.PlainDate.from(today), years: 1 })
  const { id } = await call(createBook, {
    body: { name, base_currency_id: 'EUR', language: currentLanguage() },
  })
  exampleBook.set(id)
  try {
    const there = clientOf(reachSignedIn, id)
    await play(there, counted(steps, tell))
    exampleMade.set(String((await there.call(getBook)).version))
    return id
  } catch (error) {
    await removeExample(id, name)
    throw error
  }
}

function* counted<T>(steps: readonly T[], tell: (part: number) => void): Generator<T> {
  for (const [index, step] of steps.entries()) {
    tell(index / steps.length)
    yield step
  }
}
