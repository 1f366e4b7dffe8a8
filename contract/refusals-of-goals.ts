import { comma, type Later, t } from '../words/t.ts'
import { entry } from './refusal.ts'

/** The first names in quotes, and how many more there are. */
const namesOf = (names: readonly string[], count: number): string =>
  [
    ...names.map((name) => `"${name}"`),
    ...(count > names.length ? [t('{count} more', { count: count - names.length })] : []),
  ].join(comma())

/** Refusals about saving goals. */
export const goalRefusals = {
  goals_too_many: entry(409, 'Too many goals', (d: { count: number }) =>
    t(
      'The book has {count} goals, trash included, which is the most there can be. Delete one for good first.',
      d,
    ),
  ),
  goal_account: entry(422, 'Account not possible', (d: { field: string; reason: Later }) =>
    t('{field}: {reason}', d),
  ),
  account_has_goals: entry(
    409,
    'Goals count it',
    (d: { name: string; goals: readonly string[]; count: number }) =>
      t(
        '"{name}" is counted by {count, plural, one {# goal ({goals}): it cannot be deleted, and stays money of your own in their currency. Change or delete the goal first.} other {# goals ({goals}): it cannot be deleted, and stays money of your own in their currency. Change or delete the goals first.}}',
        { name: d.name, count: d.count, goals: namesOf(d.goals, d.count) },
      ),
  ),
  goal_has_moves: entry(409, 'Has moves', (d: { name: string; count: number; currency_id: string }) =>
    t(
      '"{name}" has {count, plural, one {# move} other {# moves}}, trash included, so it stays an envelope in {currency_id}. Make a new goal instead.',
      d,
    ),
  ),
  goal_not_found: entry(422, 'Unknown goal', (d: { field: string }) =>
    t('{field}: there is no such goal; GET /goals lists them.', d),
  ),
  goal_moves_too_many: entry(409, 'Too many moves', (d: { name: string; count: number }) =>
    t(
      '"{name}" has {count} moves, trash included, which is the most that a goal can have. Make another goal for what is put in from now on.',
      d,
    ),
  ),
  goal_move_date: entry(
    422,
    'Day not possible',
    (d: { date: string; today: string; is_planned?: boolean }) =>
      t(
        'date: {date} is after today, {today}. {is_planned, select, true {The envelope is filled on that day; to fill it now, send draft.date with today or an earlier day.} other {A plan of kind goal fills an envelope on days to come.}}',
        { date: d.date, today: d.today, is_planned: d.is_planned === true },
      ),
    'date',
  ),
  goal_inactive: entry(409, 'Goal put away', (d: { name: string }) =>
    t('"{name}" is put away, and its envelope is not filled. Take it up again first (is_active).', d),
  ),
  goal_without_envelope: entry(409, 'No envelope', (d: { name: string }) =>
    t(
      '"{name}" counts whole accounts: everything on them is saved. To save more, move money to them; to save in a part of an account, make a goal with an envelope.',
      d,
    ),
  ),
  envelope_short: entry(
    409,
    'Not enough in the envelope',
    (d: { name: string; date: string; held: string; after: string }) =>
      t(
        'The envelope of "{name}" holds {held} on {date}, and would hold {after} then. It never holds less than nothing.',
        d,
      ),
  ),
} as const
