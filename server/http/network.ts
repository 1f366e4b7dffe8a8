import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address; the URL parser knows every way to write one. */
function groupsOf(address: string): string[] {
  const text = URL.parse(`http://[${address.replace(/%.*$/, '')}]`)?.hostname.slice(1, -1) ?? ''
  const [head = '', tail] = text.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail ? tail.split(':') : []
  return tail === undefined ? start : [...start, ...Array(8 - start.length - end.length).fill('0'), ...end]
}

/**
 * The network that counts as one sender: an IPv4 address, or the /64 of an IPv6 address, since every host there has all of
 * its addresses. An IPv4 address written as IPv6 is the IPv4 address.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown' // a connection that was closed meanwhile has no address any more
  if (!address.includes(':')) return address
  const known = networks.get(address)
  if (known !== undefined) return known
  if (networks.size >= MAX_KNOWN) networks.clear()
  const network = isIPv6(address) ? networkIn(groupsOf(address)) : address
  networks.set(address, network)
  return network
}

/** The networks of IPv6 addresses: a cache, because every request asks several times, and the parser is slow. */
const networks = new Map<string, string>()
const MAX_KNOWN = 1_000

function networkIn(groups: readonly string[]): string {
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}
