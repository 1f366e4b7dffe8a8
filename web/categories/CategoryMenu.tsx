import { ArrowDown, ArrowUp, FolderInput, FolderOutput, Merge, PanelRightOpen } from 'lucide-react'
import type { Category } from '../../contract/categories.ts'
import { t } from '../../words/t.ts'
import { Choice } from '../ui/Choice.tsx'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { stepOf } from './arranging.ts'
import { MergePopup } from './MergePopup.tsx'
import { type Branch, groupOf, hasMembers } from './tree.ts'
import type { Arrange } from './use-arrange.ts'

/** The popup that is open about a category. */
export type Asked = { category: Category; about: 'menu' | 'group' | 'merge' }

/** The actions on a category, for those without a mouse or keys. A step that does not exist is left out. */
export function CategoryMenu({
  asked: { category, about },
  tree,
  arrange,
  onAsk,
  onOpen,
  onClose,
}: {
  asked: Asked
  tree: readonly Branch<Category>[]
  arrange: Arrange
  onAsk: (asked: Asked) => void
  onOpen: () => void
  onClose: () => void
}) {
  const { id, name } = category
  const group = groupOf(tree, id)
  const groups = tree.map((branch) => branch.category).filter((one) => one.id !== id && one.id !== group?.id)
  if (about === 'merge') return <MergePopup category={category} onClose={onClose} />
  if (about === 'group')
    return (
      <Choice
        title={t('{category}: into which group?', { category: name })}
        options={groups.map((one) => ({
          id: one.id,
          name: one.name,
          note: hasMembers(tree, one.id) ? t('group') : '',
        }))}
        onPick={(into) => {
          onClose()
          void arrange.move(id, { parent_id: into, before: null })
        }}
        onClose={onClose}
      />
    )
  const ask = (next: Asked['about']) => () => onAsk({ category, about: next })
  const step = (words: string, icon: MenuItem['icon'], to: 'up' | 'down' | 'out'): MenuItem[] =>
    stepOf(tree, id, to) ? [{ words, icon, run: () => void arrange.step(id, to) }] : []
  const into: MenuItem = { words: t('Into group…'), icon: <FolderInput size={17} />, run: ask('group') }
  return (
    <Menu
      title={name}
      onClose={onClose}
      items={[
        { words: t('Open [verb]'), icon: <PanelRightOpen size={17} />, run: onOpen },
        ...step(t('Move up'), <ArrowUp size={17} />, 'up'),
        ...step(t('Move down'), <ArrowDown size={17} />, 'down'),
        ...(hasMembers(tree, id) || groups.length === 0 ? [] : [into]),
        ...step(t('Out of {group}', { group: group?.name ?? '' }), <FolderOutput size={17} />, 'out'),
        { words: t('Merge into…'), icon: <Merge size={17} />, run: ask('merge') },
      ]}
    />
  )
}
