import { parseAbi } from 'viem'
import managers from '../../../../../resources/scan/evm-pool-managers.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import { isComplete, valueOf } from '../../../security/concentrated.ts'
import { amountsOf, ROOT_BITS } from '../liquidity/concentrated.ts'
import { MODIFIED, readManagedRanges, readPriceSlot, slotsOf, type ManagedRange } from './managed.ts'
import { readContracts, type Scan } from '../scan.ts'
import { pastLogs } from '../liquidity/past-logs.ts'
import { INCOMPLETE_EVENTS, positionsUnknown, type Position, type Positions } from './positions.ts'

/** Owners of the liquidity in a listed manager's pool. */

export const managerAbi = parseAbi(['function extsload(bytes32) view returns (bytes32)'])
const nftAbi = parseAbi(['function ownerOf(uint256) view returns (address)'])
const MAX_NFTS = 5_000

type PoolManager = (typeof managers)[number]

export const poolManagerOf = ({ network, dex, dexVersion }: Pool): PoolManager | undefined =>
  managers.find((row) => row.network === network && row.dex === dex && row.version === dexVersion)

type ManagedPositions =
  | (Extract<Positions, { ok: true }> & {
      /** Raw units of each token in all positions, without uncollected fees. */
      readonly held: readonly [bigint, bigint]
    })
  | Extract<Positions, { ok: false }>

export async function readManagedPositions(scan: Scan, manager: PoolManager, { address: id, createdBlock }: Pool): Promise<ManagedPositions> {
  const pools = trustedAddress(manager.pools)
  try {
    const [logs, [priceSlot, openSlot]] = await Promise.all([
      pastLogs(scan, { addresses: [pools], topics: [MODIFIED, id] }, createdBlock ?? 0),
      readContracts(
        scan,
        slotsOf(id).map((slot) => ({ to: pools, abi: managerAbi, name: 'extsload', args: [slot] })),
      ),
    ])
    if (typeof priceSlot !== 'string' || typeof openSlot !== 'string')
      return { ok: false, why: 'The pool manager does not give access to its storage.' }
    const { rootPrice, tick } = readPriceSlot(BigInt(priceSlot))
    if (rootPrice === 0n) return { ok: false, why: 'The pool manager has no pool with this id.' }
    const ranges = readManagedRanges(logs)
    if (!isComplete(ranges, tick, BigInt(openSlot))) return { ok: false, why: INCOMPLETE_EVENTS }
    const positions = await ownersOf(scan, trustedAddress(manager.positions), ranges, Number(rootPrice) / 2 ** ROOT_BITS)
    if (positions === null) return { ok: false, why: 'The position manager does not report who owns each position.' }
    return { ok: true, positions, held: heldBy(ranges, rootPrice) }
  } catch (error) {
    return positionsUnknown(error, scan.signal)
  }
}

function heldBy(ranges: readonly ManagedRange[], rootPrice: bigint): readonly [bigint, bigint] {
  let [held0, held1] = [0n, 0n]
  for (const range of ranges) {
    const [raw0, raw1] = amountsOf(range, rootPrice)
    held0 += raw0
    held1 += raw1
  }
  return [held0, held1]
}

/** Each range with its owner: the NFT's owner for ranges of the position manager, otherwise the contract that owns the range in the pool. */
async function ownersOf(scan: Scan, holder: Address, ranges: readonly ManagedRange[], root: number): Promise<Position[] | null> {
  const inHolder = ranges.filter(({ owner }) => owner === holder)
  if (inHolder.length > MAX_NFTS) return null
  const owners = await readContracts(
    scan,
    inHolder.map(({ salt }) => ({ to: holder, abi: nftAbi, name: 'ownerOf', args: [salt] })),
  )
  const positions: Position[] = ranges
    .filter(({ owner }) => owner !== holder)
    .map((range) => ({ owner: range.owner, value: valueOf(range, root), nft: null }))
  for (const [i, range] of inHolder.entries()) {
    const owner = owners[i]
    if (typeof owner !== 'string') return null
    positions.push({ owner: trustedAddress(owner.toLowerCase()), value: valueOf(range, root), nft: { manager: holder, id: range.salt } })
  }
  return positions
}
