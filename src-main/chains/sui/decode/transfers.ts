import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { AttributedPayment } from '../../payments/payments-by-balance.ts'
import { parseSuiAddress, ZERO_ADDRESS } from '../encoding/move-type.ts'
import { findSupplyChanges } from './coin-supply.ts'
import type { SwapLeg } from './swaps.ts'
import { gainsWithoutGas, toTransfer, type SuiTransaction } from '../transaction/transaction.ts'

interface Side {
  readonly address: Address
  raw: bigint
}

/**
 * Transfers derived from balance changes, because the ledger records no individual movements. Pools give and take the amounts in their events. The
 * remainder is a mint or burn if the coin's supply could change. Otherwise it moved into or out of an unknown object. That is not a transfer between
 * accounts and is left out.
 */
export function decodeTransfers(tx: SuiTransaction, legs: readonly SwapLeg[]): Transfer[] {
  const gains = gainsWithoutGas(tx)
  if (gains === null) return []
  const supply = findSupplyChanges(tx)
  let event = 0
  return [...gains].flatMap(([coin, owners]) => {
    const sides = collectSides(coin, owners, legs)
    const moves = matchSides(sides)
    const [canMint, canBurn] = [supply.mintable.has(coin), supply.burnable.has(coin)]
    const rest = sides.flatMap((side) => ((side.raw > 0n ? canMint : canBurn) ? mintOrBurn(side) : []))
    return [...moves, ...rest].map((move) => toTransfer(tx, event++, coin, move))
  })
}

/** Gains (positive) and losses (negative) of accounts and of the pools that the legs went through. */
function collectSides(coin: Address, owners: ReadonlyMap<Address, bigint>, legs: readonly SwapLeg[]): Side[] {
  const pools = new Map<Address, bigint>()
  for (const leg of legs) {
    const pool = leg.pool === null ? null : parseSuiAddress(leg.pool)
    if (pool === null) continue
    const change = (leg.coinIn === coin ? leg.rawIn : 0n) - (leg.coinOut === coin ? leg.rawOut : 0n)
    if (change !== 0n) pools.set(pool, (pools.get(pool) ?? 0n) + change)
  }
  return [...pools, ...owners].map(([address, raw]) => ({ address, raw }))
}

/** Matches equal amounts first, then givers and takers in order. Unmatched amounts stay in `sides`, which this changes. */
function matchSides(sides: readonly Side[]): AttributedPayment[] {
  const moves: AttributedPayment[] = []
  const move = (giver: Side, taker: Side): void => {
    const raw = -giver.raw < taker.raw ? -giver.raw : taker.raw
    if (raw <= 0n) return
    giver.raw += raw
    taker.raw -= raw
    moves.push({ from: giver.address, to: taker.address, raw })
  }
  const givers = sides.filter(({ raw }) => raw < 0n)
  const takers = sides.filter(({ raw }) => raw > 0n)
  for (const giver of givers) {
    const equal = takers.find(({ raw }) => raw > 0n && raw === -giver.raw)
    if (equal !== undefined) move(giver, equal)
  }
  for (const giver of givers) for (const taker of takers) move(giver, taker)
  return moves
}

function mintOrBurn({ address, raw }: Side): AttributedPayment[] {
  if (raw === 0n) return []
  return raw > 0n ? [{ from: ZERO_ADDRESS, to: address, raw }] : [{ from: address, to: ZERO_ADDRESS, raw: -raw }]
}
