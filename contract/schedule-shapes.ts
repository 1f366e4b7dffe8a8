import { type Static, Type } from 'typebox'
import { DayOf, Nullable, named } from './route.ts'
import type { OnDay, Schedule as StoredSchedule } from './schedule.ts'

const units = ['day', 'week', 'month', 'year'] as const
const rules = ['none', 'before', 'after'] as const

/** A number, "last", or a weekday: JSON Schema's keywords each look at the type that they are for. */
const On = Type.Unsafe<OnDay | null>({
  type: ['integer', 'string', 'object', 'null'],
  minimum: 1,
  maximum: 31,
  properties: {
    weekday: { type: 'integer', minimum: 1, maximum: 7, description: 'Monday is 1, Sunday is 7.' },
    nth: {
      type: 'integer',
      enum: [1, 2, 3, 4, 5, -1],
      description: 'The n-th in the month; -1 is the last.',
    },
  },
  required: ['weekday', 'nth'],
  description:
    'For months and years: a day of the month (in a shorter month, its last day), "last", or the n-th weekday (a month without a fifth one is skipped). Default: the day of start.',
})

const scheduleFields = {
  start: DayOf('The first day that can be an occurrence, as YYYY-MM-DD.'),
  every: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'The number of units between two occurrences.',
  }),
  unit: Type.Unsafe<StoredSchedule['unit']>({ type: 'string', enum: [...units] }),
  on: On,
  end: Nullable(DayOf('The last day that can be an occurrence. Not together with count.')),
  count: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'How many occurrences there are. Not together with end.',
    }),
  ),
  working_days: Type.Unsafe<StoredSchedule['working_days']>({
    type: 'string',
    enum: [...rules],
    description:
      'An occurrence on a Saturday or a Sunday is recorded on that day (none), on the Friday before, or on the Monday after. Its scheduled day stays.',
  }),
}
export const Schedule = named('Schedule', Type.Object(scheduleFields))
const { start, every, unit, on, end, count, working_days } = scheduleFields
export const ScheduleDraft = named(
  'ScheduleDraft',
  Type.Object({
    start,
    unit,
    every: Type.Optional({
      ...every,
      description: 'The number of units between two occurrences. Default: 1.',
    }),
    on: Type.Optional(on),
    end: Type.Optional(end),
    count: Type.Optional(count),
    working_days: Type.Optional(working_days),
  }),
)
export type ScheduleDraft = Static<typeof ScheduleDraft>
