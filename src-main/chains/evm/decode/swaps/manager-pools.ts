import type { Address } from '../../../../../src-shared/domain/address.ts'
import { word } from '../../encoding/words.ts'
import type { RawLog } from '../../transaction/log.ts'
import { WHOLE_FEE } from '../../venues/pool-fees.ts'
import { pairOfId } from '../../venues/pool-id.ts'
import { poolKeyOf, swapEventOf, type SwapEvent } from './events.ts'
import { onlyToken, type KnownPool, type LegLookups, type Move } from './leg.ts'

export type PoolSides = Pick<KnownPool, 'token0' | 'token1'>

/** The tokens of the pools of managers in one transaction, for swaps of managers only. */
export interface ManagerPools {
  /** Proved by the pool's id; null if the caller knows the pool. */
  proved(log: RawLog): PoolSides | null
  /**
   * The token of a side by elimination (`onlyToken`). A manager settles only the net of several swaps, so what moved may belong to another one. It is
   * no proof if the tokens of another swap are unknown too, or if another swap traded the token.
   */
  onlyToken(log: RawLog, side: 'from' | 'to', holder: Address, other: Address | undefined): Address | undefined
}

/** Reads the pools when first asked: most transactions have no manager. */
export function openManagerPools(logs: readonly RawLog[], moves: readonly Move[], lookups: Pick<LegLookups, 'pool'>): ManagerPools {
  let read: ReturnType<typeof readPools> | null = null
  const pools = (): ReturnType<typeof readPools> => (read ??= readPools(logs, moves, lookups))
  return {
    proved: (log) => pools().proved.get(log) ?? null,
    onlyToken(log, side, holder, other) {
      const { unknown, traded } = pools()
      const only = unknown.get(log.address) === 1 ? onlyToken(moves, side, holder, other) : undefined
      return only === undefined || traded.get(log.address)?.has(only) === true ? undefined : only
    },
  }
}

/** Per manager, `unknown` counts the swaps whose tokens are unknown, and `traded` has the tokens of the others. */
function readPools(logs: readonly RawLog[], moves: readonly Move[], lookups: Pick<LegLookups, 'pool'>) {
  const proved = new Map<RawLog, PoolSides | null>()
  const unknown = new Map<Address, number>()
  const traded = new Map<Address, Set<Address>>()
  for (const log of logs) {
    const event = swapEventOf(log)
    if (event?.emitter !== 'manager') continue
    const known = lookups.pool(poolKeyOf(log, event))
    const pair = known === null ? provedPair(log, event, moves) : null
    proved.set(log, pair)
    const sides = known ?? pair
    if (sides === null) unknown.set(log.address, (unknown.get(log.address) ?? 0) + 1)
    else traded.set(log.address, (traded.get(log.address) ?? new Set<Address>()).add(sides.token0).add(sides.token1))
  }
  return { proved, unknown, traded }
}

function provedPair(log: RawLog, event: SwapEvent, moves: readonly Move[]): PoolSides | null {
  const fee = event.feeWord === undefined || event.isKeyedByFee === undefined ? null : word(log.data, event.feeWord)
  if (fee === null || fee > WHOLE_FEE) return null
  return pairOfId(
    poolKeyOf(log, event),
    Number(fee),
    moves.map((move) => move.token),
  )
}
