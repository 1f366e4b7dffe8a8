import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { listTags } from '../../contract/suggestions.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Field, inputClasses } from '../ui/Field.tsx'

/** Tags as chips; ↵ or a comma adds one, ⌫ in the empty field takes the last one away. */
export function TagsField({
  tags,
  onTags,
  fault,
}: {
  tags: readonly string[]
  onTags: (tags: readonly string[]) => void
  fault?: string | undefined
}) {
  const [text, setText] = useState('')
  const { data } = useAsk(listTags)
  const list = useId()
  const add = () => {
    const tag = text.trim().replace(/^#/, '')
    if (tag !== '' && !tags.includes(tag)) onTags([...tags, tag])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' && !event.metaKey && !event.ctrlKey) || event.key === ',') {
      if (text.trim() === '') return
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && text === '') onTags(tags.slice(0, -1))
  }
  return (
    <div>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1 px-3 pt-1">
          {tags.map((tag) => (
            <li key={tag} className="flex items-center rounded-control bg-tile ps-2 text-table">
              #{tag}
              <button
                type="button"
                aria-label={t('Remove the tag {tag}', { tag })}
                onClick={() => onTags(tags.filter((one) => one !== tag))}
                className="grid size-6 place-items-center rounded-control text-text-3 hover:text-text touch:size-11"
              >
                <X size={13} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field label={t('Tags')} isLabelHidden fault={fault}>
        {(ids) => (
          <input
            {...ids}
            list={list}
            value={text}
            maxLength={50}
            autoComplete="off"
            placeholder={t('Add a tag')}
            onChange={(event) => setText(event.target.value)}
            onBlur={add}
            onKeyDown={onKeyDown}
            className={inputClasses}
          />
        )}
      </Field>
      <datalist id={list}>
        {(data?.data ?? []).map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </div>
  )
}
