import type { ChainEvent } from '../../../src-shared/domain/events.ts'
import { NETWORK_IDS, NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { parseUnixSeconds } from '../../../src-shared/domain/unix-time.ts'
import { decodeEvmTransaction } from '../../chains/evm/decode/decode-transaction.ts'

/** The two answers about one EVM transaction: the transaction and its receipt. One is undefined until it is found. */
export interface EvmHalves {
  readonly hash: string
  readonly tx: unknown
  readonly receipt: unknown
}

type JsonObject = Readonly<Record<string, unknown>>

/** A transaction or receipt answer, bare or in its JSON-RPC envelope, or an object with both. */
export function isEvmAnswer(value: unknown): boolean {
  return flatten(value).some((part) => readHash(part) !== null)
}

/**
 * Pairs transaction and receipt answers by hash, in any order: bare, in envelopes, in lists, or as one object with both. A half without its partner
 * is returned with the other side undefined.
 */
export function pairEvmAnswers(values: readonly unknown[], waiting: readonly EvmHalves[] = []): EvmHalves[] {
  const byHash = new Map<string, { hash: string; tx: unknown; receipt: unknown }>()
  const add = (hash: string, side: 'tx' | 'receipt', value: unknown): void => {
    const known = byHash.get(hash) ?? { hash, tx: undefined, receipt: undefined }
    known[side] ??= value
    byHash.set(hash, known)
  }
  for (const half of waiting) byHash.set(half.hash, { ...half })
  for (const value of values.flatMap(flatten)) {
    const hash = readHash(value)
    if (hash !== null) add(hash, isReceipt(value) ? 'receipt' : 'tx', value)
  }
  return [...byHash.values()]
}

/** Flattens lists to their items, blocks to their transactions with the block's time, and `{ tx, receipt }` objects to both parts. */
function flatten(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(flatten)
  const bare = unwrap(value)
  if (bare === null) return []
  if (Array.isArray(bare.transactions)) return bare.transactions.flatMap(flatten).map((tx) => ({ blockTimestamp: bare.timestamp, ...tx }))
  if (readHash(bare) !== null) return [bare]
  return [bare.tx, bare.transaction, bare.receipt].flatMap((part) => (part === undefined ? [] : flatten(part)))
}

function unwrap(value: unknown): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const loose = value as JsonObject
  return 'jsonrpc' in loose ? unwrap(loose.result) : loose
}

const HASH = /^0x[0-9a-fA-F]{64}$/

function isReceipt(value: JsonObject): boolean {
  return 'transactionHash' in value && Array.isArray(value.logs)
}

function readHash(value: JsonObject): string | null {
  const hash = isReceipt(value) ? value.transactionHash : 'input' in value || 'data' in value || 'nonce' in value ? value.hash : null
  return typeof hash === 'string' && HASH.test(hash) ? hash.toLowerCase() : null
}

/** The network of the transaction's chain id; null if it has none or an unsupported one. */
export function findNetworkByChainId(tx: unknown): NetworkId | null {
  const chainId = (tx as JsonObject).chainId
  const number = typeof chainId === 'string' || typeof chainId === 'number' ? Number(chainId) : null
  return NETWORK_IDS.find((id) => number !== null && NETWORKS[id].chainId === number) ?? null
}

/** Block time in Unix seconds, if the node added it to the transaction or its logs (newer nodes do). */
function readBlockTime({ tx, receipt }: EvmHalves): number | null {
  const logs = (receipt as JsonObject).logs
  const firstLog: JsonObject = Array.isArray(logs) && logs.length > 0 ? (logs[0] as JsonObject) : {}
  const found = [tx as JsonObject, receipt as JsonObject, firstLog]
    .map((part) => part.blockTimestamp)
    .find((value) => typeof value === 'string' || typeof value === 'number')
  return parseUnixSeconds(Number(found))
}

export const isComplete = ({ tx, receipt }: EvmHalves): boolean => tx !== undefined && receipt !== undefined

export const decodeEvmPair = (network: NetworkId, pair: EvmHalves): ChainEvent[] =>
  decodeEvmTransaction({ network, tx: pair.tx, receipt: pair.receipt, time: readBlockTime(pair), tokenInfo: () => null })
