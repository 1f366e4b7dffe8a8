import {
  Baby,
  Bike,
  Car,
  Gift,
  GraduationCap,
  Hammer,
  HeartPulse,
  House,
  type LucideIcon,
  PiggyBank,
  Plane,
  Smartphone,
  Sofa,
  Umbrella,
} from 'lucide-react'
import type { Goal } from '../../contract/goals.ts'

/** The icons that a goal can have, by their names at lucide.dev. */
const goalIcons: Readonly<Record<string, LucideIcon>> = {
  'piggy-bank': PiggyBank,
  plane: Plane,
  house: House,
  umbrella: Umbrella,
  car: Car,
  bike: Bike,
  sofa: Sofa,
  hammer: Hammer,
  gift: Gift,
  baby: Baby,
  'graduation-cap': GraduationCap,
  'heart-pulse': HeartPulse,
  smartphone: Smartphone,
}

export const goalChoices = Object.entries(goalIcons).map(([value, icon]) => ({ value, icon }))

/** The icon of a goal; a piggy bank for one without, or with one that this list lacks. */
export const iconOfGoal = ({ icon }: Pick<Goal, 'icon'>): LucideIcon => goalIcons[icon ?? ''] ?? PiggyBank
