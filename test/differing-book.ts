import { createTransfer } from '../contract/budgeting.ts'
import { createContact } from '../contract/contacts.ts'
import { createObligation, createPayment, writeOff } from '../contract/obligations.ts'
import { bank, category, publish } from './books.ts'
import type { Person, World } from './world.ts'

/** A book with exchange differences: debts that are paid in their currency, in that of the book and in a third one, and a transfer of next to nothing. */
export async function differingBook(world: World): Promise<Person> {
  await publish(world, '2026-03-01', { USD: '1.25', JPY: '160' })
  await publish(world, '2026-04-01', { USD: '1.1', JPY: '150' })
  const ana = await world.person({ base_currency_id: 'EUR' })
  const contact = await ana.call(createContact, { body: { name: 'Béla' } })
  const gifts = await category(ana, 'Gifts', 'income')
  const yen = await bank(ana, 'Yen', 'JPY', { opening_balance: 100000, opening_date: '2026-03-02' })
  const [dollars, euros] = [await bank(ana, 'Dollars', 'USD'), await bank(ana, 'Euros', 'EUR')]
  const accounts = (await ana.send({ url: '/accounts' })).body.data
  for (const name of ['Payables', 'Receivables']) {
    const { id: account_id } = accounts.find((one: { name: string }) => one.name === name)
    const body = {
      opened_date: '2026-03-05',
      original_amount: 100,
      outstanding_amount: 100,
      currency_id: 'USD',
    }
    const debt = await ana.call(createObligation, {
      body: { ...body, name: `Loan: ${name}`, contact_id: contact.id, account_id },
    })
    const pay = (body: object) =>
      ana.call(createPayment, { params: { id: debt.id }, body: { date: '2026-04-02', amount: 20, ...body } })
    await pay({ asset_account_id: dollars.id })
    await pay({ asset_account_id: euros.id, currency_id: 'EUR' })
    await pay({ asset_account_id: yen.id, currency_id: 'JPY', amount: 2000 })
    if (name === 'Payables')
      await ana.call(writeOff, {
        params: { id: debt.id },
        body: { category_id: gifts.id, date: '2026-04-03' },
      })
  }
  await ana.call(createTransfer, {
    body: {
      amount: 1,
      from_account_id: yen.id,
      to_account_id: dollars.id,
      to_amount: 0.01,
      date: '2026-04-04',
    },
  })
  return ana
}
