import { CloudOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../../../words/t.ts'
import { useFromDevice } from '../../api/from-device.ts'
import { bannerText } from '../../api/kept-rules.ts'
import { sendKept, useCanKeep, useKept } from '../../api/queue.ts'
import { useMe, useToday } from '../../page/me.ts'
import { classes } from '../../ui/classes.ts'
import { momentInSentence } from '../../ui/dates.ts'
import { KeptPopup } from './KeptPopup.tsx'

/** How often it is tried again while something waits. */
const AGAIN_MS = 20_000

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
const useIsOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Says how many entries wait on this device, and sends them: at once when the connection is back, when the page is opened or looked at again. */
export function KeptBanner({ className }: { className?: string }) {
  const { id } = useMe()
  const isOnline = useIsOnline()
  const kept = useKept(id)
  const canKeep = useCanKeep()
  const [isShown, setShown] = useState(false)
  const isWaiting = kept.length > 0
  useEffect(() => {
    const send = () => void sendKept(id)
    const onVisible = () => document.visibilityState === 'visible' && send()
    if (isOnline) send()
    document.addEventListener('visibilitychange', onVisible)
    const timer = isWaiting ? setInterval(send, AGAIN_MS) : undefined
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      clearInterval(timer)
    }
  }, [id, isOnline, isWaiting])
  const today = useToday()
  const shownFrom = useFromDevice()
  const since = shownFrom && momentInSentence(new Date(shownFrom).toISOString(), today)
  const text = bannerText(kept.length, isOnline, canKeep, since || undefined)
  return (
    <>
      <div role="status" className="contents print:hidden">
        {text && (
          <div
            className={classes(
              'sticky top-2 z-20 flex items-center gap-3 bg-toast px-4 py-2.5 text-table text-white',
              className,
            )}
          >
            <CloudOff size={16} aria-hidden className="shrink-0" />
            <p className="min-w-0 flex-1">{text}</p>
            {isWaiting && (
              <button
                type="button"
                onClick={() => setShown(true)}
                className="min-h-6 touch:min-h-11 rounded-control px-2 font-semibold outline-offset-0 outline-white"
              >
                {t('Show [verb]')}
              </button>
            )}
          </div>
        )}
      </div>
      {isShown && <KeptPopup onClose={() => setShown(false)} />}
    </>
  )
}
