import { STREAM_ERRORS, type StreamErrorCode } from '../../../src-shared/contract/errors.ts'
import { FIREHOSE, STREAMS, type StreamDef, type StreamName } from '../../../src-shared/contract/streams.ts'
import { parsePool, parseTokenAddress, type Parsed } from '../../../src-shared/domain/parse-address.ts'
import { NETWORKS, isNetworkId, type NetworkId } from '../../../src-shared/networks.ts'
import { mayDo, type Caller } from '../auth/caller.ts'
import type { Since } from '../../ingest/follow/interface.ts'
import { isStoredStream, parseSince } from './stream-cursor.ts'
import type { TopicKey } from './topics.ts'

/** Parses the subscriptions of a frame one by one, so an invalid one does not affect the others. */

export interface NamedSubscription {
  readonly network: unknown
  readonly address: unknown
  readonly stream: unknown
  readonly since: unknown
  readonly retractions: unknown
}

export interface WantedSubscription {
  readonly key: TopicKey
  /** Where it begins. Null to begin now. */
  readonly since: Since | null
  /** Whether trades that the chain reverts are reported. */
  readonly retractions: boolean
}

export type ReadSubscription =
  ({ readonly ok: true } & WantedSubscription) | { readonly ok: false; readonly code: StreamErrorCode; readonly message: string }

const refuse = (code: StreamErrorCode, message: string = STREAM_ERRORS[code]): ReadSubscription => ({ ok: false, code, message })

type Named = Partial<NamedSubscription>
/** Options of a frame that apply to all of its subscriptions. */
export type ForAll = Pick<Named, 'since' | 'retractions'>

export function namedSubscription(entry: unknown, forAll: ForAll = {}): NamedSubscription {
  const { network = null, address = null, stream = null, since, retractions } = (typeof entry === 'object' && entry !== null ? entry : {}) as Named
  return { network, address, stream, since: since ?? forAll.since, retractions: retractions ?? forAll.retractions }
}

export function readSubscription(named: NamedSubscription, caller: Caller): ReadSubscription {
  const { network, address, stream } = named
  for (const [name, value] of [
    ['stream', stream],
    ['network', network],
    ['address', address],
  ] as const) {
    if (typeof value !== 'string' || value === '') return refuse('BAD_FIELD', `The field "${name}" must be a string with at least one character.`)
  }
  if (typeof stream !== 'string' || !Object.hasOwn(STREAMS, stream)) return refuse('UNKNOWN_STREAM')
  if (typeof network !== 'string' || !isNetworkId(network)) return refuse('UNSUPPORTED_NETWORK')
  const name = stream as StreamName
  const definition: StreamDef = STREAMS[name]
  if (definition.needs !== undefined && !NETWORKS[network].publicMetrics[definition.needs]) {
    return refuse('UNSUPPORTED_NETWORK', `The stream ${stream} does not exist on ${network}.`)
  }
  const since = readSince(name, named.since)
  if (since === undefined) return refuse('BAD_FIELD', SINCE_RULE)
  const { retractions = true } = named
  if (typeof retractions !== 'boolean') return refuse('BAD_FIELD', 'The field "retractions" must be true or false.')
  if (address === FIREHOSE && definition.firehose === true) {
    return mayDo(caller, 'firehose') ? { ok: true, key: { network, address, stream: name }, since, retractions } : refuse('FORBIDDEN_FIREHOSE')
  }
  const parsed = parseSubject(name, network, String(address))
  return parsed.ok ? { ok: true, key: { network, address: parsed.address, stream: name }, since, retractions } : refuse('BAD_FIELD', parsed.reason)
}

const SINCE_RULE = 'The field "since" must be the cursor of an event of the stream, or a time, and only dex_trades and scanner have it.'

/** Null if absent, undefined if invalid. */
function readSince(stream: StreamName, value: unknown): Since | null | undefined {
  if (value === null || value === undefined) return null
  return (isStoredStream(stream) ? parseSince(stream, value) : null) ?? undefined
}

/** Trades are found by token, pool or wallet; every other stream is about a token. */
function parseSubject(stream: StreamName, network: NetworkId, text: string): Parsed {
  const token = parseTokenAddress(network, text)
  if (token.ok || stream !== 'dex_trades') return token
  return parsePool(network, text)
}
