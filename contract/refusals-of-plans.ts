import { type Later, t } from '../words/t.ts'
import { entry } from './refusal.ts'

/** Refusals about plans and forecasts. */
export const planRefusals = {
  schedule_invalid: entry(422, 'Schedule not possible', (d: { field: string; reason: Later }) =>
    t('{field}: {reason}', d),
  ),
  schedule_never: entry(
    422,
    'Never occurs',
    (d: { start: string; until: string }) =>
      t('schedule: no day from {start} to {until} fits it, so it would never occur.', d),
    'schedule',
  ),
  plans_too_many: entry(409, 'Too many plans', (d: { count: number }) =>
    t(
      'The book has {count} plans, trash included, which is the most there can be. Delete one for good first.',
      d,
    ),
  ),
  until_out_of_range: entry(
    422,
    'Day out of range',
    (d: { until: string; first: string; last: string }) =>
      t('until: {until} is not between {first} (today) and {last}.', d),
    'until',
  ),
  forecast_too_long: entry(
    422,
    'Forecast too long',
    (d: { until: string; most: number }) =>
      t(
        'until: a forecast until {until} has more than {most} steps. Ask for a nearer day, and post or skip late occurrences.',
        d,
      ),
    'until',
  ),
  occurrence_not_found: entry(
    404,
    'No such occurrence',
    (d: { name: string; date: string } & ({ next: string | null } | { last: string })) =>
      'last' in d
        ? t(
            'The occurrence of "{name}" on {date} is too far away: occurrences can be posted, skipped or changed up to {last}.',
            d,
          )
        : t(
            '{is_open, select, true {"{name}" has no occurrence on {date}; the next open one is scheduled for {next}.} other {"{name}" has no occurrence on {date}; none is open.}}',
            { name: d.name, date: d.date, is_open: d.next !== null, next: d.next ?? '' },
          ),
  ),
  occurrence_done: entry(
    409,
    'Already done',
    (d: { name: string; date: string; state: Later; remedy: Later }) =>
      t('The occurrence of "{name}" on {date} is already {state}. {remedy}', d),
  ),
} as const
