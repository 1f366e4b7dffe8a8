import { isRightToLeft } from '../../words/languages.ts'
import { currentLanguage } from '../../words/t.ts'

/** Whether lines are read from right to left. Charts are not: their time runs to the right in every language. */
export const isRtl = (): boolean => isRightToLeft(currentLanguage())

/** An arrow key by where it leads: `ArrowRight` is towards the end of the line, whichever side that is. */
export const readingKey = (key: string): string =>
  !isRtl() ? key : key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key

/** The arrow towards the end of the line, and the one back. */
export const onward = (): string => (isRtl() ? '←' : '→')
export const backward = (): string => (isRtl() ? '→' : '←')
