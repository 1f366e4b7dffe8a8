import { useRef, useState } from 'react'
import { arrangeCategories, type Category, listCategories } from '../../contract/categories.ts'
import { Refused } from '../../contract/client.ts'
import { t } from '../../words/t.ts'
import { cache, everything } from '../api/ask.ts'
import { sayDone, send, sentenceOf } from '../api/change.ts'
import { Unreachable } from '../api/session.ts'
import { say } from '../ui/toast.ts'
import { arrangedRows, movedText, noStepText, type Place, type Step, stepOf, withRows } from './arranging.ts'
import { treeOf } from './tree.ts'

const all = everything(listCategories)

/**
 * Moves categories: each move is one request and one undo, and shows at once. Moves wait for each other, so that a key that is pressed again
 * goes on from where the last press led to. `told` is the sentence about a step that there is not.
 */
export function useArrange() {
  const [told, setTold] = useState('')
  const last = useRef(Promise.resolve())
  const queue = (run: () => Promise<void>) => {
    last.current = last.current.then(run)
    return last.current
  }
  const treeWith = (id: string) => {
    const categories = cache.getQueryData(all.queryKey) ?? []
    const kind = categories.find((category) => category.id === id)?.kind ?? 'expense'
    return { categories, tree: treeOf<Category>(categories, kind) }
  }

  async function move(id: string, place: Place): Promise<void> {
    const { categories, tree } = treeWith(id)
    const rows = arrangedRows(tree, id, place)
    if (rows.length === 0) return
    setTold('')
    const words = movedText(tree, id, place)
    await cache.cancelQueries({ queryKey: all.queryKey }) // an answer from before the move would take it back on the screen
    cache.setQueryData(all.queryKey, withRows(categories, rows))
    try {
      const reply = await send(arrangeCategories, { body: { rows } })
      sayDone(words, reply, undefined, t('No entry changed'))
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error
      cache.setQueryData(all.queryKey, categories)
      void cache.invalidateQueries({ queryKey: all.queryKey })
      say({ words: sentenceOf(error), tone: 'refused' })
    }
  }

  return {
    told,
    tell: setTold,
    move: (id: string, place: Place) => queue(() => move(id, place)),
    step: (id: string, step: Step) =>
      queue(async () => {
        const { tree } = treeWith(id)
        const place = stepOf(tree, id, step)
        if (place) await move(id, place)
        else setTold(noStepText(tree, id, step))
      }),
  }
}

export type Arrange = ReturnType<typeof useArrange>
