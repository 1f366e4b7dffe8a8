import { remembered } from './remembered.ts'

/** Which icon a category has, by the words of its name; pure, so that it is tested without a screen. */

/** The beginnings of words, in lower case. The first row that fits wins, so special things come before general ones. */
const stems = {
  car: ['car', 'auto', 'fuel', 'petrol', 'gas station', 'parking', 'garage', 'toll'],
  tram: ['transport', 'bus', 'train', 'tram', 'metro', 'taxi', 'commut', 'transit', 'bike', 'bicycle'],
  basket: ['grocer', 'supermarket', 'food', 'market', 'bakery'],
  coffee: ['coffee', 'cafe', 'café', 'snack'],
  utensils: ['eating', 'restaurant', 'dining', 'lunch', 'dinner', 'takeaway', 'take-away', 'bar', 'pub'],
  house: ['rent', 'mortgage', 'housing', 'home', 'flat', 'apartment'],
  bulb: ['utilit', 'electric', 'power', 'energy', 'heating', 'water', 'gas', 'garbage', 'waste'],
  phone: ['phone', 'mobile', 'internet', 'broadband', 'telecom'],
  sofa: ['furniture', 'interior'],
  hammer: ['repair', 'maintenance', 'garden', 'tool', 'diy', 'renovat'],
  lamp: ['household', 'cleaning', 'laundry'],
  heart: ['health', 'doctor', 'dent', 'pharma', 'medic', 'hospital', 'therap', 'optic'],
  dumbbell: ['sport', 'fitness', 'gym', 'yoga'],
  scissors: ['hair', 'barber', 'beauty', 'cosmetic', 'personal care', 'care'],
  shirt: ['cloth', 'shoe', 'fashion', 'shopping'],
  graduation: ['education', 'school', 'course', 'university', 'tuition', 'student', 'training', 'book'],
  baby: ['child', 'kid', 'baby', 'nursery', 'kindergarten', 'daycare', 'allowance'],
  paw: ['pet', 'dog', 'cat', 'vet'],
  plane: ['travel', 'holiday', 'vacation', 'trip', 'flight', 'hotel'],
  repeat: ['subscription', 'streaming', 'membership', 'software'],
  gift: ['gift', 'present', 'birthday', 'christmas'],
  heartHand: ['donat', 'charit'],
  ticket: [
    'leisure',
    'entertain',
    'cinema',
    'movie',
    'concert',
    'hobb',
    'game',
    'music',
    'fun',
    'culture',
    'going out',
  ],
  shield: ['insur', 'pension'],
  landmark: ['tax', 'government', 'fine'],
  percent: ['interest', 'dividend', 'capital', 'invest'],
  receipt: ['bank', 'fee', 'charge', 'bill'],
  banknote: ['salary', 'wage', 'pay', 'bonus', 'income', 'job', 'freelance', 'sales', 'revenue'],
  briefcase: ['work', 'business', 'office', 'consult'],
  piggy: ['saving'],
  trend: ['exchange', 'currency gain', 'gain', 'loss'],
} as const satisfies Record<string, readonly string[]>

export type CategoryIcon = keyof typeof stems | 'tag'

/** The icons that a category can be given, by their names at lucide.dev, which the API has. */
export const lucideNames: Readonly<Record<string, CategoryIcon>> = {
  'shopping-basket': 'basket',
  utensils: 'utensils',
  coffee: 'coffee',
  house: 'house',
  lightbulb: 'bulb',
  smartphone: 'phone',
  sofa: 'sofa',
  lamp: 'lamp',
  hammer: 'hammer',
  'tram-front': 'tram',
  car: 'car',
  plane: 'plane',
  shirt: 'shirt',
  scissors: 'scissors',
  'heart-pulse': 'heart',
  dumbbell: 'dumbbell',
  baby: 'baby',
  'paw-print': 'paw',
  'graduation-cap': 'graduation',
  ticket: 'ticket',
  gift: 'gift',
  repeat: 'repeat',
  'hand-heart': 'heartHand',
  shield: 'shield',
  landmark: 'landmark',
  'receipt-text': 'receipt',
  percent: 'percent',
  banknote: 'banknote',
  briefcase: 'briefcase',
  'piggy-bank': 'piggy',
  'trending-up': 'trend',
  tag: 'tag',
}

const rows = Object.entries(stems) as [keyof typeof stems, readonly string[]][] // its keys are the names

/** Short words match whole, so that a carpet is not a car. */
const fits = (word: string, stem: string): boolean =>
  stem.length > 3 ? word.startsWith(stem) : word === stem || word === `${stem}s` || word === `${stem}es`

/** The icon of a category: by its first word that is known, else a tag. Stems of two words come first. */
export const categoryIcon: (name: string) => CategoryIcon = remembered((name) => {
  const words = name.toLowerCase().split(/[^\p{L}]+/u)
  const whole = ` ${words.join(' ')}`
  const row =
    rows.find(([, some]) => some.some((stem) => stem.includes(' ') && whole.includes(` ${stem}`))) ??
    words
      .values()
      .map((word) => rows.find(([, some]) => some.some((stem) => fits(word, stem))))
      .find((found) => found !== undefined)
  return row?.[0] ?? 'tag'
})
