import type { Debt, Posting, Written } from './owed.ts'

/** The effect of a change on the model's debts. */
type Play = { owed: { debts: Map<string, Debt>; postings: Map<string, Posting> }; past: Written[] }

/** The version that the change under way is written in. */
export const nextVersion = ({ past }: Play) => (past.at(-1)?.version ?? 0) + 1

export function post(
  play: Play,
  kind: Posting['kind'],
  debt: Debt,
  amount: bigint,
  id = `${kind} ${nextVersion(play)}`,
) {
  const [date, version] = [debt.opened, nextVersion(play)]
  play.owed.postings.set(id, { kind, debt: debt.id, amount, date, isThere: true, version })
}

/** Moves a debt with its postings into the trash or out of it. */
export function move({ owed, ...play }: Play, { id }: Debt, isThere: boolean) {
  const version = (play.past.at(-1)?.version ?? 0) + 1
  const debt = owed.debts.get(id)
  for (const [key, one] of owed.postings)
    if (one.debt === id && one.isThere !== isThere && (!isThere || one.version === debt?.version))
      owed.postings.set(key, { ...one, isThere, version })
  if (debt) owed.debts.set(id, { ...debt, isThere, version })
}
