import type { ComponentType } from 'react'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { lazily } from '../ui/lazily.tsx'
import { BudgetsCard } from './BudgetsCard.tsx'
import { ComingUpCard } from './ComingUpCard.tsx'
import { LatestCard } from './LatestCard.tsx'
import { NetWorthCard } from './NetWorthCard.tsx'
import { OwedCard } from './OwedCard.tsx'
import { SpentCard } from './SpentCard.tsx'
import { WhereCard } from './WhereCard.tsx'

/** The cards of Home, each with its place. */

const GoalsCard = lazily(async () => (await import('./GoalsCard.tsx')).GoalsCard)

export type HomeCard = {
  key: string
  label: () => string
  body: ComponentType<{ overview: Overview }>
  /** Its inner room, and the height that cards in a row have; `columnsOf` has their widths. */
  place: string
  /** On phones, the height that it has before its answer has come. */
  waiting: string
}

export const worth: HomeCard = {
  key: 'worth',
  label: () => t('Net worth'),
  body: NetWorthCard,
  place: 'p-4 sm:min-h-[324px] sm:p-5',
  waiting: 'max-sm:min-h-[144px]',
}
const spent: HomeCard = {
  key: 'spent',
  label: () => t('Spent'),
  body: SpentCard,
  place: 'p-4 sm:min-h-[324px] sm:p-5',
  waiting: 'max-sm:min-h-[356px]',
}
const budgets: HomeCard = {
  key: 'budgets',
  label: () => t('Budgets'),
  body: BudgetsCard,
  place: 'p-4 pb-2.5 sm:min-h-[306px] sm:p-5 sm:pb-2.5',
  waiting: 'max-sm:min-h-[316px]',
}
const where: HomeCard = {
  key: 'where',
  label: () => t('Where it went'),
  body: WhereCard,
  place: 'p-4 sm:min-h-[306px] sm:p-5',
  waiting: 'max-sm:min-h-[386px]',
}
const owed: HomeCard = {
  key: 'owed',
  label: () => t('Owed'),
  body: OwedCard,
  place: 'p-4 sm:min-h-[264px] sm:p-5',
  waiting: 'max-sm:min-h-[277px]',
}
const latest: HomeCard = {
  key: 'latest',
  label: () => t('Latest'),
  body: LatestCard,
  place: 'overflow-hidden pt-4 sm:min-h-[318px] sm:pt-5',
  waiting: 'max-sm:min-h-[383px]',
}
const coming: HomeCard = {
  key: 'coming',
  label: () => t('Coming up'),
  body: ComingUpCard,
  place: 'p-4 sm:p-5 sm:min-h-[318px]',
  waiting: 'max-sm:min-h-[366px]',
}

/** Only when there is a goal, so that its code is loaded then. */
export const goals: HomeCard = {
  key: 'goals',
  label: () => t('Goals'),
  body: GoalsCard,
  place: 'p-4 pb-2.5 sm:p-5 sm:pb-2.5',
  waiting: '',
}

/** In reading order: on phones, the cards that change every day come first. */
export const orders = {
  wide: [worth, spent, budgets, where, owed, latest, coming],
  phone: [spent, worth, owed, budgets, latest, where, coming],
}
