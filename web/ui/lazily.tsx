import { CatchBoundary } from '@tanstack/react-router'
import { lazy, type ReactNode, useState } from 'react'
import { t } from '../../words/t.ts'
import { Button } from './Button.tsx'
import { Popup } from './Popup.tsx'
import { Failed } from './States.tsx'

/** A part of the app did not arrive. */
class NotLoadedError extends Error {}

let isThere = async (): Promise<boolean> => false

/** Sets how to find out whether the server is there. */
export const askServerBy = (ask: () => Promise<boolean>): void => {
  isThere = ask
}

const RELOADED = 'florin.reloaded-at'
const ONCE_IN_MS = 60_000

/**
 * Reloads the page if that can help and was not done a moment ago: with a new build at the server, files of the previous one may be
 * gone. Without the server the page stays as it is.
 */
async function reloadOnce(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_IN_MS) return false
    if (!(await isThere())) return false
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}

/**
 * A component that is loaded when it is first shown: `const Palette = lazily(async () => (await import('./Palette.tsx')).Palette)`. If it
 * does not load, only its place says so, and it can be tried again. It goes inside a `<Suspense>`.
 */
export function lazily<P extends object>(load: () => Promise<(props: P) => ReactNode>) {
  const prepare = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        if (await reloadOnce()) await new Promise(() => undefined) // the page is about to go
        throw new NotLoadedError('A part of the app did not load.', { cause })
      }
    })
  let Loaded = prepare()
  return function Part(props: P) {
    const [attempt, setAttempt] = useState(0)
    const again = () => {
      Loaded = prepare() // React keeps a failure for good
      setAttempt(attempt + 1)
    }
    const onClose = 'onClose' in props ? (props.onClose as () => void) : undefined // as every part that closes calls it
    return (
      <CatchBoundary
        getResetKey={() => attempt}
        errorComponent={({ error }) => <Missing error={error} onClose={onClose} onRetry={again} />}
      >
        <Loaded {...props} />
      </CatchBoundary>
    )
  }
}

function Missing({
  error,
  onClose,
  onRetry,
}: {
  error: unknown
  onClose: (() => void) | undefined
  onRetry: () => void
}) {
  if (!(error instanceof NotLoadedError)) throw error // a fault of the part itself, which the page's boundary shows
  const sentence = t('A part of Florin could not be loaded. The rest of the page stays as it is.')
  if (!onClose) return <Failed sentence={sentence} onRetry={onRetry} />
  return (
    <Popup
      title={t('This did not load')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button look="primary" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </>
      }
    >
      <p>{sentence}</p>
    </Popup>
  )
}
