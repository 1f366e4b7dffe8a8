import { getBook } from '../contract/books.ts'
import { undoChange } from '../contract/changes.ts'
import { addDays } from '../contract/day.ts'
import { deleteValue, listValues, putValue } from '../contract/values.ts'
import { bank, category, spend } from './books.ts'
import type { World } from './world.ts'

/** Words for the tests of stated values. */

export const today = new Date().toISOString().slice(0, 10)
export const day = (count: number) => addDays(today, count)

/** A person with a bank account, and a car that is worth something, both in the base currency. */
export async function garage(world: Pick<World, 'person'>, currency_id = 'USD') {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'USD', { opening_balance: 20_000, opening_date: day(-900) })
  const car = await bank(ana, 'Car', currency_id, { is_valued: true })
  const state = (amount: number, date: string, more: object = {}) =>
    ana.call(putValue, { params: { id: car.id, date }, body: { amount, ...more } })
  const forget = (date: string) => ana.call(deleteValue, { params: { id: car.id, date } })
  const spent = (amount: number, date: string, more: object = {}) =>
    spend(ana, { amount, category_id: food.id, asset_account_id: car.id, date, ...more })
  /** Day, worth, change and difference of each value, the latest first. */
  const values = async (known_at?: string) => {
    const query = known_at === undefined ? {} : { known_at }
    const { data } = await ana.call(listValues, { params: { id: car.id }, query })
    return data.map(({ date, amount, change, difference }) => [date, amount, change, difference])
  }
  const version = async () => (await ana.call(getBook)).version
  const undo = async (which?: number) =>
    ana.call(undoChange, { params: { version: String(which ?? (await version())) } })
  return { ana, food, giro, car, state, forget, spent, values, version, undo }
}
