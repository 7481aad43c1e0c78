import type { Address } from '../../../../../src-shared/domain/address.ts'
import { minRaw, sumRaw } from '../../../../../src-shared/domain/amount.ts'
import { swapEventOf } from '../../decode/swaps/events.ts'
import { paidDelta } from '../../decode/swaps/paid-delta.ts'
import { addressInTopic } from '../../encoding/words.ts'
import { readTransfer, TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import type { SimulatedResult } from './sandbox.ts'

/**
 * Taxes of simulated transfers and trades (docs/scan.md#evm). A token can emit events of moves that it does not make, so the pool's own
 * event and balances limit what its events state.
 */

/** Steps of 0.0001 %; smaller differences are rounding of the token. */
const PRECISION = 10_000n

/** Percent of `sent` that did not arrive; null if nothing was sent. */
export function lost(arrived: bigint, sent: bigint): number | null {
  if (sent === 0n) return null
  const kept = arrived >= sent ? 0n : sent - arrived
  return Number((kept * 200n * PRECISION + sent) / (sent * 2n)) / Number(PRECISION)
}

export interface Sending {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  /** The amount of the call, raw units. */
  readonly given: bigint
  /** How much the balance of the receiver grew; null if it was not read. A reflection may add to it. */
  readonly gained: bigint | null
}

/** Percent of the amount sent that did not arrive at the receiver, which may be the pool of a sale; null if nothing shows how much arrived. */
export function taxOf(result: SimulatedResult, { token, from, to, given, gained }: Sending): number | null {
  const out = moved(result, token).filter((move) => move.from === from)
  const arrived = [out.length === 0 ? null : totalTo(out, to), swapOf(result, to)?.paid ?? null, gained].filter((one) => one !== null)
  if (arrived.length === 0) return null
  const sent = total(out)
  return lost(arrived.reduce(minRaw), sent > given ? sent : given)
}

/** Percent of the tokens that left the pool and did not arrive at the buyer; null if no tokens left the pool. */
export function boughtTax(result: SimulatedResult, token: Address, pool: Address, buyer: Address, gained: bigint | null): number | null {
  const stated = totalTo(moved(result, token), buyer)
  return lost(gained === null ? stated : minRaw(stated, gained), paidOut(result, token, pool))
}

/** Tokens that left the pool in a buy: as its swap event states them, else as the events of the token do. */
export function paidOut(result: SimulatedResult, token: Address, pool: Address): bigint {
  return swapOf(result, pool)?.sold ?? total(moved(result, token).filter(({ from }) => from === pool))
}

/**
 * What the last swap event of a pool states. A token may sell its own supply to the pool before. A manager emits the swaps of all of its pools, so
 * only a single one counts.
 */
function swapOf(result: SimulatedResult, pool: Address): { readonly paid: bigint; readonly sold: bigint } | null {
  const logs = result.logs.map((log, logIndex) => ({ ...log, logIndex }))
  const moves = logs.flatMap((log) => {
    const read = readTransfer(log)
    return read === null ? [] : [{ token: log.address, index: log.logIndex, ...read }]
  })
  const swaps = logs.flatMap((log) => {
    const event = log.address === pool ? swapEventOf(log) : null
    const delta = event?.read(log) ?? null
    return event === null || delta === null ? [] : [{ event, ...paidDelta({ log, delta, known: null, logs, moves, mayGrow: () => true }) }]
  })
  const swap = swaps.at(-1)
  if (swap === undefined || (swap.event.emitter === 'manager' && swaps.length > 1)) return null
  const { delta0, delta1 } = swap
  if (delta0 > 0n && delta1 < 0n) return { paid: delta0, sold: -delta1 }
  return delta1 > 0n && delta0 < 0n ? { paid: delta1, sold: -delta0 } : null
}

interface Moved {
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
}

/** The moves that a token's events state. Some tokens emit each event twice, so a repeated one counts once. */
function moved(result: SimulatedResult, token: Address): readonly Moved[] {
  const moves = result.logs.flatMap(({ address, topics, data }): Moved[] => {
    const [topic, from, to] = topics
    if (address !== token || topic !== TRANSFER_TOPIC || from === undefined || to === undefined || data.length < 66) return []
    return [{ from: addressInTopic(from), to: addressInTopic(to), raw: BigInt(data.slice(0, 66)) }]
  })
  return [...new Map(moves.map((move) => [`${move.from} ${move.to} ${move.raw}`, move])).values()]
}

const total = (moves: readonly Moved[]): bigint => sumRaw(moves.map(({ raw }) => raw))
const totalTo = (moves: readonly Moved[], receiver: Address): bigint => total(moves.filter(({ to }) => to === receiver))
