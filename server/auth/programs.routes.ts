import { createProgramKey } from '../../contract/programs.ts'
import { logSecurity } from '../http/security-log.ts'
import { serve } from '../serve.ts'
import { makeProgramKey } from './programs.ts'
import { proveFresh } from './proof.ts'
import { senderOf } from './session.ts'

export const programs = [
  serve(createProgramKey, async (asked) => {
    const { db, user, body, request } = asked
    const made = await makeProgramKey(db, user, await proveFresh(asked, senderOf(asked), body), body)
    logSecurity(request, 'program_added', { program: made.data.device_name })
    return made
  }),
]
