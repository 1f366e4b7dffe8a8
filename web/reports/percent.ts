import { t } from '../../words/t.ts'
import { currentLocale } from '../ui/locale.ts'
import { MINUS } from '../ui/money.ts'

/** Parts of a whole in percent. */

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

/** A share in whole percents, rounded by itself. A little is not nothing. */
export const shareText = (share: number): string =>
  share > 0 && share < 0.01 ? `<${percentText(0.01, 0)}` : percentText(share, 0)

/** 6.4 times what came in: a savings rate below zero, as the part of the income that was spent. */
export const timesText = (rate: number): string =>
  t('{count, plural, one {# times} other {# times}} [6.4 times what came in]', {
    count: Math.round((1 - rate) * 10) / 10,
  })
