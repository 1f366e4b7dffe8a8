import { isGnuCash, readGnuCash } from './gnucash.ts'
import { isHomeBank, readHomeBank } from './homebank.ts'
import { isOwnList, readOwnList } from './own-list.ts'
import type { Reader } from './row.ts'
import { isSplitwise, readSplitwise } from './splitwise.ts'
import { isTracker, readTracker } from './trackers.ts'
import { isVenmo, readVenmo } from './venmo.ts'

const tables: readonly (readonly [isOf: (text: string) => boolean, read: Reader])[] = [
  [isOwnList, readOwnList],
  [isGnuCash, readGnuCash],
  [isTracker, readTracker],
  [isSplitwise, readSplitwise],
  [isVenmo, readVenmo],
  [isHomeBank, readHomeBank],
]

/** The reader of a CSV file whose columns belong to one program, so that nothing about them is guessed; undefined for every other table. */
export const readerOfTable = (text: string): Reader | undefined => tables.find(([isOf]) => isOf(text))?.[1]
