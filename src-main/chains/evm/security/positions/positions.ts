import { parseAbi } from 'viem'
import managers from '../../../../../resources/scan/evm-position-managers.json' with { type: 'json' }
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { BlockRef } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { isComplete, valueOf } from '../../../security/concentrated.ts'
import type { Node } from '../../rpc/node.ts'
import { BURNED, MINTED, readHistory, ROOT_BITS, type Addition, type Range } from '../liquidity/concentrated.ts'
import { pastLogs } from '../liquidity/past-logs.ts'

/** Owners of the liquidity in a concentrated pool: owners of ranges, and of the NFTs that represent ranges. */

export interface Position {
  readonly owner: Address
  /** Raw units of the pool's second token, with the precision of a double. */
  readonly value: number
  /** The NFT of the position; null for a range that its owner holds directly in the pool. */
  readonly nft: { readonly manager: Address; readonly id: bigint } | null
}

export type Positions = { readonly ok: true; readonly positions: readonly Position[] } | { readonly ok: false; readonly why: string }

const poolAbi = parseAbi(['function slot0() view returns (uint160, int24)', 'function liquidity() view returns (uint128)'])
const managerAbi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function positions(uint256) view returns (uint96, address, address, address, int24, int24, int24, uint128)',
])
/** IncreaseLiquidity(uint256,uint128,uint256,uint256): https://github.com/Uniswap/v3-periphery/blob/main/contracts/interfaces/INonfungiblePositionManager.sol. */
const INCREASED = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'
/** Additions at most this many blocks apart share one query, which covers at most `MAX_SPAN_BLOCKS`. */
const NEAR_BLOCKS = 200
const MAX_SPAN_BLOCKS = 2_000
const SPAN_CONCURRENCY = 4
const MAX_NFTS = 5_000
export const INCOMPLETE_EVENTS = "The pool's events do not add up to the liquidity it reports, so not every owner is known."

export async function readPositions(
  node: Node,
  network: NetworkId,
  pool: Address,
  born: number,
  at: BlockRef,
  signal: AbortSignal,
): Promise<Positions> {
  const no = (why: string): Positions => ({ ok: false, why })
  try {
    const [logs, [slot0, active]] = await Promise.all([
      pastLogs(node, { addresses: [pool], topics: [[MINTED, BURNED]] }, born, at.number, signal),
      node.multicall.read(
        ['slot0', 'liquidity'].map((name) => ({ to: pool, abi: poolAbi, name })),
        at.number,
        signal,
      ),
    ])
    const [rootPrice, tick] = Array.isArray(slot0) ? (slot0 as readonly unknown[]) : []
    if (typeof rootPrice !== 'bigint' || typeof tick !== 'number' || typeof active !== 'bigint') return no('The pool does not report its price.')
    const { ranges, additions } = readHistory(logs)
    if (!isComplete(ranges, tick, active)) return no(INCOMPLETE_EVENTS)
    const root = Number(rootPrice) / 2 ** ROOT_BITS
    const held = new Set(managers.filter((row) => row.network === network).map(({ address }) => address))
    const own = ranges.filter(({ owner }) => !held.has(owner))
    const inManagers = ranges.filter(({ owner }) => held.has(owner))
    const positions: Position[] = own.map((range) => ({ owner: range.owner, value: valueOf(range, root), nft: null }))
    for (const manager of new Set(inManagers.map(({ owner }) => owner))) {
      const expected = inManagers.filter(({ owner }) => owner === manager)
      const ids = await nftsOf(
        node,
        manager,
        additions.filter(({ owner }) => owner === manager),
        signal,
      )
      if (ids.length > MAX_NFTS) return no(`Its liquidity is spread over more than ${MAX_NFTS} positions.`)
      const nfts = await readNfts(node, manager, ids, at, signal)
      if (!covers(nfts, expected)) return no(INCOMPLETE_EVENTS)
      positions.push(...nfts.map((nft) => ({ owner: nft.owner, value: valueOf(nft, root), nft: { manager, id: nft.id } })))
    }
    return { ok: true, positions }
  } catch (error) {
    return positionsUnknown(error, signal)
  }
}

/** The reason for a failure of the endpoint. @throws every other error, and any error after an abort */
export function positionsUnknown(error: unknown, signal: AbortSignal): Extract<Positions, { ok: false }> {
  if (signal.aborted || !(error instanceof AppError)) throw error
  return { ok: false, why: error.say }
}

/** NFTs of the additions: the manager's event has the same liquidity and amounts in the same transaction. */
async function nftsOf(node: Node, manager: Address, additions: readonly Addition[], signal: AbortSignal): Promise<bigint[]> {
  const known = new Set(additions.map(({ tx, amounts }) => `${tx} ${amounts}`))
  const ids = await mapLimited(spansOf(additions.map(({ block }) => block)), SPAN_CONCURRENCY, async ({ from, to }) => {
    const logs = await pastLogs(node, { addresses: [manager], topics: [INCREASED] }, from, to, signal)
    return logs.flatMap(({ topics, data, transactionHash }) =>
      topics[1] !== undefined && known.has(`${transactionHash} ${data.slice(2)}`) ? [BigInt(topics[1])] : [],
    )
  })
  return [...new Set(ids.flat())]
}

/** Groups blocks into few ranges. */
function spansOf(blocks: readonly number[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  for (const block of [...blocks].sort((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last !== undefined && block - last.to <= NEAR_BLOCKS && block - last.from < MAX_SPAN_BLOCKS) last.to = block
    else spans.push({ from: block, to: block })
  }
  return spans
}

type Nft = Range & { readonly id: bigint }

async function readNfts(node: Node, manager: Address, ids: readonly bigint[], at: BlockRef, signal: AbortSignal): Promise<Nft[]> {
  const answers = await node.multicall.read(
    ids.flatMap((id) => ['positions', 'ownerOf'].map((name) => ({ to: manager, abi: managerAbi, name, args: [id] }))),
    at.number,
    signal,
  )
  return ids.flatMap((id, i): Nft[] => {
    const [position, owner] = answers.slice(i * 2, i * 2 + 2)
    if (!Array.isArray(position) || typeof owner !== 'string') return []
    const [lower, upper, liquidity] = (position as readonly unknown[]).slice(5)
    if (typeof lower !== 'number' || typeof upper !== 'number' || typeof liquidity !== 'bigint' || liquidity === 0n) return []
    return [{ id, owner: owner.toLowerCase() as Address, lower, upper, liquidity }]
  })
}

/** Whether the NFTs add up to the manager's liquidity in each range. */
function covers(nfts: readonly Nft[], ranges: readonly Range[]): boolean {
  return ranges.every(({ lower, upper, liquidity }) => {
    const same = nfts.filter((nft) => nft.lower === lower && nft.upper === upper)
    return same.reduce((sum, nft) => sum + nft.liquidity, 0n) === liquidity
  })
}
