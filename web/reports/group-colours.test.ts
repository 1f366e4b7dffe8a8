import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Category } from '../../contract/categories.ts'
import { shareColours } from '../ui/charts/shares.ts'
import { layoutOf } from './flow-layout.ts'
import { coloursOfGroups } from './group-colours.ts'

const category = (id: string, position: number, parent_id: string | null = null) => ({
  id,
  name: id,
  kind: 'expense' as const satisfies Category['kind'],
  parent_id,
  position,
})
const groups = ['Home', 'Food', 'Getting around', 'Ourselves', 'Free time', 'Work', 'Finance']
const colours = coloursOfGroups([
  ...groups.map((group, place) => category(group, place + 1)),
  ...groups.map((group) => category(`in ${group}`, 0, group)),
  category('Bank', 9),
])

test('groups have the colours in the order of the list, and a category without a group has none of its own', () => {
  assert.deepEqual(
    groups.map((group) => colours.get(group)),
    [0, 1, 2, 3, 4, 5, 5],
    'those behind the fifth share the grey of the rest',
  )
  assert.equal(colours.size, groups.length)
})

test('a group has the same colour as a share and in the flow, whatever its size and whatever else is there', () => {
  const some = ['Free time', 'Bank', 'Food']
  const shares = shareColours(
    some.map((key, index) => ({ key, name: key, amount: 10 + index, colour: colours.get(key) })),
    'EUR',
  )
  const node = { category_id: null, account_id: null }
  const { nodes } = layoutOf(
    {
      nodes: [
        { ...node, id: 'total', name: 'total', kind: 'total' },
        ...some.map((id) => ({ ...node, id, name: id, kind: 'group' as const })),
      ],
      links: some.map((to) => ({ from: 'total', to, amount: 5, explain: null })),
    },
    900,
    400,
    undefined,
    colours,
  )
  for (const group of ['Free time', 'Food']) {
    assert.equal(shares.get(group), colours.get(group))
    assert.equal(nodes.find(({ id }) => id === group)?.colour, colours.get(group))
  }
  assert(![1, 4].includes(shares.get('Bank') ?? 1), 'no other share has the colour of a group')
})
