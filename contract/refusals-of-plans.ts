import { entry } from './refusal.ts'

/** Refusals about plans and forecasts. */
export const planRefusals = {
  schedule_invalid: entry(
    422,
    'Schedule not possible',
    (d: { field: string; reason: string }) => `${d.field}: ${d.reason}`,
  ),
  schedule_never: entry(
    422,
    'Never occurs',
    (d: { start: string; until: string }) =>
      `schedule: no day from ${d.start} to ${d.until} fits it, so it would never occur.`,
    'schedule',
  ),
  plans_too_many: entry(
    409,
    'Too many plans',
    (d: { count: number }) =>
      `The book has ${d.count} plans, trash included, which is the most there can be. Delete one for good first.`,
  ),
  until_out_of_range: entry(
    422,
    'Day out of range',
    (d: { until: string; first: string; last: string }) =>
      `until: ${d.until} is not between ${d.first} (today) and ${d.last}.`,
    'until',
  ),
  forecast_too_long: entry(
    422,
    'Forecast too long',
    (d: { until: string; most: number }) =>
      `until: a forecast until ${d.until} has more than ${d.most} steps. Ask for a nearer day, and post or skip late occurrences.`,
    'until',
  ),
  occurrence_not_found: entry(
    404,
    'No such occurrence',
    (d: { name: string; date: string } & ({ next: string | null } | { last: string })) =>
      'last' in d
        ? `The occurrence of "${d.name}" on ${d.date} is too far away: occurrences can be posted, skipped or changed up to ${d.last}.`
        : `"${d.name}" has no occurrence on ${d.date}; ${d.next ? `the next open one is scheduled for ${d.next}` : 'none is open'}.`,
  ),
  occurrence_done: entry(
    409,
    'Already done',
    (d: { name: string; date: string; state: string; remedy: string }) =>
      `The occurrence of "${d.name}" on ${d.date} is already ${d.state}. ${d.remedy}`,
  ),
} as const
