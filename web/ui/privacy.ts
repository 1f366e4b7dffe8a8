import { useSyncExternalStore } from 'react'
import { t } from '../../words/t.ts'
import { moneyText } from './money.ts'
import { stored } from './stored.ts'

/** Privacy: amounts are hidden from whoever looks over a shoulder. theme.js sets the attribute before the first paint. */
const privacy = stored('florin.privacy', (text) => {
  if (text === 'on') document.documentElement.dataset.privacy = 'on'
  else delete document.documentElement.dataset.privacy
})

const isOn = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dataset.privacy === 'on'

export const setPrivacy = (on: boolean): void => privacy.set(on ? 'on' : null)

/** Hides amounts or shows them again; returns whether they are hidden now. */
export function togglePrivacy(): boolean {
  setPrivacy(!isOn())
  return isOn()
}

export const usePrivacy = (): boolean => useSyncExternalStore(privacy.subscribe, isOn)

/** Takes the place of a hidden amount: always as long, so that it says nothing about the amount. */
export const DOTS = '••••••'

/** The word of a screen reader in place of a hidden amount. */
export const hiddenWord = (): string => t('hidden [an amount]')

/** An amount in the words of a message: dots while amounts are hidden. Anything shown for longer calls `usePrivacy`, to follow. */
export const hiddenMoneyText = (...[amount, currencyId, options]: Parameters<typeof moneyText>): string =>
  isOn() ? DOTS : moneyText(amount, currencyId, options)
