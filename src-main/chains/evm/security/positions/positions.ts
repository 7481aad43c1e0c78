import { parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { isComplete, valueOf } from '../../../security/concentrated.ts'
import { readContracts, type Scan } from '../scan.ts'
import { BURNED, MINTED, readHistory, ROOT_BITS } from '../liquidity/concentrated.ts'
import { pastLogs } from '../liquidity/past-logs.ts'
import { priceCalls, readPrice } from '../liquidity/pool-price.ts'
import { covers, managersOf, nftsOf, readNfts } from './nfts.ts'

/** Owners of the liquidity in a concentrated pool: owners of ranges, and of the NFTs that represent ranges. */

export interface Position {
  readonly owner: Address
  /** Raw units of the pool's second token, with the precision of a double. */
  readonly value: number
  /** The NFT of the position; null for a range that its owner holds directly in the pool. */
  readonly nft: { readonly manager: Address; readonly id: bigint } | null
}

export type Positions = { readonly ok: true; readonly positions: readonly Position[] } | { readonly ok: false; readonly why: string }

const poolAbi = parseAbi(['function liquidity() view returns (uint128)'])
const MAX_NFTS = 5_000
export const INCOMPLETE_EVENTS = "The pool's events do not add up to the liquidity it reports, so not every owner is known."

export async function readPositions(scan: Scan, pool: Address, born: number): Promise<Positions> {
  const no = (why: string): Positions => ({ ok: false, why })
  try {
    const [logs, [slot0, globalState, active]] = await Promise.all([
      pastLogs(scan, { addresses: [pool], topics: [[MINTED, BURNED]] }, born),
      readContracts(scan, [...priceCalls(pool), { to: pool, abi: poolAbi, name: 'liquidity' }]),
    ])
    const price = readPrice([slot0, globalState])
    if (price === null || typeof active !== 'bigint') return no('The pool does not report its price.')
    const { ranges, additions } = readHistory(logs)
    if (!isComplete(ranges, price.tick, active)) return no(INCOMPLETE_EVENTS)
    const root = Number(price.rootPrice) / 2 ** ROOT_BITS
    const listed = managersOf(scan.network)
    const unlisted = ranges.filter(({ owner }) => !listed.some(({ address }) => address === owner))
    const positions: Position[] = unlisted.map((range) => ({ owner: range.owner, value: valueOf(range, root), nft: null }))
    for (const manager of listed) {
      const expected = ranges.filter(({ owner }) => owner === manager.address)
      if (expected.length === 0) continue
      const own = additions.filter(({ owner }) => owner === manager.address)
      const ids = await nftsOf(scan, manager, own)
      if (ids.length > MAX_NFTS) return no(`Its liquidity is spread over more than ${MAX_NFTS} positions.`)
      const nfts = await readNfts(scan, manager, ids)
      if (!covers(nfts, expected)) return no(INCOMPLETE_EVENTS)
      positions.push(...nfts.map((nft) => ({ owner: nft.owner, value: valueOf(nft, root), nft: { manager: manager.address, id: nft.id } })))
    }
    return { ok: true, positions }
  } catch (error) {
    return positionsUnknown(error, scan.signal)
  }
}

/** The reason for a failure of the endpoint. @throws every other error, and any error after an abort */
export function positionsUnknown(error: unknown, signal: AbortSignal): Extract<Positions, { ok: false }> {
  if (signal.aborted || !(error instanceof AppError)) throw error
  return { ok: false, why: error.message }
}
