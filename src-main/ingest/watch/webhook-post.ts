import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isPrivateAddress, once } from '../../lib/public-fetch.ts'

/** Calls of webhooks: to public hosts over https, or to this machine. Redirects are not followed (docs/watch.md#webhooks). */

const TIMEOUT_MS = 10_000

/** Why a URL cannot be a webhook. Null if it can. Host names are checked at the time of the call. */
export function webhookProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'A webhook needs a URL, such as https://example.com/hook.'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'A webhook needs an https URL.'
  if (url.username !== '' || url.password !== '') return 'The URL of a webhook cannot have a user name or password in it.'
  if (isThisMachine(url)) return null
  if (url.protocol === 'http:') return 'A webhook needs an https URL. Plain http goes to this machine only.'
  const host = hostOf(url)
  return isIP(host) !== 0 && isPrivateAddress(host) ? 'A webhook cannot go to a private address.' : null
}

/**
 * The value of `Holderscope-Signature`: the time in Unix seconds, and HMAC-SHA256 over the time, a dot and the body.
 *
 * @param at Unix seconds
 */
const signature = (secret: string, at: number, body: string): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

export interface WebhookCall {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly body: string
}

/** Why the call failed, without naming any part of the URL. Null if the receiver answered with 2xx. */
export async function postWebhook({ id, url: text, secret, body }: WebhookCall, at: number, signal: AbortSignal): Promise<string | null> {
  const problem = webhookProblem(text)
  if (problem !== null) return problem
  const url = new URL(text)
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'holderscope-event-id': id,
    'holderscope-signature': signature(secret, at, body),
  }
  try {
    const refuses = isThisMachine(url) ? (ip: string): boolean => !isLoopback(ip) : isPrivateAddress
    const answer = await once(url, AbortSignal.any([signal, late]), refuses, { method: 'POST', headers, body })
    const status = answer.statusCode ?? 0
    answer.destroy()
    return status >= 200 && status < 300 ? null : `The receiver answered ${status}.`
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return `The receiver did not answer within ${TIMEOUT_MS / 1000} s.`
    return error instanceof Error && error.name === 'FetchRefused' ? 'The host has a private address.' : 'The receiver could not be reached.'
  }
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const isThisMachine = (url: URL): boolean => hostOf(url) === 'localhost' || (isIP(hostOf(url)) !== 0 && isLoopback(hostOf(url)))

const isLoopback = (ip: string): boolean => ipaddr.process(ip).range() === 'loopback'
