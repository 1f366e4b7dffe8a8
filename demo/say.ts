import { starterNames } from '../contract/starter.ts'
import { memos } from './memos.ts'
import { names } from './names.ts'

/** First names, and names of shops and firms: the same in every language. */
const PROPER = [
  'Sam',
  'Mia',
  'Bela',
  'Noor',
  'Zoe',
  'Kai',
  'lea',
  'Alpina Insurance',
  'Burger Yard',
  'Café Linde',
  'City Power',
  'Fibernet',
  'Greenleaf Market',
  'Lakeside Clinic',
  'Nordkauf',
  'Northwind Design',
  'Organic Corner',
  'Pho House',
  'Riverside Housing',
  'Streamly',
  'Sushi Hana',
  'Taverna Blue',
  'Thread & Co',
  'Toy Box',
  'Trattoria Sole',
  'Tunebox',
] as const

const texts = { ...starterNames, ...names, ...memos }

/** A name, a memo, a note or a tag, as the code of the household knows it: in English. */
export type Text = keyof typeof texts | (typeof PROPER)[number]

const isTranslated = (text: Text): text is keyof typeof texts => Object.hasOwn(texts, text)

/** The same in the language that is spoken. It is said where it goes to Florin, and where something of Florin is compared with it. */
export const say = (text: Text): string => (isTranslated(text) ? texts[text]() : text)

/** All of them. */
export const allTexts: readonly Text[] = [...(Object.keys(texts) as (keyof typeof texts)[]), ...PROPER] // an object of ours has its own keys
