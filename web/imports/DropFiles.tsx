import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../words/t.ts'

const hasFiles = (event: DragEvent) =>
  event.dataTransfer?.types.some((type) => type.toLowerCase() === 'files') ?? false

/** Takes files that are dropped anywhere on the page, and says so while they are held over it. */
export function DropFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    let depth = 0 // entering an element comes before leaving the one around it
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth++
      setOver(true)
    }
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const end = () => {
      depth = 0
      setOver(false)
    }
    const leave = (event: DragEvent) => {
      if (hasFiles(event) && --depth <= 0) end()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      end()
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    const heard = { dragenter: enter, dragover: over, dragleave: leave, drop } as const
    const names = Object.keys(heard) as (keyof typeof heard)[] // its own keys
    for (const name of names) window.addEventListener(name, heard[name])
    return () => {
      for (const name of names) window.removeEventListener(name, heard[name])
    }
  }, [])
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-canvas/80 p-6">
      <div className="flex flex-col items-center gap-3 rounded-card border-2 border-dashed border-accent bg-raised px-12 py-10 text-center shadow-overlay">
        <FileUp size={28} strokeWidth={1.75} className="text-accent" />
        <p className="text-title font-semibold">{t('Drop it to import it')}</p>
        <p className="text-table text-text-2">
          {t('Nothing is in your books before you have looked it over.')}
        </p>
      </div>
    </div>
  )
}
