import { t } from '../../words/t.ts'
import { percentText } from '../ui/percent.ts'

/** Parts of a whole in percent. */

/** A share in whole percents, rounded by itself. A little is not nothing. */
export const shareText = (share: number): string =>
  share > 0 && share < 0.01 ? `<${percentText(0.01, 0)}` : percentText(share, 0)

/** 6.4 times what came in: a savings rate below zero, as the part of the income that was spent. */
export const timesText = (rate: number): string =>
  t('{count, plural, one {# times} other {# times}} [6.4 times what came in]', {
    count: Math.round((1 - rate) * 10) / 10,
  })
