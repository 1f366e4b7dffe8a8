import { useEffect, useRef } from 'react'
import { t } from '../../words/t.ts'
import { Button } from './Button.tsx'

/** The end of a list that goes on: the next page is fetched as soon as the end is near, or by the button. */
export function More({
  isBusy,
  onMore,
  children = t('Show more'),
}: {
  isBusy: boolean
  onMore: () => void
  children?: string
}) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!end.current || isBusy) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isBusy])
  return (
    <div ref={end} className="flex justify-center py-4">
      <Button look="quiet" onClick={onMore} isBusy={isBusy}>
        {children}
      </Button>
    </div>
  )
}
