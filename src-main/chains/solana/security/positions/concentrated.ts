import { answeredOrNull } from '../../../rpc/answered.ts'
import { valueOf, type TickRange } from '../../../security/concentrated.ts'
import type { LiquidityLock } from '../../../security/facts.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { readAccounts, readProgramSlices, type Slice } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { MAX_LIST_BYTES, unlisted, type FreePart, type PoolPositions, type PositionVenue } from './positions.ts'

/** Positions between two ticks of 0.01 %, owned by an NFT each, as in Orca Whirlpools and Raydium CLMM. */

export interface TickLayout {
  /** Offset of the active liquidity in a pool, before the square root of the price (64 fractional bits) and the tick. */
  readonly activeAt: number
  readonly position: {
    readonly size: number
    readonly poolAt: number
    /** The fields that are read. The offsets are from its start. */
    readonly slice: Slice
    readonly nft: number
    readonly liquidity: number
    /** The lower tick, before the upper. */
    readonly ticks: number
  }
  /** Absent if the program itself locks no positions. */
  readonly locks?: {
    readonly type: string
    /** Addresses of the positions from which nothing can be withdrawn. Null if the endpoint refused, undefined if there are too many. */
    readonly list: (node: SolanaNode, program: string, pool: string, signal: AbortSignal) => Promise<ReadonlySet<string> | null | undefined>
  }
}

interface Position extends TickRange {
  readonly address: string
  readonly nft: string
}
interface Price {
  readonly active: bigint
  /** Square root of raw units of the second token for one of the first. */
  readonly root: number
  readonly tick: number
}

interface Locked {
  readonly locked: ReadonlySet<string>
  readonly type: string
}

const ROOT_UNIT = 2 ** 64
const PRICE_BYTES = 16 + 16 + 4

export function tickVenue(layout: TickLayout): PositionVenue {
  return {
    async read(node, { address: pool, program }, _at, signal) {
      const slice = { offset: layout.activeAt, length: PRICE_BYTES }
      // Swaps move the price of a busy pool all the time, so it is read together with the positions.
      const [list, locked, [account]] = await Promise.all([
        answeredOrNull(listPositions(node, program, pool, layout.position, signal), signal),
        layout.locks?.list(node, program, pool, signal) ?? new Set<string>(),
        readAccounts(node, [pool], signal, slice),
      ])
      if (list == null) return unlisted(pool, list)
      if (locked == null) return unlisted(pool, locked)
      const price = account == null ? null : readPrice(account.data)
      return price === null ? null : split(list, price, { locked, type: layout.locks?.type ?? '' })
    },
  }
}

async function listPositions(
  node: SolanaNode,
  program: string,
  pool: string,
  { size, poolAt, slice, nft: nftAt, liquidity: liquidityAt, ticks: ticksAt }: TickLayout['position'],
  signal: AbortSignal,
): Promise<Position[] | undefined> {
  const accounts = await readProgramSlices(node, program, { offset: poolAt, address: pool, size }, { slice, maxBytes: MAX_LIST_BYTES }, signal)
  return accounts?.flatMap(({ address, data }) => {
    const nft = new ByteReader(data, nftAt).pubkey()
    const liquidity = new ByteReader(data, liquidityAt).u128()
    const ticks = new ByteReader(data, ticksAt)
    const [lower, upper] = [ticks.i32(), ticks.i32()]
    return nft === null || liquidity === null || lower === null || upper === null ? [] : [{ address, nft, liquidity, lower, upper }]
  })
}

function readPrice(data: Uint8Array): Price | null {
  const reader = new ByteReader(data)
  const [active, root, tick] = [reader.u128(), reader.u128(), reader.i32()]
  return active === null || root === null || tick === null ? null : { active, root: Number(root) / ROOT_UNIT, tick }
}

/** Null if no position is worth anything. */
function split(positions: readonly Position[], { active, root, tick }: Price, { locked, type }: Locked): PoolPositions | null {
  const valued = positions.map((position) => ({ position, value: valueOf(position, root) }))
  const whole = valued.reduce((sum, { value }) => sum + value, 0)
  if (!(whole > 0)) return null
  const locks: LiquidityLock[] = []
  const free: FreePart[] = []
  for (const { position, value } of valued) {
    const pct = (value / whole) * 100
    if (!locked.has(position.address)) free.push({ nft: position.nft, pct })
    else if (pct > 0) locks.push({ percentage: pct, type, unlockAt: null })
  }
  const open = positions.filter(({ lower, upper }) => lower <= tick && tick < upper).reduce((sum, { liquidity }) => sum + liquidity, 0n)
  return { locks, free, unexplained: differencePct(open, active) }
}

/** How far two amounts are apart, in percent of the larger one. */
function differencePct(a: bigint, b: bigint): number {
  const [less, more] = a < b ? [a, b] : [b, a]
  return more === 0n ? 0 : (1 - Number(less) / Number(more)) * 100
}
