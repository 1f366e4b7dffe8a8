import { useRef, useState } from 'react'
import { Refused } from '../../../contract/client.ts'
import type { Problem } from '../../../contract/problem.ts'
import { t } from '../../../words/t.ts'
import { refresh, sayDone, sentenceOf } from '../../api/change.ts'
import type { SaidEntry } from '../../api/kept-rules.ts'
import { atStart, filledIn, type PlainRequest, sendRequests } from '../../api/plain-requests.ts'
import { keep, post, sendKept } from '../../api/queue.ts'
import { type SentKeys, sentKeyOf } from '../../api/sent-keys.ts'
import { Unreachable } from '../../api/session.ts'
import { useBook, useMe } from '../../page/me.ts'
import { readDraft, writeDraft } from '../../ui/draft.ts'
import { say, type Toast } from '../../ui/toast.ts'

export type Recorded = 'recorded' | 'kept' | 'refused'

/**
 * Records an entry. Without a connection it is kept on this device. A request that is the same as one sent before has the same key, also
 * after a reload: pressing twice, or again when no answer came, has one effect, and a contact that was made for an entry which was then
 * refused is not made again. `draft` is the key of the draft that the entry comes from. Nothing typed is lost while an answer is awaited: another
 * entry waits on this device and is sent beside the first, and an entry that is refused after the line has gone on is kept there too.
 */
export function useRecord(draft: string) {
  const { id: book_id, name: book_name } = useBook()
  const whose = { user_id: useMe().id, book_id, book_name }
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [sentence, setSentence] = useState<string>()
  const going = useRef<() => boolean>(undefined) // whether the line has gone on since the entry that is being sent
  const place = `sent ${draft}`
  const sent = useRef<{ place: string; keys: SentKeys }>(undefined)

  /** The key is stored before the request leaves. */
  const storedKey = (step: PlainRequest): string => {
    if (sent.current?.place !== place) sent.current = { place, keys: readDraft<SentKeys>(place) ?? {} }
    const key = sentKeyOf(sent.current.keys, step, Date.now())
    writeDraft(place, sent.current.keys)
    return key
  }
  /** The entry is recorded: the same text typed again is a new entry. */
  const forget = () => {
    sent.current = undefined
    writeDraft(place, undefined)
  }

  /** `hasGoneOn` says whether something else was typed since this call; `other` is offered once it is recorded. */
  async function record(
    steps: readonly PlainRequest[],
    said: SaidEntry,
    hasGoneOn: () => boolean,
    other?: Toast['other'],
  ): Promise<Recorded | undefined> {
    if (going.current) return going.current() ? keepBeside(steps, said) : undefined
    going.current = hasGoneOn
    const wasOnline = navigator.onLine
    let progress = atStart
    const keys = (): string[] =>
      steps.map((each, index) =>
        index === progress.done
          ? storedKey(filledIn(each, progress.id_before, progress.ids))
          : crypto.randomUUID(),
      )
    setBusy(true)
    setProblem(undefined)
    setSentence(undefined)
    try {
      const reply = await sendRequests(
        steps,
        keys(),
        (step) => post(step, storedKey(step), book_id),
        atStart,
        async (now) => {
          progress = now
        },
      )
      forget()
      void refresh()
      sayDone(said.words, reply, other)
      return 'recorded'
    } catch (error) {
      if (progress.done > 0) void refresh()
      if (error instanceof Refused) {
        if (hasGoneOn())
          return await keepRefused(error, { ...whose, ...said, steps, keys: keys(), ...progress })
        setProblem(error.problem)
        setSentence(error.problem.detail)
        return 'refused'
      }
      if (!(error instanceof Unreachable)) throw error
      const entry = { ...whose, ...said, steps, keys: keys(), ...progress }
      return await keepHere(error, entry, wasOnline || navigator.onLine)
    } finally {
      going.current = undefined
      setBusy(false)
    }
  }

  async function keepHere(
    error: Unreachable,
    entry: Parameters<typeof keep>[0],
    isSent: boolean,
  ): Promise<Recorded> {
    try {
      await keep(entry, isSent)
    } catch {
      setSentence(sentenceOf(error)) // this browser keeps nothing: the text stays in its field
      return 'refused'
    }
    forget()
    // The banner of entries that wait counts it: a message would say the same twice.
    return 'kept'
  }

  async function keepBeside(steps: readonly PlainRequest[], said: SaidEntry): Promise<Recorded> {
    try {
      await keep({ ...whose, ...said, steps, keys: steps.map(() => crypto.randomUUID()), ...atStart }, false)
    } catch {
      setSentence(t('The entry before this one is still being saved: add this one once it is.'))
      return 'refused'
    }
    void sendKept(whose.user_id)
    return 'kept'
  }

  async function keepRefused({ problem }: Refused, entry: Parameters<typeof keep>[0]): Promise<Recorded> {
    say({
      words: t('Not added: {entry}. {reason}', { entry: entry.line, reason: problem.detail }),
      tone: 'refused',
    })
    await keep(entry, true, problem).catch(() => undefined) // where the browser keeps nothing, the words above have it
    forget()
    return 'kept'
  }

  const clear = () => {
    setProblem(undefined)
    setSentence(undefined)
  }
  return {
    record,
    /** Whether an answer is awaited to the entry that the draft still holds: the line is shown empty meanwhile. */
    isBusy: isBusy && !going.current?.(),
    problem,
    sentence,
    clear,
    /** The draft is thrown away. A request that is on its way keeps its key. */
    forget: () => going.current ?? forget(),
  }
}
