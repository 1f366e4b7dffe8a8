import { useSyncExternalStore } from 'react'
import { stored } from './stored.ts'

export type Theme = 'system' | 'light' | 'dark'

/** theme.js applies it before the first paint. */
const theme = stored('florin.theme', (text) => {
  if (text === 'light' || text === 'dark') document.documentElement.dataset.theme = text
  else delete document.documentElement.dataset.theme
})

const current = (): Theme => {
  const text = theme.get()
  return text === 'light' || text === 'dark' ? text : 'system'
}

export const chooseTheme = (choice: Theme): void => theme.set(choice === 'system' ? null : choice)

export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, current)
