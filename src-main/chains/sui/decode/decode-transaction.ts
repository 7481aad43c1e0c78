import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { ChainEvent, DecodeWarning, TokenCreated, Trade } from '../../../../src-shared/domain/events.ts'
import { eventBase, type SuiTransaction } from '../transaction/transaction.ts'
import { findVenueEvent } from '../venues/registry.ts'
import { findCreatedCoins } from './coin-supply.ts'
import { decodePools } from './pools.ts'
import {
  decodeSwaps,
  findUndecoded,
  lookUpChangedObjects,
  lookUpTouchedPools,
  toTrades,
  type DecodedSwaps,
  type PoolCoinLookup,
  type UnreadReason,
} from './swaps.ts'
import { decodeTransfers } from './transfers.ts'

const NO_POOLS: PoolCoinLookup = () => null

/**
 * All events of a transaction: trades (one per swap event), transfers, pools, created tokens and decode warnings. A failed transaction only
 * pays gas, so it has no events.
 */
export function decodeSuiTransaction(tx: SuiTransaction): ChainEvent[] {
  if (!tx.succeeded) return []
  const swaps = decodeSwaps(tx, NO_POOLS)
  const trades = toTrades(tx, swaps.legs)
  return [
    ...trades,
    ...decodePools(tx, swaps.legs, lookUpTouchedPools(tx, NO_POOLS)),
    ...decodeTransfers(tx, swaps.legs),
    ...decodeCreatedTokens(tx),
    ...decodeWarnings(tx, swaps, trades),
  ]
}

interface Creation {
  readonly creator: string
  readonly event: number
}

/** The creator is named by a launchpad's event; otherwise it is the sender of the publication (docs/detection.md#creator). */
function decodeCreatedTokens(tx: SuiTransaction): TokenCreated[] {
  const creators = new Map([...findCreatedCoins(tx)].map((coin): [string, Creation] => [coin, { creator: tx.sender, event: 0 }]))
  for (const event of tx.events) {
    const found = findVenueEvent(event.type)
    if (found?.row.kind !== 'launch') continue
    const launch = found.row.read(event, { poolCoins: NO_POOLS, changedObject: lookUpChangedObjects(tx), typeArguments: found.typeArguments })
    if (launch !== null && launch !== 'coins_unknown') creators.set(launch.token, { creator: launch.creator, event: event.index })
  }
  return [...creators].map(([token, { creator, event }]) => ({
    ...{ kind: 'token_created', ...eventBase(tx, event), token: trustedAddress(token), creator: trustedAddress(creator) },
  }))
}

export const decodeWarning = (tx: string, code: string, detail: string): DecodeWarning => ({
  kind: 'decode_warning',
  network: 'sui',
  tx,
  code,
  detail,
})

const REASONS = {
  fields: 'the event does not have the fields that this venue writes',
  coins_unknown: 'the coins of the pool are not known',
  unconfirmed: 'anyone can emit it, and the balance changes do not agree with it',
} as const satisfies Record<UnreadReason, string>

function decodeWarnings(tx: SuiTransaction, { legs, unread }: DecodedSwaps, trades: readonly Trade[]): DecodeWarning[] {
  const warnings = unread.map(({ event, venue, reason }) =>
    decodeWarning(tx.digest, 'swap_unread', `Event ${event.index} of ${venue.dex} ${venue.version}: ${REASONS[reason]}.`),
  )
  for (const { index, type } of findUndecoded(tx, legs, trades))
    warnings.push(decodeWarning(tx.digest, 'exchange_undecoded', `Event ${index} of ${type} is named like a swap and has no decoder.`))
  if (tx.checkpoint === null) warnings.push(decodeWarning(tx.digest, 'no_slot', 'The answer does not name the checkpoint; block 0 stands for it.'))
  return warnings
}
