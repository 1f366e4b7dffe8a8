import { type Code, Refusal, refusals } from '../../contract/refusals.ts'
import type { Language } from '../../words/languages.ts'
import { currentLanguage, Later } from '../../words/t.ts'
import { arrived, carried } from '../process/carried.ts'
import { again, type KeptSentence, sentenceIn } from './read/kept-sentences.ts'

/** Sentences that are kept with an import, said again in the language of whoever asks. */

/** The sentence of a refusal, by its code. */
export type KeptRefusal = { readonly code: Code; readonly detail: Record<string, unknown> }

/** A larger refusal stays English. */
const MAX_CHARACTERS = 2_000

export function keptRefusal({ code, detail }: Refusal): KeptRefusal | undefined {
  const written = JSON.stringify(carried(detail))
  return written.length <= MAX_CHARACTERS ? { code, detail: JSON.parse(written) } : undefined
}

/** The inverse of `keptRefusal`, once the database has kept it as JSON. */
const fromJson = (kept: KeptSentence | KeptRefusal): KeptSentence | KeptRefusal =>
  'code' in kept ? { code: kept.code, detail: arrived(kept.detail) as KeptRefusal['detail'] } : kept

/** A sentence that was kept: in English it is the text of then. */
class Again extends Later {
  readonly kept: KeptSentence | KeptRefusal
  readonly english: string

  constructor(kept: KeptSentence | KeptRefusal, english: string) {
    super('', {})
    this.kept = kept
    this.english = english
  }

  override toString(): string {
    if (!('code' in this.kept)) return sentenceIn(currentLanguage(), again(this.kept))
    // A code of an earlier version keeps its English sentence.
    return Object.hasOwn(refusals, this.kept.code)
      ? new Refusal(this.kept.code, this.kept.detail).sentence
      : this.english
  }

  override toJSON(): string {
    return this.english
  }
}

/** The sentence of a refusal as the reason in another one, without the name of a field that no row has. */
export function reasonOf(refusal: Refusal): Later {
  const { reason } = refusal.detail
  return refusal.code === 'payment_date' && reason instanceof Later
    ? reason
    : new Again(refusal, refusal.message)
}

type TellAgain = (sentence: Again) => unknown

/** Something that was kept, with each sentence as it is told. */
function told(value: unknown, tell: TellAgain): unknown {
  if (Array.isArray(value)) return value.map((one) => told(one, tell))
  if (typeof value !== 'object' || value === null) return value
  const { said, ...rest } = value as { said?: Record<string, KeptSentence | KeptRefusal> } // as it is kept
  const shown: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, one]) => [name, told(one, tell)]),
  )
  for (const [name, sentence] of Object.entries(said ?? {})) {
    const english = shown[name]
    if (typeof english === 'string') shown[name] = tell(new Again(fromJson(sentence), english))
  }
  return shown
}

/** Something that was kept, as it is shown in a language; in English as it is kept. Without a language it stays to be said. */
export const saidIn = <T>(language: Language | undefined, value: T): T =>
  language === undefined
    ? value
    : (told(value, (sentence) =>
        language === 'en' ? sentence.english : sentenceIn(language, sentence),
      ) as T) // the same with other texts

/** The same for a refusal, which is said later: English in its params, and the reader's language in its message. */
export const toBeSaid = <T>(value: T): T => told(value, (sentence) => sentence) as T // texts that are said later
