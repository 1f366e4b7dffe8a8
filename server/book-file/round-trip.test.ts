import { test } from 'node:test'
import { publish } from '../../test/books.ts'
import { richWorld } from '../../test/prepared.ts'
import { roundTrip } from '../../test/round-trip.ts'
import { makeWorld } from '../../test/world.ts'

const { world, ana } = await richWorld()

test('a book with every kind of record, restored for somebody else, gives every answer as it was', async () => {
  await roundTrip(world, ana)
})

test('it can be restored at another instance, which has the same published rates', async () => {
  const elsewhere = await makeWorld()
  await publish(elsewhere, '2026-03-01', { USD: '1.2', JPY: '160' })
  await roundTrip(elsewhere, ana, 3)
})
