import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { ChainEvent, Oddity, Pool, TokenCreated } from '../../../../src-shared/domain/events.ts'
import { parseGraphqlTransaction } from '../transaction/parse-graphql.ts'
import { parseStructType, parseSuiAddress } from '../encoding/move-type.ts'
import { parseGrpcTransaction, parseJsonRpcTransaction } from '../transaction/parse.ts'
import { lookUpTouchedPools, decodeSwaps, toTrades, type PoolCoinLookup, type DecodedSwaps } from './swaps.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { decodeTransfers } from './transfers.ts'
import { findVenueEvent } from '../venues/registry.ts'

const NO_POOLS: PoolCoinLookup = () => null
/** Objects that come into being with a coin and name it. */
const COIN_OBJECTS = /^0x0{63}2::(?:coin::TreasuryCap|coin_registry::Currency)$/

/**
 * Everything a transaction tells: trades (one per swap event), transfers, pools, tokens it created, and what could not be
 * understood. A failed transaction moved nothing but gas and gives nothing.
 */
export function decodeSuiTransaction(tx: SuiTransaction, knownPools: PoolCoinLookup = NO_POOLS): ChainEvent[] {
  if (!tx.succeeded) return []
  const swaps = decodeSwaps(tx, knownPools)
  return [
    ...toTrades(tx, swaps.legs),
    ...decodePools(tx, swaps, lookUpTouchedPools(tx, knownPools)),
    ...decodeTransfers(tx, swaps.legs),
    ...decodeCreatedTokens(tx),
    ...oddities(tx, swaps),
  ]
}

/** Pools and curves born here, and pools that were traded through; a birth names its block. */
function decodePools(tx: SuiTransaction, { legs }: DecodedSwaps, poolCoins: PoolCoinLookup): Pool[] {
  const pools = new Map<string, Pool>()
  const add = (at: string, coins: readonly [string, string], venue: { dex: string; version: string }, born: boolean): void => {
    const address = parseSuiAddress(at)
    if (address === null || (pools.has(address) && !born)) return
    const [token0 = '', token1 = ''] = [...coins].sort()
    pools.set(address, {
      kind: 'pool',
      network: 'sui',
      address,
      dex: venue.dex,
      dexVersion: venue.version,
      token0: trustedAddress(token0),
      token1: trustedAddress(token1),
      createdBlock: born ? tx.checkpoint : null,
      createdTx: born ? tx.digest : null,
    })
  }
  for (const event of tx.events) {
    const found = findVenueEvent(event.type)
    if (found === null || found.row.kind === 'swap') continue
    const birth = found.row.read(event, { poolCoins, typeArguments: found.typeArguments })
    if (birth === null || birth === 'coins_unknown') continue
    const coins = 'coins' in birth ? (birth.coins ?? poolCoins(birth.pool)) : ([birth.token, birth.quote] as const)
    if (coins !== null) add(birth.pool, coins, found.row, true)
  }
  for (const leg of legs) if (leg.pool !== null) add(leg.pool, [leg.coinIn, leg.coinOut], leg.venue, false)
  return [...pools.values()]
}

/** A launchpad's event names the creator; without one it is who published the coin (engine.md §5.1). */
function decodeCreatedTokens(tx: SuiTransaction): TokenCreated[] {
  const creators = new Map<string, { creator: string; event: number }>()
  for (const { type, created } of tx.objects) {
    const struct = created && type !== null ? parseStructType(type) : null
    const [coin] = struct?.arguments ?? []
    if (struct !== null && coin !== undefined && COIN_OBJECTS.test(struct.name)) creators.set(coin, { creator: tx.sender, event: 0 })
  }
  for (const event of tx.events) {
    const found = findVenueEvent(event.type)
    if (found?.row.kind !== 'launch') continue
    const launch = found.row.read(event, { poolCoins: NO_POOLS, typeArguments: found.typeArguments })
    if (launch !== null && launch !== 'coins_unknown') creators.set(launch.token, { creator: launch.creator, event: event.index })
  }
  return [...creators].map(([token, { creator, event }]) => ({
    kind: 'token_created',
    network: 'sui',
    token: trustedAddress(token),
    creator: trustedAddress(creator),
    position: { block: tx.checkpoint ?? 0, tx: tx.index ?? 0, event },
    time: tx.time,
    tx: tx.digest,
  }))
}

const odd = (tx: string, code: string, detail: string): Oddity => ({ kind: 'oddity', network: 'sui', tx, code, detail })

const WHY = { fields: 'the event does not have the fields that this venue writes', coins_unknown: 'nobody told which coins the pool holds' } as const

function oddities(tx: SuiTransaction, { unread }: DecodedSwaps): Oddity[] {
  const found = unread.map(({ event, venue, reason }) =>
    odd(tx.digest, 'swap_unread', `Event ${event.index} of ${venue.dex} ${venue.version}: ${WHY[reason]}.`),
  )
  if (tx.checkpoint === null) found.push(odd(tx.digest, 'no_slot', 'The answer does not name the checkpoint; block 0 stands for it.'))
  return found
}

/* Recorded answers */

export interface SuiAnswer {
  readonly events: readonly ChainEvent[]
  readonly transactions: number
}

/** Whether this is a transaction answer of gRPC, GraphQL or JSON-RPC, bare, in its envelope, or a list of them. */
export function isSuiAnswer(json: unknown): boolean {
  return unwrapTransactions(json).some((value) => parseSuiTransaction(value) !== null)
}

/** Decodes recorded answers; what does not fit becomes an oddity, not an error. */
export function decodeSuiAnswer(json: unknown): SuiAnswer {
  const values = unwrapTransactions(json)
  const events = values.flatMap((value) => {
    const tx = parseSuiTransaction(value)
    return tx === null ? [odd('', 'unreadable', 'A transaction in the answer is of an unknown form or version.')] : decodeSuiTransaction(tx)
  })
  return { events, transactions: values.length }
}

/** A transaction of any transport in the one form; null for anything else. */
export function parseSuiTransaction(value: unknown): SuiTransaction | null {
  return parseGrpcTransaction(value) ?? parseJsonRpcTransaction(value) ?? parseGraphqlTransaction(value)
}

const MAX_ENVELOPE_DEPTH = 6
const ENVELOPES = ['result', 'data', 'transaction', 'transactionBlock', 'transactions', 'nodes', 'checkpoint'] as const

/** Transactions inside lists and envelopes; a value that names its digest is one. */
function unwrapTransactions(json: unknown, depth = 0): unknown[] {
  if (depth > MAX_ENVELOPE_DEPTH) return []
  if (Array.isArray(json)) return json.flatMap((item) => unwrapTransactions(item, depth))
  if (typeof json !== 'object' || json === null) return []
  const loose = json as Readonly<Record<string, unknown>>
  if (typeof loose['digest'] === 'string' && 'effects' in loose) return [loose]
  return ENVELOPES.flatMap((name) => (name in loose ? unwrapTransactions(loose[name], depth + 1) : []))
}
