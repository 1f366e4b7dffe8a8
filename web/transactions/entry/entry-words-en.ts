import { englishDays } from '../../ui/day-words-en.ts'
import type { EntryWords, Rhythm } from './entry-words.ts'

/** By the folded names of the ready-made categories. A word that means two things to many people is left out. */
const everyday: Readonly<Record<string, string>> = {
  'eating out':
    'lunch dinner breakfast brunch meal snack coffee espresso cappuccino latte cafe restaurant canteen bistro pizza pizzeria burger kebab sushi ramen takeaway takeout pub beer drinks',
  groceries: 'supermarket grocery bakery bread milk butcher market food fruit vegetables',
  transport: 'bus train tram metro subway underground taxi cab uber ferry fare',
  car: 'fuel petrol diesel parking toll',
  health: 'pharmacy chemist medicine doctor dentist hospital optician physio',
  rent: 'landlord',
  utilities: 'electricity heating water',
  'phone and internet': 'phone mobile sim internet broadband wifi',
  household: 'furniture detergent cleaning',
  clothing: 'clothes shoes jacket coat shirt trousers jeans dress socks',
  education: 'course tuition school',
  children: 'kindergarten nursery nappies diapers babysitter toys',
  pets: 'vet',
  leisure: 'cinema movie film theatre theater concert museum game book gym',
  travel: 'hotel hostel flight airport',
  subscriptions: 'netflix spotify',
  gifts: 'present birthday flowers',
  salary: 'wage paycheck payslip',
}

const notCurrencies =
  'all ang bam bob che cop cup dop gel lak mad mop pen ron sar sos ten top try mark marks real reals rand sum gold won som unit units pound pounds florin florins sol kip pula colon dong'

const rhythm = (unit: Rhythm['unit'], every = 1): Rhythm => ({ every, unit })
const rhythms: Readonly<Record<string, Rhythm>> = {
  daily: rhythm('day'),
  weekly: rhythm('week'),
  fortnightly: rhythm('week', 2),
  biweekly: rhythm('week', 2),
  monthly: rhythm('month'),
  bimonthly: rhythm('month', 2),
  quarterly: rhythm('month', 3),
  yearly: rhythm('year'),
  annually: rhythm('year'),
  annual: rhythm('year'),
}
const units: Readonly<Record<string, Rhythm>> = {
  day: rhythm('day'),
  week: rhythm('week'),
  fortnight: rhythm('week', 2),
  month: rhythm('month'),
  quarter: rhythm('month', 3),
  year: rhythm('year'),
}

export const englishWords: EntryWords = {
  days: englishDays,
  doubtfulDays: ['mon', 'wed', 'sat', 'sun'],
  spend: ['spent', 'spend', 'bought', 'buy'],
  receive: ['got', 'get', 'received', 'receive', 'earned', 'earn'],
  move: ['moved', 'move', 'transferred', 'transfer'],
  lend: ['lent', 'lend', 'loaned'],
  borrow: ['borrowed', 'borrow'],
  owe: ['owe', 'owes', 'owed'],
  pay: ['paid', 'pay', 'pays'],
  repay: ['repaid', 'repay', 'returned'],
  give: ['gave', 'give', 'gives'],
  i: ['i'],
  me: ['me'],
  back: ['back'],
  to: ['to'],
  from: ['from'],
  by: ['with', 'by', 'via', 'using'],
  into: ['into', 'onto', 'in'],
  on: ['on'],
  split: ['split', 'shared', 'share'],
  company: ['with', 'between', 'among'],
  and: ['and', '&', '+', 'plus'],
  equally: ['equally', 'evenly'],
  rhythms: new Map(Object.entries(rhythms)),
  each: ['every', 'each', 'per'],
  units: new Map(Object.entries(units)),
  leading: ['for', 'on', 'of'],
  small: ['the', 'and', 'for', 'with', 'from', 'out', 'not', 'new', 'old', 'my', 'our', 'his', 'her', 'two'],
  everyday: new Map(
    Object.entries(everyday).flatMap(([category, words]) =>
      words.split(' ').map((word): [string, string] => [word, category]),
    ),
  ),
  notCurrencies: notCurrencies.split(' '),
}
