import { isIP } from 'node:net'
import type { ArchiveProtocol } from '../../../src-shared/services.ts'
import { checkStatus } from './answer.ts'
import { ArchiveFault } from './fault.ts'

export interface ArchiveAccess {
  /** https://docs.sqd.dev/en/portal or https://docs.envio.dev/docs/HyperSync/overview */
  readonly protocol: ArchiveProtocol
  /** Base address of the archive. */
  readonly url: string
  /** Name of a data set of the portal, or of the network in HyperSync's host name. */
  readonly dataset: string
  readonly key: string | null
}

export interface ArchiveLimits {
  /** Milliseconds without a byte. */
  readonly idleMs: number
  /** Maximum milliseconds of one answer, so that a trickling one ends; the read continues after its last whole line. */
  readonly answerMs: number
  /** Unpacked bytes of a line. */
  readonly lineBytes: number
  /** Unpacked bytes of an answer. */
  readonly answerBytes: number
}

const MIB = 2 ** 20
export const ARCHIVE_LIMITS: ArchiveLimits = { idleMs: 60_000, answerMs: 300_000, lineBytes: 64 * MIB, answerBytes: 512 * MIB }

/**
 * Sends a request for the data set and yields the unpacked body. Redirects are refused, because they could take the key to another
 * host.
 *
 * @param body sent as JSON with POST; null for a GET request
 * @throws ArchiveFault; the signal's reason when aborted
 */
export async function* request(
  access: ArchiveAccess,
  path: string,
  body: unknown,
  limits: ArchiveLimits,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const url = addressOf(access, path)
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(), limits.idleMs)
  try {
    const answer = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        accept: 'application/jsonl, application/json',
        'accept-encoding': 'zstd, gzip',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...keyHeader(access),
      },
      body: body === null ? null : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, idle.signal, AbortSignal.timeout(limits.answerMs)]),
    })
    await checkStatus(answer, url.host)
    let received = 0
    for await (const chunk of answer.body ?? []) {
      timer.refresh()
      received += chunk.byteLength
      if (received > limits.answerBytes) throw new ArchiveFault('malformed', `${url.host} answered more than ${limits.answerBytes} bytes`)
      yield chunk
    }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof ArchiveFault) throw cause
    const why = idle.signal.aborted ? `sent nothing for ${limits.idleMs / 1_000} s` : 'could not be read'
    throw new ArchiveFault('unreachable', `${url.host} ${why}`, { retryAfterMs: 0, cause })
  } finally {
    clearTimeout(timer)
  }
}

export async function readBody(...args: Parameters<typeof request>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request(...args)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** HyperSync has a host for each network; an IP address has no names below it, so the network is part of the path there. */
function addressOf({ protocol, url: base, dataset }: ArchiveAccess, path: string): URL {
  const url = new URL(base)
  const name = encodeURIComponent(dataset)
  const isBelowHost = protocol === 'hypersync' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
  if (isBelowHost) url.hostname = `${name}.${url.hostname}`
  const folder = isBelowHost ? '' : protocol === 'hypersync' ? `/${name}` : `/datasets/${name}`
  url.pathname = `${url.pathname.replace(/\/$/, '')}${folder}/${path}`
  return url
}

function keyHeader({ protocol, key }: ArchiveAccess): Readonly<Record<string, string>> {
  if (key === null) return {}
  return protocol === 'hypersync' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }
}
