import { parseAbi } from 'viem'
import managers from '../../../../../resources/scan/evm-position-managers.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { amountsIn, type Addition, type Range } from '../liquidity/concentrated.ts'
import { readContracts, type Scan } from '../scan.ts'
import { pastLogs } from '../liquidity/past-logs.ts'

/** Positions that a listed contract holds in a concentrated pool, each represented by an NFT. */

const ownerAbi = parseAbi(['function ownerOf(uint256) view returns (address)'])
/**
 * The call that returns the ticks and the liquidity of a position last. Algebra's positions have no fee, and since Integral 1.2 the deployer of the pool:
 * https://github.com/Uniswap/v3-periphery/blob/main/contracts/interfaces/INonfungiblePositionManager.sol
 * https://github.com/cryptoalgebra/Algebra/blob/master/src/periphery/contracts/interfaces/INonfungiblePositionManager.sol
 */
const POSITIONS = {
  uniswap: parseAbi(['function positions(uint256) view returns (uint96, address, address, address, int24, int24, int24, uint128)']),
  algebra: parseAbi(['function positions(uint256) view returns (uint88, address, address, address, int24, int24, uint128)']),
  'algebra-integral': parseAbi(['function positions(uint256) view returns (uint88, address, address, address, address, int24, int24, uint128)']),
}
/** IncreaseLiquidity(uint256,uint128,uint256,uint256) of Uniswap, from the same interface. */
const INCREASED = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'
/** IncreaseLiquidity(uint256,uint128,uint128,uint256,uint256,address) of Algebra: the wanted liquidity comes before the actual one. */
const INCREASED_ALGEBRA = '0x8a82de7fe9b33e0e6bca0e26f5bd14a74f1164ffe236d50e0a36c3ea70f2b814'
/** Additions at most this many blocks apart share one query, which covers at most `MAX_SPAN_BLOCKS`. */
const NEAR_BLOCKS = 200
const MAX_SPAN_BLOCKS = 2_000
const SPAN_CONCURRENCY = 4

interface PositionManager {
  readonly address: Address
  readonly layout: keyof typeof POSITIONS
}

export const managersOf = (network: NetworkId): PositionManager[] =>
  managers
    .filter((row) => row.network === network)
    .map((row) => ({ address: trustedAddress(row.address), layout: 'layout' in row ? (row.layout as PositionManager['layout']) : 'uniswap' }))

/** NFTs of the additions: the manager's event has the same liquidity and amounts in the same transaction. */
export async function nftsOf(scan: Scan, { address, layout }: PositionManager, additions: readonly Addition[]): Promise<bigint[]> {
  const [topic, skipped] = layout === 'uniswap' ? [INCREASED, 0] : [INCREASED_ALGEBRA, 1]
  const known = new Set(additions.map(({ tx, amounts }) => `${tx} ${amounts}`))
  const ids = await mapLimited(spansOf(additions.map(({ block }) => block)), SPAN_CONCURRENCY, async ({ from, to }) => {
    const logs = await pastLogs(scan, { addresses: [address], topics: [topic] }, from, to)
    return logs.flatMap(({ topics, data, transactionHash }) =>
      topics[1] !== undefined && known.has(`${transactionHash} ${amountsIn(data, skipped)}`) ? [BigInt(topics[1])] : [],
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

export async function readNfts(scan: Scan, { address, layout }: PositionManager, ids: readonly bigint[]): Promise<Nft[]> {
  const answers = await readContracts(
    scan,
    ids.flatMap((id) => [
      { to: address, abi: POSITIONS[layout], name: 'positions', args: [id] },
      { to: address, abi: ownerAbi, name: 'ownerOf', args: [id] },
    ]),
  )
  return ids.flatMap((id, i): Nft[] => {
    const [position, owner] = answers.slice(i * 2, i * 2 + 2)
    if (!Array.isArray(position) || typeof owner !== 'string') return []
    const [lower, upper, liquidity] = (position as readonly unknown[]).slice(-3)
    if (typeof lower !== 'number' || typeof upper !== 'number' || typeof liquidity !== 'bigint' || liquidity === 0n) return []
    return [{ id, owner: owner.toLowerCase() as Address, lower, upper, liquidity }]
  })
}

/** Whether the NFTs add up to the manager's liquidity in each range. */
export function covers(nfts: readonly Nft[], ranges: readonly Range[]): boolean {
  return ranges.every(({ lower, upper, liquidity }) => {
    const same = nfts.filter((nft) => nft.lower === lower && nft.upper === upper)
    return same.reduce((sum, nft) => sum + nft.liquidity, 0n) === liquidity
  })
}
