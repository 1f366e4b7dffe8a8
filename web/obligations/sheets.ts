import { useAddress } from '../page/address.ts'
import type { LendChoice } from './lend.ts'
import type { DebtSide } from './owed.ts'

/** The sheets of debts, by the parameters of the address: ?paid=CONTACT, ?pay=CONTACT, ?forgive=DEBT, ?lend=lent, ?open=DEBT. */
const none = {
  paid: undefined,
  pay: undefined,
  debt: undefined,
  forgive: undefined,
  lend: undefined,
  contact: undefined,
  open: undefined,
  edit: undefined,
}

/** How to open each of them; Back closes it. */
export function useSheets() {
  const { search, filter, open } = useAddress()
  return {
    search,
    filter,
    /** A payment of a contact to me, or of me to a contact; for all debts, or for one. */
    openPayment: (side: DebtSide, contactId: string, debtId?: string) =>
      open({ ...none, [side === 'receivable' ? 'paid' : 'pay']: contactId, debt: debtId }),
    openForgive: (debtId: string) => open({ ...none, forgive: debtId }),
    openLend: (choice: LendChoice = 'lent', contactId?: string) =>
      open({ ...none, lend: choice, contact: contactId }),
    openDebt: (debtId: string) => open({ ...none, open: debtId }),
    /** The contact whose statement this is. */
    openEdit: () => open({ ...none, edit: 'yes' }),
    close: () => filter(none),
  }
}
