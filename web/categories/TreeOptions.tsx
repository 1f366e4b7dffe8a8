import type { Category } from '../../contract/categories.ts'
import type { Branch } from './tree.ts'

/** The categories as options of a list: groups with their members under their name, the group itself first. */
export const TreeOptions = ({ tree, without }: { tree: readonly Branch<Category>[]; without: string }) =>
  tree.map(({ category, members }) => {
    const some = [category, ...members].filter(({ id, is_active }) => id !== without && is_active)
    const options = some.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
    return members.length === 0 ? (
      options
    ) : (
      <optgroup key={category.id} label={category.name}>
        {options}
      </optgroup>
    )
  })
