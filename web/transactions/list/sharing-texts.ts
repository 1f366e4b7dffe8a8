import type { Transaction } from '../../../contract/budgeting.ts'

/**
 * The same text many times over, kept once. A book of 100,000 transactions names the same accounts, categories, days and currencies in
 * nearly every one of them; as separate texts they would fill the memory, and collecting it would stop the screen for a moment.
 */
const kept = new Map<string, string>()
const MAX_TEXTS = 50_000

function keep(text: string): string {
  const same = kept.get(text)
  if (same !== undefined) return same
  if (kept.size >= MAX_TEXTS) kept.clear()
  kept.set(text, text)
  return text
}

const repeated = [
  'kind',
  'date',
  'currency_id',
  'currency_code',
  'base_currency_id',
  'base_currency_code',
  'category_id',
  'category_name',
  'asset_account_id',
  'from_account_id',
  'to_account_id',
  'to_currency_id',
  'contact_id',
  'contact_name',
  'fx_source',
  'fx_date',
  'memo',
  'created_at',
  'updated_at',
] as const
const repeatedInLines = ['account_id', 'account_name', 'currency_id', 'memo'] as const

const nothing: never[] = []

/** Replaces texts of transactions that have just arrived by the same texts of those before them. */
export function shareTexts(rows: Transaction[]): void {
  for (const row of rows) {
    const texts = row as Record<(typeof repeated)[number], unknown> // the same fields, each of them a text or null
    for (const name of repeated) {
      const value = texts[name]
      if (typeof value === 'string') texts[name] = keep(value)
    }
    if (row.tags.length === 0) row.tags = nothing
    if (row.splits.length === 0) row.splits = nothing
    if (row.shares.length === 0) row.shares = nothing
    for (const line of row.lines) for (const name of repeatedInLines) line[name] = keep(line[name])
  }
}
