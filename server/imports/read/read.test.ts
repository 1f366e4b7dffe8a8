import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile } from './read.ts'
import type { ReaderSays, Reading } from './row.ts'

/** Everything that is said about a file. */
async function said(text: string, reading: Partial<Reading> = {}): Promise<ReaderSays[]> {
  const all: ReaderSays[] = []
  await readFile(Buffer.from(text), { filename: 'file.csv', ...reading }, (says) => void all.push(says))
  return all
}

test('a CSV file is read in a worker: its format, its rows, and its end', async () => {
  const all = await said('Date;Amount;Payee\n04.11.2026;-12,50;Bakery\n05.11.2026;abc;Bakery\n')
  assert.deepEqual(
    all.map(({ is }) => is),
    ['format', 'rows', 'end'],
  )
  assert.deepEqual(all[1], {
    is: 'rows',
    progress: 1,
    rows: [
      { n: 1, line: 2, date: '2026-11-04', amount: '-12.50', text: 'Bakery', payee: 'Bakery' },
      {
        n: 2,
        line: 3,
        text: 'Bakery',
        faults: [{ field: 'amount', message: 'Line 3: "abc" is no amount.' }],
      },
    ],
  })
})
