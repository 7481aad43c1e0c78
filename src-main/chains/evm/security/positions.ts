import { parseAbi } from 'viem'
import { z } from 'zod'
import managers from '../../../../resources/scan/evm-position-managers.json' with { type: 'json' }
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { BlockRef } from '../../adapter.ts'
import { ask, inParallel } from '../../ask.ts'
import { toHexNumber } from '../hex.ts'
import type { Node } from '../node.ts'
import { rawLog } from '../raw.ts'
import { BURNED, isWhole, MINTED, readHistory, valueOf, type Addition, type Range } from './concentrated.ts'

/** Who can take the liquidity out of a concentrated pool: owners of ranges, and of the NFTs that stand for ranges. */

export interface Position {
  readonly owner: Address
  /** Raw units of the pool's second token, in the precision of a double. */
  readonly value: number
  /** The NFT that stands for it; null for a range that its owner has in the pool itself. */
  readonly nft: { readonly manager: Address; readonly id: bigint } | null
}

export type Positions = { readonly ok: true; readonly positions: readonly Position[] } | { readonly ok: false; readonly why: string }

const poolAbi = parseAbi(['function slot0() view returns (uint160, int24)', 'function liquidity() view returns (uint128)'])
const managerAbi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function positions(uint256) view returns (uint96, address, address, address, int24, int24, int24, uint128)',
])
const INCREASED = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'
/** Blocks looked through for the NFTs of one pool: one query each. */
const MOST_BLOCKS = 100
const BLOCKS_AT_ONCE = 4
const ROOT_BITS = 96
const NOT_WHOLE = "The pool's events do not add up to the liquidity it tells, so not every owner is known."

export async function readPositions(
  node: Node,
  network: NetworkId,
  pool: Address,
  born: number,
  at: BlockRef,
  signal: AbortSignal,
): Promise<Positions> {
  const no = (why: string): Positions => ({ ok: false, why })
  const logsOf = (query: { address: Address; topics: readonly unknown[]; fromBlock: string; toBlock: string }) =>
    ask(node.rpc, z.array(rawLog), 'eth_getLogs', [query], signal)
  try {
    const [logs, [slot0, active]] = await Promise.all([
      logsOf({ address: pool, topics: [[MINTED, BURNED]], fromBlock: toHexNumber(born), toBlock: toHexNumber(at.number) }),
      node.multicall.read(
        ['slot0', 'liquidity'].map((name) => ({ to: pool, abi: poolAbi, name })),
        at.number,
        signal,
      ),
    ])
    const [rootPrice, tick] = Array.isArray(slot0) ? (slot0 as readonly unknown[]) : []
    if (typeof rootPrice !== 'bigint' || typeof tick !== 'number' || typeof active !== 'bigint') return no('The pool does not tell its price.')
    const { ranges, additions } = readHistory(logs)
    if (!isWhole(ranges, tick, active)) return no(NOT_WHOLE)
    const root = Number(rootPrice) / 2 ** ROOT_BITS
    const held = new Set(managers.filter((row) => row.network === network).map(({ address }) => address))
    const own = ranges.filter(({ owner }) => !held.has(owner))
    const inManagers = ranges.filter(({ owner }) => held.has(owner))
    const positions: Position[] = own.map((range) => ({ owner: range.owner, value: valueOf(range, root), nft: null }))
    for (const manager of new Set(inManagers.map(({ owner }) => owner))) {
      const expected = inManagers.filter(({ owner }) => owner === manager)
      const blocks = [...new Set(additions.filter(({ owner }) => owner === manager).map(({ block }) => block))]
      if (blocks.length > MOST_BLOCKS) return no('Liquidity was added too often to look up who owns each part.')
      const increases = await inParallel(blocks, BLOCKS_AT_ONCE, (block) =>
        logsOf({ address: manager, topics: [[INCREASED]], fromBlock: toHexNumber(block), toBlock: toHexNumber(block) }),
      )
      const ids = idsOf(increases.flat(), additions)
      const told = await readNfts(node, manager, ids, at, signal)
      if (!covers(told, expected)) return no(NOT_WHOLE)
      positions.push(...told.map((nft) => ({ owner: nft.owner, value: valueOf(nft, root), nft: { manager, id: nft.id } })))
    }
    return { ok: true, positions }
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return no(error.say)
  }
}

/** NFTs to which the pool's additions went: same transaction, same liquidity, same amounts. */
function idsOf(increases: readonly z.output<typeof rawLog>[], additions: readonly Addition[]): bigint[] {
  const known = new Set(additions.map(({ tx, amounts }) => `${tx} ${amounts}`))
  const ids = increases.flatMap(({ topics, data, transactionHash }) =>
    topics[1] !== undefined && known.has(`${transactionHash} ${data.slice(2)}`) ? [BigInt(topics[1])] : [],
  )
  return [...new Set(ids)]
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

/** Whether NFTs make up all that the pool keeps for their manager, range by range. */
function covers(nfts: readonly Nft[], ranges: readonly Range[]): boolean {
  return ranges.every(({ lower, upper, liquidity }) => {
    const same = nfts.filter((nft) => nft.lower === lower && nft.upper === upper)
    return same.reduce((sum, nft) => sum + nft.liquidity, 0n) === liquidity
  })
}
