import { lookup as resolve } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { readCapped } from './http-answer.ts'
import { request as requestHttp } from './node-http.ts'

/**
 * Fetches untrusted URLs with limits on size and time, and from public hosts only. The connection goes to the IP address that was checked, which
 * prevents DNS rebinding. Every redirect is checked like the first URL.
 */

export interface PublicFetchLimits {
  readonly bytes: number
  readonly timeoutMs: number
  readonly redirects: number
  /** Whether connecting to an IP address is forbidden; `isPrivateAddress` unless a test serves from this machine. */
  readonly refuses?: (ip: string) => boolean
}

export const PUBLIC_FETCH_LIMITS: PublicFetchLimits = { bytes: 1024 * 1024, timeoutMs: 5_000, redirects: 3 }

/** Why nothing was fetched. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
}

/** @throws FetchRefused; the signal's reason when aborted */
export async function fetchPublic(address: string, signal: AbortSignal, limits: PublicFetchLimits = PUBLIC_FETCH_LIMITS): Promise<Buffer> {
  const late = AbortSignal.timeout(limits.timeoutMs)
  const either = AbortSignal.any([signal, late])
  try {
    let url = parsed(address)
    for (let hops = 0; hops <= limits.redirects; hops++) {
      const answer = await once(url, either, limits.refuses ?? isPrivateAddress)
      const status = answer.statusCode ?? 0
      if (status >= 300 && status < 400 && answer.headers.location !== undefined) {
        answer.destroy()
        url = parsed(new URL(answer.headers.location, url).href)
        continue
      }
      if (status !== 200) {
        answer.destroy()
        throw new FetchRefused(`the host answered ${status}`)
      }
      const body = await readCapped(answer, limits.bytes)
      if (body === null) throw new FetchRefused(`it is larger than ${limits.bytes} bytes`)
      return body
    }
    throw new FetchRefused('too many redirects')
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FetchRefused) throw error
    throw new FetchRefused(late.aborted ? `no answer within ${limits.timeoutMs / 1_000} s` : 'the host could not be reached', { cause: error })
  }
}

function parsed(text: string): URL {
  if (!URL.canParse(text)) throw new FetchRefused('it is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchRefused(`${url.protocol} URLs are not fetched`)
  if (url.username !== '' || url.password !== '') throw new FetchRefused('URLs with a password are not fetched')
  return url
}

export interface PublicRequest {
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One request without redirects, to an IP address that `refuses` allows. */
export function once(
  url: URL,
  signal: AbortSignal,
  refuses: (ip: string) => boolean,
  { method, headers, body }: PublicRequest = {},
): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && refuses(literal)) throw new FetchRefused('private addresses are not fetched')
  /** Called for host names only. Every address of a name must be public. */
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0)
      if (found.some((one) => refuses(one.address))) return done(new FetchRefused('private addresses are not fetched'), '', 0)
      const [first] = found
      if (options.all === true) return done(null, found)
      return first === undefined ? done(new FetchRefused('the host has no address'), '', 0) : done(null, first.address, first.family)
    })
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolveAnswer, reject) => {
    const clientRequest = request(url, {
      lookup,
      signal,
      method: method ?? 'GET',
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      maxHeaderSize: 16 * 1024,
    })
    clientRequest.once('response', resolveAnswer)
    clientRequest.once('error', reject)
    clientRequest.end(body)
  })
}

/** The part of IPv6 that is routed on the public internet (RFC 4291 §2.4); the registries of special addresses exclude parts of it. */
const GLOBAL_UNICAST_6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for every IP address outside the public internet, and for text that is not an IP address. `range` knows IANA's registries of special-purpose
 * addresses: https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry.
 */
export function isPrivateAddress(ip: string): boolean {
  // In the normal form of the URL standard: `::8.8.8.8` is not IPv4-mapped, and `::ffff:8.8.8.8` is.
  const url = `http://${isIPv6(ip) ? `[${ip}]` : ip}/`
  if (isIP(ip) === 0 || !URL.canParse(url)) return true
  const address = ipaddr.parse(new URL(url).hostname.replace(/^\[|\]$/g, ''))
  if (address instanceof ipaddr.IPv4) return address.range() !== 'unicast'
  // An IPv4-mapped address (::ffff:0:0/96) connects to the IPv4 address in it.
  if (address.parts[5] === 0xffff && address.isIPv4MappedAddress()) return address.toIPv4Address().range() !== 'unicast'
  return address.range() !== 'unicast' || !address.match(GLOBAL_UNICAST_6)
}
