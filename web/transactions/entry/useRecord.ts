import { useRef, useState } from 'react'
import { Refused } from '../../../contract/client.ts'
import type { Problem } from '../../../contract/problem.ts'
import { refresh, sayDone, sentenceOf } from '../../api/change.ts'
import { keep, post } from '../../api/queue.ts'
import { Unreachable } from '../../api/session.ts'
import { type Step, sendSteps } from '../../api/steps.ts'
import { useMe } from '../../auth/me.ts'

export type Recorded = 'recorded' | 'kept' | 'refused'

/**
 * Records an entry. Without a connection it is kept on this device, with the keys that it was sent with. The same steps sent twice have
 * the same keys, so that pressing twice has one effect.
 */
export function useRecord() {
  const { id: user_id } = useMe()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [sentence, setSentence] = useState<string>()
  const attempt = useRef<{ text: string; keys: string[] }>({ text: '', keys: [] })

  async function record(
    steps: readonly Step[],
    said: { words: string; line: string },
  ): Promise<Recorded | undefined> {
    if (isBusy) return undefined
    const text = JSON.stringify(steps)
    if (attempt.current.text !== text) attempt.current = { text, keys: steps.map(() => crypto.randomUUID()) }
    const { keys } = attempt.current
    const wasOnline = navigator.onLine
    setBusy(true)
    setProblem(undefined)
    setSentence(undefined)
    try {
      const reply = await sendSteps(steps, keys, post)
      attempt.current = { text: '', keys: [] }
      void refresh()
      sayDone(said.words, reply)
      return 'recorded'
    } catch (error) {
      if (error instanceof Refused) {
        setProblem(error.problem)
        setSentence(error.problem.detail)
        return 'refused'
      }
      if (!(error instanceof Unreachable)) throw error
      return await keepHere(error, { user_id, ...said, steps, keys }, wasOnline || navigator.onLine)
    } finally {
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
    attempt.current = { text: '', keys: [] }
    sayDone('Kept on this device. It is sent when Florin can be reached.')
    return 'kept'
  }

  const clear = () => {
    setProblem(undefined)
    setSentence(undefined)
  }
  return { record, isBusy, problem, sentence, clear }
}
