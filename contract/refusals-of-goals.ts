import { counted, entry } from './refusal.ts'

/** The first names in quotes, and how many more there are. */
const namesOf = (names: readonly string[], count: number): string =>
  [
    ...names.map((name) => `"${name}"`),
    ...(count > names.length ? [`${count - names.length} more`] : []),
  ].join(', ')

/** Refusals about saving goals. */
export const goalRefusals = {
  goals_too_many: entry(
    409,
    'Too many goals',
    (d: { count: number }) =>
      `The book has ${d.count} goals, trash included, which is the most there can be. Delete one for good first.`,
  ),
  goal_account: entry(
    422,
    'Account not possible',
    (d: { field: string; reason: string }) => `${d.field}: ${d.reason}`,
  ),
  account_has_goals: entry(
    409,
    'Goals count it',
    (d: { name: string; goals: readonly string[]; count: number }) =>
      `"${d.name}" is counted by ${counted(d.count, 'goal', 'goals')} (${namesOf(d.goals, d.count)}): it cannot be deleted, and stays money of your own in their currency. Change or delete ${d.count === 1 ? 'the goal' : 'the goals'} first.`,
  ),
  goal_has_moves: entry(
    409,
    'Has moves',
    (d: { name: string; count: number; currency_id: string }) =>
      `"${d.name}" has ${counted(d.count, 'move', 'moves')}, trash included, so it stays an envelope in ${d.currency_id}. Make a new goal instead.`,
  ),
  goal_not_found: entry(
    422,
    'Unknown goal',
    (d: { field: string }) => `${d.field}: there is no such goal; GET /goals lists them.`,
  ),
  goal_moves_too_many: entry(
    409,
    'Too many moves',
    (d: { name: string; count: number }) =>
      `"${d.name}" has ${d.count} moves, trash included, which is the most that a goal can have. Make another goal for what is put in from now on.`,
  ),
  goal_move_date: entry(
    422,
    'Day not possible',
    (d: { date: string; today: string; is_planned?: boolean }) =>
      `date: ${d.date} is after today, ${d.today}. ` +
      (d.is_planned
        ? 'The envelope is filled on that day; to fill it now, send draft.date with today or an earlier day.'
        : 'A plan of kind goal fills an envelope on days to come.'),
    'date',
  ),
  goal_inactive: entry(
    409,
    'Goal put away',
    (d: { name: string }) =>
      `"${d.name}" is put away, and its envelope is not filled. Take it up again first (is_active).`,
  ),
  goal_without_envelope: entry(
    409,
    'No envelope',
    (d: { name: string }) =>
      `"${d.name}" counts whole accounts: everything on them is saved. To save more, move money to them; to save in a part of an account, make a goal with an envelope.`,
  ),
  envelope_short: entry(
    409,
    'Not enough in the envelope',
    (d: { name: string; date: string; held: string; after: string }) =>
      `The envelope of "${d.name}" holds ${d.held} on ${d.date}, and would hold ${d.after} then. It never holds less than nothing.`,
  ),
} as const
