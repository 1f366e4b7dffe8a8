import { useEffect, useRef } from 'react'

const keys: Readonly<Record<string, string>> = { '-': '−', Backspace: 'delete' }

/** Lets a keyboard type what the keypad types, while no field and no button has the focus. */
export function useFigureKeys(onKey: (key: string) => void, onEnter: () => void): void {
  const latest = useRef({ onKey, onEnter })
  useEffect(() => {
    latest.current = { onKey, onEnter }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target !== document.body) return
      if (event.key === 'Enter') latest.current.onEnter()
      else if (/^[\d.,+-]$|^Backspace$/.test(event.key)) latest.current.onKey(keys[event.key] ?? event.key)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
