import { createCategory } from '../../contract/categories.ts'
import type { Person } from '../world.ts'
import type { Stage } from './browser.ts'

/** Somebody with Food (Groceries, Eating out), Coffee and Travel. */
export async function withGroups(stage: Stage): Promise<{ ana: Person; id: Record<string, string> }> {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const id: Record<string, string> = {}
  const add = async (name: string, parent?: string) => {
    const parent_id = parent === undefined ? null : (id[parent] ?? null)
    id[name] = (await ana.call(createCategory, { body: { name, kind: 'expense', parent_id } })).id
  }
  await add('Food')
  await add('Groceries', 'Food')
  await add('Eating out', 'Food')
  await add('Coffee')
  await add('Travel')
  return { ana, id }
}
