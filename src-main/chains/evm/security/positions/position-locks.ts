import { numberToHex, parseAbi } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { isBurnAddress } from '../../../../../src-shared/domain/burn-addresses.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { UNKNOWN_OWNERS, type OwnerShares } from '../../../security/facts.ts'
import { lockEnd } from '../../../security/lock-end.ts'
import { TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { addressTopic } from '../../encoding/words.ts'
import { readContracts, type Scan } from '../scan.ts'
import type { LockedPart } from '../liquidity/locked-parts.ts'
import { lockerAt, sharesAt, type Holding } from '../liquidity/lockers.ts'
import { pastLogs } from '../liquidity/past-logs.ts'
import type { Position } from './positions.ts'

/** The shares of a concentrated pool's value that are burned, locked (with unlock dates) or free to be withdrawn. */

type Nft = NonNullable<Position['nft']>

/** Maximum number of possible lock ids to try from one transaction. */
const MAX_IDS = 8
const uncxAbi = parseAbi([
  'struct Lock { uint256 lock_id; address nftPositionManager; address pool; uint256 nft_id; address owner; address pendingOwner; address additionalCollector; address collectAddress; uint256 unlockDate; uint16 countryCode; uint256 ucf; }',
  'function getLock(uint256) view returns (Lock)',
])

export async function locksOfPositions(scan: Scan, positions: readonly Position[], born: number): Promise<OwnerShares> {
  const { network, at } = scan
  const total = positions.reduce((sum, { value }) => sum + value, 0)
  if (!(total > 0)) return UNKNOWN_OWNERS
  const holdings = await mapLimited(positions, 1, async ({ owner, value, nft }): Promise<Holding> => {
    const percentage = (value / total) * 100
    if (isBurnAddress(network, owner)) return { percentage, owner, lock: { type: 'burn', unlockAt: null } }
    const locker = lockerAt(network, owner)
    if (locker === undefined) return { percentage, owner, lock: null }
    const dated = locker.layout === 'uncx_v3' && nft !== null ? await readUncxLock(scan, owner, nft, born) : null
    return { percentage, owner: dated?.owner ?? owner, lock: { type: locker.locker, unlockAt: dated?.unlockAt ?? null } }
  })
  return sharesAt(at.time, holdings)
}

/**
 * The lock of an NFT in the UNCX locker. The locker has no index by NFT, so the lock id comes from its events in the transaction that deposited
 * the NFT, and the lock itself must name the NFT. Null if either is not available.
 */
async function readUncxLock(scan: Scan, locker: Address, { manager, id }: Nft, born: number): Promise<Omit<LockedPart, 'raw'> | null> {
  async function read(): Promise<Omit<LockedPart, 'raw'> | null> {
    const topics = [TRANSFER_TOPIC, null, addressTopic(locker), numberToHex(id, { size: 32 })]
    const deposit = (await pastLogs(scan, { addresses: [manager], topics }, born)).at(-1)
    if (deposit === undefined) return null
    const { blockNumber, transactionHash } = deposit
    const inBlock = await pastLogs(scan, { addresses: [locker], topics: [] }, blockNumber, blockNumber)
    const lockerLogs = inBlock.filter((log) => log.transactionHash === transactionHash)
    const values = lockerLogs.flatMap(({ topics, data }) => [...topics.slice(1), ...(data.length >= 66 ? [data.slice(0, 66)] : [])])
    const ids = [...new Set(values)].slice(0, MAX_IDS).map((word) => BigInt(word))
    const locks = await readContracts(
      scan,
      ids.map((lock) => ({ to: locker, abi: uncxAbi, name: 'getLock', args: [lock] })),
    )
    const lock = locks.find((one) => isLockOf(one, manager, id))
    if (lock === undefined) return null
    const { owner, unlockDate } = lock as { owner: string; unlockDate: bigint }
    return { owner: trustedAddress(owner.toLowerCase()), unlockAt: lockEnd(unlockDate) }
  }
  return answeredOrNull(read(), scan.signal)
}

function isLockOf(lock: unknown, manager: Address, id: bigint): boolean {
  if (typeof lock !== 'object' || lock === null || !('nft_id' in lock) || !('nftPositionManager' in lock)) return false
  return lock.nft_id === id && String(lock.nftPositionManager).toLowerCase() === manager
}
