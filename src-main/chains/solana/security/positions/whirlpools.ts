import { answeredOrNull } from '../../../rpc/answered.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { readProgramSlices } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { tickVenue } from './concentrated.ts'
import { MAX_LIST_BYTES } from './positions.ts'

/**
 * Positions of Orca Whirlpools. The positions of a bundle have the NFT of the bundle. Layouts:
 * https://github.com/orca-so/whirlpools/tree/main/programs/whirlpool/src/state
 */

export const WHIRLPOOLS = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'

/** Size of `LockConfig`, offset of its pool, and its position. All locks are permanent: `LockTypeLabel` has no other. */
const LOCK_SIZE = 241
const LOCKED_POOL_AT = 72
const LOCKED_POSITION = { offset: 8, length: 32 }

export const whirlpools = tickVenue({
  activeAt: 49,
  position: { size: 216, poolAt: 8, slice: { offset: 40, length: 56 }, nft: 0, liquidity: 32, ticks: 48 },
  locks: { type: 'Orca', list: listLocked },
})

async function listLocked(node: SolanaNode, program: string, pool: string, signal: AbortSignal): Promise<ReadonlySet<string> | null | undefined> {
  const match = { offset: LOCKED_POOL_AT, address: pool, size: LOCK_SIZE }
  const list = readProgramSlices(node, program, match, { slice: LOCKED_POSITION, maxBytes: MAX_LIST_BYTES }, signal)
  const locks = await answeredOrNull(list, signal)
  return locks === null || locks === undefined ? locks : new Set(locks.flatMap(({ data }) => new ByteReader(data).pubkey() ?? []))
}
