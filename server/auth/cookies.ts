/** The contract's name of the session cookie, and the name it has over https, which no other host or path can set. */
export const SESSION = 'service-session'

/** A cookie that stays when a session ends, and shows that an account was used on this device before. */
export const DEVICE = 'service-device'

/** A cookie that scripts cannot read, that forms of other sites do not send, and that with https is sent only over https. */
export const setCookie = (name: string, value: string, maxAge: number, isHttps: boolean): string =>
  `${isHttps ? '__Host-' : ''}${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${value === '' ? 0 : maxAge}` +
  (isHttps ? '; Secure' : '')

/** A cookie's value. A cookie that is sent twice is ignored: one of the two was set by somebody else, and they cannot be distinguished. */
function sentAs(header: string, name: string): { value?: string; isSent: boolean } {
  const values = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
  const [value] = values
  return { isSent: values.length > 0, ...(values.length === 1 && value !== undefined ? { value } : {}) }
}

/** Reads a cookie from a request's Cookie header. Over https the name that only Florin can set wins, with any value. */
export function readCookie(header: string | undefined, name: string, isHttps: boolean): string | undefined {
  if (header === undefined) return undefined
  const own = sentAs(header, `__Host-${name}`)
  return (isHttps && own.isSent ? own : sentAs(header, name)).value
}
