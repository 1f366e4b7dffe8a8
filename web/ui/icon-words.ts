import { t } from '../../words/t.ts'

/** The names that icons are read aloud with, by their names at lucide.dev. */
const words: Readonly<Record<string, () => string>> = {
  'shopping-basket': () => t('shopping basket'),
  utensils: () => t('utensils'),
  coffee: () => t('coffee'),
  house: () => t('house'),
  lightbulb: () => t('lightbulb'),
  smartphone: () => t('smartphone'),
  sofa: () => t('sofa'),
  lamp: () => t('lamp'),
  hammer: () => t('hammer'),
  'tram-front': () => t('tram front'),
  car: () => t('car'),
  bike: () => t('bike'),
  plane: () => t('plane'),
  shirt: () => t('shirt'),
  scissors: () => t('scissors'),
  'heart-pulse': () => t('heart pulse'),
  dumbbell: () => t('dumbbell'),
  baby: () => t('baby'),
  'paw-print': () => t('paw print'),
  'graduation-cap': () => t('graduation cap'),
  ticket: () => t('ticket'),
  gift: () => t('gift'),
  repeat: () => t('repeat'),
  'hand-heart': () => t('hand heart'),
  shield: () => t('shield'),
  landmark: () => t('landmark'),
  'receipt-text': () => t('receipt text'),
  percent: () => t('percent'),
  banknote: () => t('banknote'),
  briefcase: () => t('briefcase'),
  'piggy-bank': () => t('piggy bank'),
  'trending-up': () => t('trending up'),
  umbrella: () => t('umbrella'),
  tag: () => t('tag'),
}

/** How an icon is called: shopping basket. */
export const wordsOfIcon = (icon: string): string => words[icon]?.() ?? icon.replaceAll('-', ' ')
