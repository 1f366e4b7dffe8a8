import { queryOptions } from '@tanstack/react-query'
import { authOptions } from '../../contract/auth.ts'
import { cache, callOpenly, queryKeyOf } from '../api/ask.ts'

/** How people get in. */
export const options = queryOptions({
  queryKey: queryKeyOf(authOptions),
  queryFn: () => callOpenly(authOptions),
})

/** Whether nobody has an account yet: every address then leads to creating the first. Without an answer, people sign in. */
export const isEmpty = async (): Promise<boolean> =>
  cache.fetchQuery({ ...options, staleTime: 0, retry: false }).then(
    ({ is_empty }) => is_empty,
    () => false,
  )
