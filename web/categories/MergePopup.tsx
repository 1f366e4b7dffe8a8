import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { updateBook } from '../../contract/books.ts'
import { type Category, listCategories, mergeCategories, previewMerge } from '../../contract/categories.ts'
import { t } from '../../words/t.ts'
import { asking, useEverything } from '../api/ask.ts'
import { sayDone, useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Form, SelectField } from '../ui/Field.tsx'
import { ALT } from '../ui/keys.ts'
import { Popup } from '../ui/Popup.tsx'
import { backward } from '../ui/reading.ts'
import { Refusal } from '../ui/States.tsx'
import { mergeText } from './merge-words.ts'
import { TreeOptions } from './TreeOptions.tsx'
import { hasMembers, treeOf } from './tree.ts'

const none: readonly never[] = []

const closedText = (count: number, through: string | null, today: string): string =>
  through
    ? t(
        '{count, plural, one {# entry is of closed days, up to {day}, and cannot move.} other {# entries are of closed days, up to {day}, and cannot move.}}',
        { count, day: dayInSentence(through, today) },
      )
    : t(
        '{count, plural, one {# entry is of closed days, and cannot move.} other {# entries are of closed days, and cannot move.}}',
        { count },
      )

/** Merges a category into another one: first which one and what moves, then one change with one undo. */
export function MergePopup({ category, onClose }: { category: Category; onClose: () => void }) {
  const { id, name, kind } = category
  const [into, setInto] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const today = useToday()
  const { data: all = none } = useEverything(listCategories)
  const tree = treeOf<Category>(all, kind)
  const target = all.find((one) => one.id === into)
  const merging = useChange(mergeCategories, {
    onDone: (reply) => {
      const words = t('{category} is merged into {target}', { category: name, target: reply.category.name })
      sayDone(words, reply, undefined, mergeText(reply.moved))
      onClose()
    },
  })
  // Once it is merged it is in the trash, where it has no preview.
  const preview = useQuery({ ...asking(previewMerge, { params: { id } }), enabled: !merging.isBusy })
  const reopening = useChange(updateBook, { words: t('The books are open again') })
  const closed = preview.data?.closed ?? 0
  const isGroup = hasMembers(tree, id)
  const merge = () => {
    setEmpty(!target)
    if (target && closed === 0) void merging.send({ params: { id }, body: { into: target.id } })
  }
  return (
    <Popup
      title={t('Merge {category} into…', { category: name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {!isGroup && closed === 0 && (
            <Button look="primary" isBusy={merging.isBusy} onClick={merge}>
              {target ? t('Merge into {category}', { category: target.name }) : t('Merge')}
            </Button>
          )}
        </>
      }
    >
      {isGroup ? (
        <Refusal title={t('{category} is a group, and has categories in it.', { category: name })}>
          {t('Move them to another group or to none first: by the menu of each, or with {keys}.', {
            keys: `${ALT}${backward()}`,
          })}
        </Refusal>
      ) : (
        <Form onSubmit={merge} className="flex flex-col gap-3">
          <SelectField
            label={t('Category that takes over')}
            value={into}
            fault={isEmpty && !target ? t('Which one?') : merging.fault('into')}
            onChange={(event) => setInto(event.target.value)}
          >
            <option value="">{t('Choose a category')}</option>
            <TreeOptions tree={tree} without={id} />
          </SelectField>
          <Loaded query={preview} rows={1}>
            {(counts) => (
              <>
                <p className="text-body">{t('{sentence}.', { sentence: mergeText(counts) })}</p>
                {counts.closed > 0 && (
                  <Refusal
                    title={closedText(counts.closed, counts.closed_through, today)}
                    actions={
                      <Button
                        isBusy={reopening.isBusy}
                        onClick={() => void reopening.send({ body: { closed_through: null } })}
                      >
                        {t('Reopen the books')}
                      </Button>
                    }
                  >
                    {reopening.sentence}
                  </Refusal>
                )}
              </>
            )}
          </Loaded>
          <p className="text-caption text-text-2">
            {t('{category} then goes to the trash. One undo takes all of it back.', { category: name })}
          </p>
          {merging.sentence && <Refusal title={merging.sentence} />}
        </Form>
      )}
    </Popup>
  )
}
