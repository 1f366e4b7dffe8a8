import { createImportRule } from '../contract/import-rules.ts'
import { createImport } from '../contract/imports.ts'
import type { Span } from './days.ts'
import { idOf, type Step, step } from './play.ts'
import { say } from './say.ts'

/** Rules about bank files, and a file that waits for a check: some of it is new, and one row comes twice. */
export const files = ({ today }: Span): Step[] => {
  const day = (ago: number) => today.subtract({ days: ago }).toString()
  const rows = [
    [day(6), 'GREENLEAF MARKET 0417', '-48.60'],
    [day(5), 'ESPRESSO BAR', '-3.20'],
    [day(5), 'ESPRESSO BAR', '-3.20'],
    [day(4), 'NORDKAUF', '-17.35'],
    [day(3), say('TO SAVINGS'), '-150.00'],
    [day(2), say('CITY PHARMACY'), '-12.90'],
  ]
  const words = (value: string) => ({ field: 'text', is: 'contains', value }) as const
  return [
    step(createImportRule, {
      body: {
        name: say('Supermarkets'),
        when: { match: 'any', conditions: [words('greenleaf'), words('nordkauf')] },
        set: { category_id: idOf('Groceries') },
      },
    }),
    step(createImport, {
      query: { account_id: idOf('Joint account'), filename: say('joint-account.csv') },
      body: ['Date,Text,Amount', ...rows.map((row) => row.join(','))].join('\n'),
    }),
  ]
}
