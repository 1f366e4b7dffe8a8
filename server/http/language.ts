import { firstLanguage, type Language } from '../../words/languages.ts'
import { weightsIn } from './compress.ts'

/** So much of a header is looked at: browsers send a few tags. */
const MAX_CHARACTERS = 500

/** The language that a request asks for, as far as Florin speaks it; English without a wish. */
export const languageAsked = (accepted: string | undefined): Language =>
  firstLanguage(
    [...weightsIn(accepted?.slice(0, MAX_CHARACTERS))]
      .filter(([, weight]) => weight > 0)
      .sort(([, a], [, b]) => b - a)
      .map(([tag]) => tag),
  )
