import * as contract from '../../contract/second-factor.ts'
import { logSecurity } from '../http/security-log.ts'
import { serve } from '../serve.ts'
import { proveFresh } from './proof.ts'
import { begin, confirm, end, renew, secondFactorOf } from './second-factor.ts'
import { senderOf } from './session.ts'

export const secondFactor = [
  serve(contract.getSecondFactor, ({ db, user }) => secondFactorOf(db, user.id)),

  serve(contract.beginSecondFactor, async (asked) => {
    const { db, settings, user, body } = asked
    return begin(db, user, await proveFresh(asked, senderOf(asked), body), settings)
  }),

  serve(contract.confirmSecondFactor, async (asked) => {
    const { db, settings, user, body, request } = asked
    const proof = await proveFresh(asked, senderOf(asked), body)
    const codes = await confirm(db, user, proof, body.code, settings)
    logSecurity(request, 'second_factor_on')
    return codes
  }),

  serve(contract.renewRecoveryCodes, async (asked) => {
    const { db, user, body, request } = asked
    const codes = await renew(db, user, await proveFresh(asked, senderOf(asked), body))
    logSecurity(request, 'recovery_codes_made')
    return codes
  }),

  serve(contract.endSecondFactor, async (asked) => {
    const { db, user, body, request } = asked
    await end(db, user, await proveFresh(asked, senderOf(asked), body))
    logSecurity(request, 'second_factor_off')
    return undefined
  }),
]
