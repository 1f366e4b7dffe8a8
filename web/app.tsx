import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cache } from './api/ask.ts'
import { router } from './routes.tsx'
import { onKey } from './shell/shortcuts.ts'

export function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  window.addEventListener('keydown', onKey)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
