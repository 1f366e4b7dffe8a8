import { useRef, useState } from 'react'
import { Refused } from '../../../contract/client.ts'
import type { Problem } from '../../../contract/problem.ts'
import { attemptOf } from '../../api/attempt.ts'
import { refresh, sayDone, sentenceOf } from '../../api/change.ts'
import { keep, post } from '../../api/queue.ts'
import { Unreachable } from '../../api/session.ts'
import { type Step, sendSteps } from '../../api/steps.ts'
import { useMe } from '../../auth/me.ts'

export type Recorded = 'recorded' | 'kept' | 'refused'

/**
 * Records an entry. Without a connection it is kept on this device, with the keys that it was sent with. A step that is sent again has the
 * same key, so that it has one effect: after pressing twice, after a reload, and when another step of the entry was refused and mended.
 */
export function useRecord() {
  const { id: user_id } = useMe()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [sentence, setSentence] = useState<string>()
  const isGoing = useRef(false)

  async function record(
    steps: readonly Step[],
    said: { words: string; line: string },
  ): Promise<Recorded | undefined> {
    if (isGoing.current) return undefined
    isGoing.current = true
    const attempts = steps.map(({ path, body }, index) => attemptOf(`step ${index} ${path}`, body))
    const keys = attempts.map(({ key }) => key)
    const end = () => {
      for (const attempt of attempts) attempt.end()
    }
    const wasOnline = navigator.onLine
    setBusy(true)
    setProblem(undefined)
    setSentence(undefined)
    try {
      const reply = await sendSteps(steps, keys, post)
      end()
      void refresh()
      sayDone(said.words, reply)
      return 'recorded'
    } catch (error) {
      if (error instanceof Refused) {
        if (steps.length > 1) void refresh() // an earlier step may have made its record
        setProblem(error.problem)
        setSentence(error.problem.detail)
        return 'refused'
      }
      if (!(error instanceof Unreachable)) throw error
      const result = await keepHere(error, { user_id, ...said, steps, keys }, wasOnline || navigator.onLine)
      if (result === 'kept') end()
      return result
    } finally {
      isGoing.current = false
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
    sayDone('Kept on this device. It is sent when Florin can be reached.')
    return 'kept'
  }

  const clear = () => {
    setProblem(undefined)
    setSentence(undefined)
  }
  return { record, isBusy, problem, sentence, clear }
}
