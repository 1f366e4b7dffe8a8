import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { TrustProxy } from '../settings.ts'

/** Whether the IP that is this many hops before us is a trusted proxy. */
export function proxyTest(trusted: TrustProxy): (address: string | undefined, hop: number) => boolean {
  if (trusted === false) return () => false
  if (typeof trusted === 'number') return (_, hop) => hop < trusted
  const list = new BlockList()
  for (const network of trusted) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address = '') => isIP(address) > 0 && list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** An address as proxies write it, some of them with the port: 192.0.2.1, 192.0.2.1:5000, [2001:db8::1]:5000. */
function addressIn(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) > 0 ? bare : undefined
}

/**
 * Leaves in X-Forwarded-For only the addresses to the right of the last word that is not an address: each proxy adds its own peer on the
 * right, so nothing to the left of such a word can be trusted. If none is left, the client is the peer itself.
 */
export function cleanForwarded(headers: IncomingHttpHeaders): void {
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined) return
  const addresses = String(forwarded)
    .split(',')
    .map((text) => addressIn(text.trim()))
  const kept = addresses.slice(addresses.lastIndexOf(undefined) + 1)
  if (kept.length > 0) headers['x-forwarded-for'] = kept.join(', ')
  else delete headers['x-forwarded-for']
}
