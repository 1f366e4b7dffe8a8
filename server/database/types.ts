import pg from 'pg'

/** What the driver hands back: days as text, int8 as bigint, timestamps as ISO 8601 in UTC with milliseconds. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.INT8, (text) => BigInt(text)],
  [pg.types.builtins.NUMERIC, (text) => text],
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig // the driver's own type has an overload per format; we only read text
