import type { Trade } from '../../../src-shared/domain/events.ts'
import { pick, type BusEvents, type BusStream, type TradeEvent } from '../events.ts'

/** Events as the bytes of messages. All processes of a service have the same version, so a message has the shape of its event. */

/** About 200 KB. A server accepts 1 MB by default. */
const TRADES_PER_MESSAGE = 200

/** Raw amounts, the only integers in events that JSON cannot express as numbers. */
const RAW = new Set(['raw', 'transferFeeRaw', 'venueFeeRaw'])

export const encodeJson = (event: unknown): Uint8Array =>
  Buffer.from(JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)))

export const decodeJson = (bytes: Uint8Array): unknown =>
  JSON.parse(Buffer.from(bytes).toString('utf8'), (key, value: unknown) => (RAW.has(key) && typeof value === 'string' ? BigInt(value) : value))

export const decodeEvent = <S extends BusStream>(bytes: Uint8Array): BusEvents[S] => decodeJson(bytes) as BusEvents[S]

export interface Message {
  /** The server drops a second message with the same id. Null if no other process sends the message again. */
  readonly id: string | null
  readonly bytes: Uint8Array
}

/** A trade with what distinguishes it from the same trade in another block: its row, or the hash of the block. */
type Included = readonly [trade: Trade, inclusion: string]

/** `{network}:{tx}:{leg}:{block hash}`. A stored trade has its row instead of the hash: a trade that is included again gets another row. */
const idOf = ([{ network, tx, leg }, inclusion]: Included): string => `${network}:${tx}:${leg}:${inclusion}`

/** The messages of an event, in order. */
export function messagesOf<S extends BusStream>(stream: S, event: BusEvents[S]): Message[] {
  if (!isOfTrades(stream, event)) return [{ id: null, bytes: encodeJson(event) }]
  return partsOf(event).map((part) => ({ id: part.kind === 'reverted' ? null : batchId(part), bytes: encodeJson(part) }))
}

export const isOfTrades = (stream: BusStream, _event: BusEvents[BusStream]): _event is TradeEvent => stream === 'trades' || stream === 'whole'

/** The ids of the trades that an event emits, in order. */
export function idsOf(event: TradeEvent): string[] {
  if (event.kind === 'stored') return event.trades.map((trade, n) => idOf([trade, String(event.rows?.[n] ?? '')]))
  if (event.kind === 'emitted') return event.trades.map(({ trade, position }) => idOf([trade, position.hash ?? '']))
  return []
}

function partsOf(event: TradeEvent): TradeEvent[] {
  const parts: TradeEvent[] = []
  for (let from = 0; from === 0 || from < event.trades.length; from += TRADES_PER_MESSAGE) {
    const length = Math.min(TRADES_PER_MESSAGE, event.trades.length - from)
    const indexes = Array.from({ length }, (_, n) => from + n)
    // The last trades are retracted first, so a client still has the trades before them.
    if ('keeps' in event) parts.unshift({ ...pick(event, indexes), keeps: event.trades[from - 1]?.position ?? event.keeps })
    else parts.push(pick(event, indexes))
  }
  return parts
}

/** The id of its only trade, or the first id, the number of trades and the last id. */
function batchId(event: TradeEvent): string {
  const ids = idsOf(event)
  if (event.kind === 'emitted' && event.ends !== undefined && ids.length === 0) {
    const { from, number, hash } = event.ends
    return `blocks ${from} ${number} ${hash ?? ''}`
  }
  const [first = '', last = first] = [ids[0], ids.at(-1)]
  return ids.length === 1 ? first : `${first}+${ids.length}+${last}`
}
