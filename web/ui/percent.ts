import { currentLocale } from './locale.ts'
import { MINUS } from './money.ts'

/** 35.1%, always with as many decimals, so that percents stand below each other; below zero with the minus sign of amounts. */
export const percentText = (part: number, decimals = 1): string =>
  new Intl.NumberFormat(currentLocale(), {
    style: 'percent',
    signDisplay: 'negative',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
    .format(part)
    .replace('-', MINUS)
