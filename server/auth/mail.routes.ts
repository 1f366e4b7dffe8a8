import * as contract from '../../contract/mail.ts'
import { logSecurity } from '../http/security-log.ts'
import { serve } from '../serve.ts'
import { emailHash } from './auth.ts'
import { askRecovery, confirmEmail, sendConfirmation } from './email.ts'
import { checkEmail } from './email-key.ts'
import { senderOf } from './session.ts'

export const mail = [
  serve(contract.askRecovery, async (asked) => {
    const { db, settings, instanceKey, body, request } = asked
    checkEmail(body.email)
    request.securitySubject = emailHash(instanceKey, body.email)
    const { address } = senderOf(asked)
    const answer = await askRecovery(db, body.email, { address, ip: request.ip }, settings)
    logSecurity(request, 'recovery_asked')
    return answer
  }),

  serve(contract.confirmEmail, async (asked) => {
    const { db, settings, body, request } = asked
    const { userId, email, isChanged } = await confirmEmail(db, body.token, senderOf(asked), settings)
    request.securitySubject = userId
    logSecurity(request, isChanged ? 'email_changed' : 'email_confirmed')
    return { email }
  }),

  serve(contract.sendConfirmation, async ({ db, settings, user, request }) => {
    await sendConfirmation(db, user, request.ip, settings)
    logSecurity(request, 'confirmation_asked')
    return undefined
  }),
]
