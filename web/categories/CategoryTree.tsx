import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { Category } from '../../contract/categories.ts'
import { t } from '../../words/t.ts'
import { useListedKeys } from '../page/shortcuts.ts'
import { backward, onward, readingKey } from '../ui/reading.ts'
import { useMay } from '../ui/rights.ts'
import type { Step } from './arranging.ts'
import { type Asked, CategoryMenu } from './CategoryMenu.tsx'
import { CategoryRow } from './CategoryRow.tsx'
import { useFoldedCategories } from './folded.ts'
import { type Branch, groupOf } from './tree.ts'
import type { Usage } from './usage.ts'
import type { Arrange } from './use-arrange.ts'
import { useDrag } from './use-drag.ts'

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Those who cannot move anything have the keys of groups alone. */
const keysOf = (mayWrite: boolean): [keys: string, words: string][] => [
  ...(mayWrite ? keysToMove() : []),
  [backward(), t('Fold the group; {key} opens it', { key: onward() })],
]

const keysToMove = (): [keys: string, words: string][] => [
  ['Alt ↑', t('Move it up; Alt ↓ down')],
  [`Alt ${onward()}`, t('Into the group above; {keys} out', { keys: `Alt ${backward()}` })],
]

/** The categories of a kind in their groups, to be ordered and moved by drawing, by keys or by each row's menu. */
export function CategoryTree({
  label,
  tree,
  usage,
  arrange,
  openedId,
  onOpen,
}: {
  label: string
  tree: readonly Branch<Category>[]
  usage: ReadonlyMap<string, Usage>
  arrange: Arrange
  openedId: string | undefined
  onOpen: (id: string) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const { isFolded, fold } = useFoldedCategories()
  const [asked, setAsked] = useState<Asked>()
  const { drag, handlers } = useDrag(list, (id, place) => void arrange.move(id, place))
  const mayWrite = useMay('write')
  useListedKeys(
    useMemo(() => keysOf(mayWrite), [mayWrite]),
    t('Categories'),
  )
  const shown = tree.flatMap(({ category, members }) => [
    { category, members },
    ...(isFolded(category.id) ? [] : members.map((member) => ({ category: member, members: [] }))),
  ])
  const drop = drag?.drop

  function onKeyDown(event: KeyboardEvent, { id }: Category, isGroup: boolean): void {
    const step = steps[readingKey(event.key)]
    if (!step || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (event.altKey) {
      if (!mayWrite) return
      event.preventDefault()
      void arrange.step(id, step)
    } else if (isGroup && (step === 'in' || step === 'out')) {
      event.preventDefault()
      fold(id, step === 'out')
    }
  }

  return (
    <>
      {shown.some(({ category }) => usage.get(category.id)?.memos.length) && (
        <p aria-hidden className="pe-8 text-end text-caption text-text-2 max-sm:hidden">
          {t('Texts of its entries')}
        </p>
      )}
      <ul ref={list} aria-label={label} {...handlers} className="relative">
        {shown.map(({ category, members }) => (
          <CategoryRow
            key={category.id}
            category={category}
            members={members}
            group={groupOf(tree, category.id)}
            usage={usage.get(category.id)}
            isOpen={category.id === openedId}
            isFolded={isFolded(category.id)}
            isDrawn={category.id === drag?.id}
            isTarget={category.id === drop?.into}
            onOpen={() => onOpen(category.id)}
            onFold={() => fold(category.id)}
            onMenu={() => setAsked({ category, about: 'menu' })}
            onKeyDown={(event) => onKeyDown(event, category, members.length > 0)}
          />
        ))}
        {drop && drop.line !== null && (
          <li
            aria-hidden
            className="pointer-events-none absolute inset-x-0 h-0.5 -translate-y-1/2 rounded-full bg-accent"
            style={{ top: drop.line, insetInlineStart: drop.place.parent_id === null ? 0 : 28 }}
          />
        )}
      </ul>
      {asked && (
        <CategoryMenu
          asked={asked}
          tree={tree}
          arrange={arrange}
          onAsk={setAsked}
          onOpen={() => onOpen(asked.category.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
