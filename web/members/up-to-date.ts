const EVERY_MS = 15_000

/** Joining, leaving and links are no changes of the book, so that no stream tells of them: they are asked for while somebody looks. */
export const upToDate = { refetchInterval: EVERY_MS, refetchOnWindowFocus: 'always' } as const
