import { moneyText } from './money.ts'

/** An amount as the service writes it in a sentence: 2450.30 EUR. */
const WRITTEN = /(?<![\d.,])(-?)(\d+)(?:\.(\d+))? ([A-Z]{3})\b/g

/** A sentence of the service with its amounts as the reader writes them. */
export const withMoney = (sentence: string): string =>
  sentence.replace(WRITTEN, (_, sign: string, whole: string, part = '', currency: string) =>
    moneyText(BigInt(`${sign}${whole}${part}`), currency),
  )
