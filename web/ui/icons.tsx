import {
  ArrowLeftRight,
  Baby,
  Banknote,
  Briefcase,
  Car,
  Coffee,
  CreditCard,
  Dumbbell,
  Flag,
  Gift,
  GraduationCap,
  Hammer,
  HandCoins,
  HandHeart,
  HeartPulse,
  House,
  Lamp,
  Landmark,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Percent,
  PiggyBank,
  Plane,
  ReceiptText,
  Repeat,
  Scale,
  Scissors,
  Shield,
  Shirt,
  ShoppingBasket,
  Smartphone,
  Sofa,
  Split,
  Tag,
  Ticket,
  TramFront,
  TrendingUp,
  Utensils,
  Wallet,
} from 'lucide-react'
import type { kinds } from '../../contract/transaction-query.ts'
import { type CategoryIcon, categoryIcon, lucideNames } from './icon-names.ts'

const categories: Record<CategoryIcon, LucideIcon> = {
  car: Car,
  tram: TramFront,
  basket: ShoppingBasket,
  coffee: Coffee,
  utensils: Utensils,
  house: House,
  bulb: Lightbulb,
  phone: Smartphone,
  sofa: Sofa,
  hammer: Hammer,
  lamp: Lamp,
  heart: HeartPulse,
  dumbbell: Dumbbell,
  scissors: Scissors,
  shirt: Shirt,
  graduation: GraduationCap,
  baby: Baby,
  paw: PawPrint,
  plane: Plane,
  repeat: Repeat,
  gift: Gift,
  heartHand: HandHeart,
  ticket: Ticket,
  shield: Shield,
  landmark: Landmark,
  percent: Percent,
  receipt: ReceiptText,
  banknote: Banknote,
  briefcase: Briefcase,
  piggy: PiggyBank,
  trend: TrendingUp,
  tag: Tag,
}

/** The icon of a category: the chosen one, or, without one or with one that is not here, the one that its name suggests. */
export const iconOfCategory = (name: string, chosen: string | null = null): LucideIcon =>
  categories[lucideNames[chosen ?? ''] ?? categoryIcon(name)]

/** The icons that a category can be given. */
export const categoryChoices = Object.entries(lucideNames).map(([value, name]) => ({
  value,
  icon: categories[name],
}))

type TransactionKind = (typeof kinds)[number]

const ofKinds: Record<Exclude<TransactionKind, 'expense' | 'income'>, LucideIcon> = {
  transfer: ArrowLeftRight,
  opening: Flag,
  value: TrendingUp,
  obligation: HandCoins,
  payment: HandCoins,
  write_off: HandHeart,
}

/** The icon of a transaction: of its category, chosen or by its name, of its kind where it has none, or the fork of one that is split. */
export const iconOfTransaction = (
  kind: TransactionKind,
  categoryNames: readonly string[] = [],
  chosen: string | null = null,
): LucideIcon => {
  if (kind !== 'expense' && kind !== 'income') return ofKinds[kind]
  const [name, ...others] = categoryNames
  return others.length > 0 ? Split : iconOfCategory(name ?? '', chosen)
}

type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense'

const ofAccounts: readonly [RegExp, LucideIcon][] = [
  [/cash|wallet|purse/i, Wallet],
  [/card|visa|mastercard|amex/i, CreditCard],
  [/saving|reserve|pension/i, PiggyBank],
  [/loan|mortgage|credit/i, HandCoins],
  [/invest|stock|fund|broker|depot/i, TrendingUp],
  [/\b(car|auto)\b/i, Car],
  [/\b(house|home|flat|apartment)\b/i, House],
]

const ofTypes: Record<AccountType, LucideIcon> = {
  asset: Landmark,
  liability: CreditCard,
  equity: Scale,
  income: Banknote,
  expense: ReceiptText,
}

/** The icon of an account: by its name where that says what it is, else by its type. */
export const iconOfAccount = (name: string, type: AccountType): LucideIcon =>
  type === 'income' || type === 'expense'
    ? iconOfCategory(name)
    : (ofAccounts.find(([words]) => words.test(name))?.[1] ?? ofTypes[type])

/** An icon on a quiet square, as at the start of a row. It says nothing that the row does not say in words. */
export const IconTile = ({ icon: Icon, size = 'row' }: { icon: LucideIcon; size?: 'row' | 'large' }) => (
  <span
    aria-hidden="true"
    className={`grid shrink-0 place-items-center rounded-control bg-tile text-text-2 ${size === 'row' ? 'size-7' : 'size-11'}`}
  >
    <Icon size={size === 'row' ? 16 : 22} strokeWidth={1.75} />
  </span>
)
