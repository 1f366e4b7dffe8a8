import { useRef, useState } from 'react'
import { Refused } from '../../contract/client.ts'
import { createImport, getImport, type Import, listImports, MAX_FILE_BYTES } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { cache, queryKeyOf } from '../api/ask.ts'
import { Unreachable } from '../api/session.ts'
import { upload } from '../api/upload.ts'
import { faultOfFile } from './import-words.ts'

/** A file on its way. The browser keeps it until it has arrived. */
export type Upload = {
  readonly id: string
  readonly file: File
  readonly accountId: string | undefined
  /** How much of it was sent, from 0 to 1. */
  readonly share: number
  readonly fault?: string
  /** Trying again can help. */
  readonly isRetried?: boolean
}

const sentence = (error: unknown, { name }: File): string => {
  if (error instanceof Unreachable)
    return t('Florin did not answer. “{file}” is still here: try again once you are online.', { file: name })
  if (error instanceof Refused) return error.problem.detail
  throw error
}

const sent = new Set<string>()

/** Whether a file was sent since the app was opened: it belongs to the present work, and was not left from another day. */
export const isOfThisVisit = ({ id }: Pick<Import, 'id'>): boolean => sent.has(id)

/** Sends files, one after another. `onDone` gets the imports that were made, once all files were tried. */
export function useUploads(onDone: (imports: readonly Import[]) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const made = useRef<Import[]>([])
  const tail = useRef<Promise<void>>(Promise.resolve())
  const going = useRef(0)
  const change = (id: string, part: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const remove = (id: string) => setUploads((before) => before.filter((one) => one.id !== id))

  async function send({ id, file, accountId }: Upload): Promise<void> {
    try {
      const reply = await upload(
        createImport,
        {
          query: { filename: file.name.slice(0, 255), ...(accountId ? { account_id: accountId } : {}) },
          body: file,
          headers: { 'Idempotency-Key': id },
        },
        (share) => change(id, { share }),
      )
      cache.setQueryData(queryKeyOf(getImport, { params: { id: reply.id } }), reply)
      made.current.push(reply)
      sent.add(reply.id)
      remove(id)
    } catch (error) {
      change(id, {
        fault: sentence(error, file),
        isRetried: error instanceof Unreachable || isPassing(error),
      })
    }
  }

  function queue(next: Upload): void {
    going.current++
    tail.current = tail.current.then(async () => {
      await send(next)
      going.current--
      if (going.current > 0) return
      void cache.invalidateQueries({ queryKey: [listImports.path] })
      const imports = made.current.splice(0)
      if (imports.length > 0) onDone(imports)
    })
  }

  return {
    uploads,
    start(files: readonly File[], accountFor: (filename: string) => string | undefined) {
      const all = files.map((file): Upload => {
        const fault = faultOfFile(file, MAX_FILE_BYTES)
        const accountId = accountFor(file.name)
        return { id: crypto.randomUUID(), file, accountId, share: 0, ...(fault ? { fault } : {}) }
      })
      setUploads((before) => [...before.filter(({ fault }) => fault === undefined), ...all])
      for (const one of all) if (one.fault === undefined) queue(one)
    },
    retry(one: Upload) {
      const { fault: _, ...again } = { ...one, share: 0 }
      setUploads((before) => before.map((other) => (other.id === one.id ? again : other)))
      queue(again)
    },
    remove,
  }
}

const isPassing = (error: unknown) => error instanceof Refused && error.problem.status >= 500
