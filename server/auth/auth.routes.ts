import type { FastifyRequest } from 'fastify'
import * as contract from '../../contract/auth.ts'
import { transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { logSecurity, nameSubject } from '../http/security-log.ts'
import { page } from '../lists.ts'
import { serve } from '../serve.ts'
import { deleteToken, devices } from './auth.sql.ts'
import {
  changeMe,
  emailHash,
  logIn,
  type Origin,
  proveNewPassword,
  registerUser,
  revoke,
  setPassword,
  theUser,
} from './auth.ts'
import { sessionCookie } from './session.ts'

function originOf(request: FastifyRequest, deviceName: string | null | undefined): Origin {
  const name = deviceName || (request.headers['user-agent'] ?? 'Unknown device')
  return { deviceName: [...name].slice(0, 255).join(''), address: request.ip }
}

export const auth = [
  serve(contract.register, async ({ db, settings, body, request, reply }) => {
    const result = await registerUser(db, body, originOf(request, body.device_name), settings)
    nameSubject(request, result.data.id)
    logSecurity(request, 'registered')
    reply.header('set-cookie', sessionCookie(result.token, settings))
    return result
  }),

  serve(contract.login, async ({ db, settings, body, request, reply }) => {
    nameSubject(request, emailHash(body.email))
    const result = await logIn(db, body, originOf(request, body.device_name))
    nameSubject(request, result.data.id)
    logSecurity(request, 'signed_in')
    reply.header('set-cookie', sessionCookie(result.token, settings))
    return result
  }),

  serve(contract.logout, async ({ db, settings, user, request, reply }) => {
    await transaction(db, (tx) => deleteToken(tx, user.id, user.token_id))
    logSecurity(request, 'signed_out')
    reply.header('set-cookie', sessionCookie('', settings))
    return undefined
  }),

  serve(contract.getMe, ({ db, user }) => theUser(db, user.id)),

  serve(contract.updateMe, ({ write, user, body, guard }) =>
    write((tx, book) => changeMe(tx, book, user, body, guard)),
  ),

  serve(contract.changePassword, async ({ db, settings, write, user, body, guard, request }) => {
    const hash = await proveNewPassword(db, user, body, request.ip, settings)
    const changed = await write((tx, book) => setPassword(tx, book, user, hash, guard))
    logSecurity(request, 'password_changed')
    return changed
  }),

  serve(contract.listDevices, ({ db, user, query }) =>
    page<contract.Device>(db, query, {
      from: sql`(${devices(user.id, user.token_id)}) device`,
      where: [],
      order: '-created_at',
      orders: { created_at: { key: sql`created_at`, type: 'timestamptz' } },
      ties: [{ key: sql`id`, type: 'uuid' }],
      record: (device) => device,
    }),
  ),

  serve(contract.revokeDevice, async ({ db, user, params, request }) => {
    const device = await revoke(db, user, params.id)
    logSecurity(request, 'token_revoked')
    return device
  }),
]
