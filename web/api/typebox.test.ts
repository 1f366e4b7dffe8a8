import assert from 'node:assert/strict'
import module from 'node:module'
import { test } from 'node:test'
import { api as real } from '../../contract/api.ts'
import * as routes from '../../contract/route.ts'

// Loads the contract a second time, as the web app has it: with our small stand-in in TypeBox's place.
const MARK = '?web'
module.registerHooks({
  resolve(name, context, next) {
    if (!context.parentURL?.endsWith(MARK)) return next(name, context)
    if (name === 'typebox') return next(new URL('./typebox.ts', import.meta.url).href, context)
    const found = next(name, context)
    return found.url.startsWith('node:') ? found : { ...found, url: `${found.url}${MARK}` }
  },
})
const { api: light } = (await import(`../../contract/api.ts${MARK}`)) as { api: typeof real }

test('every route tells the web app the same about itself as it tells the service', () => {
  const { isAuth, isList, isRecord, takesIdempotencyKey, takesIfMatch } = routes
  const facts = ({ name, route }: (typeof real)[number]) => ({
    name,
    method: route.method,
    path: route.path,
    open: route.open,
    needs: route.needs,
    isAuth: isAuth(route),
    isList: isList(route),
    isRecord: isRecord(route),
    takesIdempotencyKey: takesIdempotencyKey(route),
    takesIfMatch: takesIfMatch(route),
  })
  assert(light.length > 100, 'the contract was loaded')
  assert.notEqual(light[0], real[0], 'a second time')
  assert.deepEqual(light.map(facts), real.map(facts))
})
