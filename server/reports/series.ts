import { amountToApi } from '../ledger/amounts.ts'

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** Amounts of each period and their sum, on the wire. */
export const seriesToApi = (amounts: readonly bigint[], base: string) => ({
  amounts: amounts.map((amount) => amountToApi(amount, base)),
  total: amountToApi(sumOf(amounts), base),
})

/** The amounts of several series, added up period by period. */
export const addUp = (length: number, series: readonly (readonly bigint[])[]): bigint[] =>
  Array.from({ length }, (_, index) => sumOf(series.map((amounts) => amounts[index] ?? 0n)))
