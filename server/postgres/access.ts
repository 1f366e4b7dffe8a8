import type { Connection } from '../database/pools.ts'
import { SERVICE_ROLE } from '../database/privileges.ts'
import type { OsUser } from './os-user.ts'
import { type Cluster, OWNER } from './postmaster.ts'
import { provenSession } from './socket.ts'

/** The socket, account and password with which the service's role signs in. */
export type Access = { readonly sockets: string; readonly account: OsUser; readonly password: string }

/** The ways into the built-in PostgreSQL whose socket is in this folder. */
export function connectionsTo(sockets: () => string, { account, secrets }: Cluster) {
  const { password } = secrets.service
  const access = () => ({ sockets: sockets(), account, password })
  return {
    owner: connectionAs(OWNER, () => ({ ...access(), password: secrets.owner.password })),
    connection: connectionBy(access),
    access,
  }
}

/** The folder is looked up for every session, because it may have changed. */
function connectionAs(user: string, access: () => Access): Connection {
  return {
    get host() {
      return access().sockets
    },
    database: OWNER,
    user,
    get password() {
      return access().password
    },
    open(config) {
      const { sockets, account, password } = access()
      return provenSession({ ...config, host: sockets, password }, account)
    },
  }
}

/** A connection as the role that the service works as. */
export const connectionBy = (access: () => Access): Connection => connectionAs(SERVICE_ROLE, access)
