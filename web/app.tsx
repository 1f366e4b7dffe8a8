import { createRoot } from 'react-dom/client'

export function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(<main className="p-8 text-page">Florin</main>)
}
