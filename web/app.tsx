import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language } from '../words/languages.ts'
import { cache } from './api/ask.ts'
import { isThere } from './api/reachable.ts'
import { hideUntilKnown } from './auth/shown-again.ts'
import { onKey } from './page/shortcuts.ts'
import { router } from './routes.tsx'
import { onLanguage, speakIn, useLanguage } from './ui/language.ts'
import { askServerBy } from './ui/lazily.tsx'

export function start(language: Language): void {
  speakIn(language)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  // Some answers have sentences of the service, such as the reasons of an import's rows.
  onLanguage(() => void cache.invalidateQueries())
  askServerBy(isThere)
  window.addEventListener('keydown', onKey)
  window.addEventListener('pageshow', (event) => event.persisted && void hideUntilKnown(root))
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** In another language the screens are made anew: what has been asked for and what was begun to be written lie beside them. */
function App() {
  return <RouterProvider key={useLanguage()} router={router} />
}
