import { getAccount } from '../contract/accounts.ts'
import { getBook } from '../contract/books.ts'
import { undoChange } from '../contract/changes.ts'
import { addDays } from '../contract/day.ts'
import { bank, category, spend } from './books.ts'
import type { World } from './world.ts'

/** Words for the tests of balances that were said as of a day. */

export const today = new Date().toISOString().slice(0, 10)
export const day = (count: number) => addDays(today, count)

/** A person with a bank account in the base currency of which a balance was said, and a category. */
export async function household(world: Pick<World, 'person'>, amount = 2450.3, includes_day = false) {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'USD', { balance_as_of: { date: today, amount, includes_day } })
  const shop = (amount: number, date: string, more: object = {}) =>
    spend(ana, { amount, category_id: food.id, asset_account_id: giro.id, date, ...more })
  const shown = () => ana.call(getAccount, { params: { id: giro.id } })
  const opening = async () => {
    const { opening_balance, opening_date } = await shown()
    return [opening_balance, opening_date]
  }
  const undo = async (version?: number) =>
    ana.call(undoChange, { params: { version: String(version ?? (await ana.call(getBook)).version) } })
  return { ana, food, giro, shop, shown, opening, undo }
}
