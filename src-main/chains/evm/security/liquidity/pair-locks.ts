import { parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { percentOf } from '../../../../../src-shared/domain/amount.ts'
import type { LiquidityLock, OwnerShares } from '../../../security/facts.ts'
import { addressInTopic } from '../../encoding/words.ts'
import { readContracts, type Scan } from '../scan.ts'
import { TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { BURNS, lockerAt, seconds } from './lockers.ts'
import { pastLogs } from './past-logs.ts'
import { ZERO_ADDRESS } from '../../encoding/zero-address.ts'

/** The shares of a pair's LP tokens that are burned, locked (with unlock dates) or free to be withdrawn. */

const pairAbi = parseAbi(['function totalSupply() view returns (uint256)', 'function balanceOf(address) view returns (uint256)'])
const uncxAbi = parseAbi([
  'function getNumLocksForToken(address) view returns (uint256)',
  'function tokenLocks(address, uint256) view returns (uint256 lockDate, uint256 amount, uint256 initialAmount, uint256 unlockDate, uint256 lockId, address owner)',
])
const pinkAbi = parseAbi([
  'struct Lock { uint256 id; address token; address owner; uint256 amount; uint256 lockDate; uint256 tgeDate; uint256 tgeBps; uint256 cycle; uint256 cycleBps; uint256 unlockedAmount; string description; }',
  'function getLocksForToken(address, uint256, uint256) view returns (Lock[])',
])
const MAX_LOCKS = 20
/** MINIMUM_LIQUIDITY, which a v2 pair burns at its first mint: https://github.com/Uniswap/v2-core/blob/master/contracts/UniswapV2Pair.sol. */
const MINIMUM_LIQUIDITY = 1_000n

interface LpOwners {
  readonly supply: bigint
  readonly balances: ReadonlyMap<Address, bigint>
}

/**
 * Owners of a pair's LP tokens, replayed from their transfers; null for a pair without liquidity.
 *
 * @throws AppError when the endpoint does not return the transfers
 */
export async function ownersOf(scan: Scan, pair: Address, from: number): Promise<LpOwners | null> {
  const [logs, [supply, burned]] = await Promise.all([
    pastLogs(scan, { addresses: [pair], topics: [TRANSFER_TOPIC] }, from),
    readContracts(scan, [
      { to: pair, abi: pairAbi, name: 'totalSupply' },
      { to: pair, abi: pairAbi, name: 'balanceOf', args: [ZERO_ADDRESS] },
    ]),
  ])
  if (typeof supply !== 'bigint' || supply <= MINIMUM_LIQUIDITY) return null
  const balances = new Map<Address, bigint>()
  const add = (topic: string | undefined, raw: bigint): void => {
    if (topic === undefined) return
    const owner = addressInTopic(topic)
    balances.set(owner, (balances.get(owner) ?? 0n) + raw)
  }
  for (const { topics, data } of logs) {
    const raw = BigInt(data === '0x' ? '0x0' : data.slice(0, 66))
    add(topics[1], -raw)
    add(topics[2], raw)
  }
  // Mints come from the zero address and withdrawals go to it. Its balance beyond MINIMUM_LIQUIDITY was sent there, and nobody can withdraw it.
  balances.set(ZERO_ADDRESS, typeof burned === 'bigint' ? burned - MINIMUM_LIQUIDITY : 0n)
  return { supply: supply - MINIMUM_LIQUIDITY, balances }
}

export async function locksOfPair(scan: Scan, pair: Address, { supply, balances }: LpOwners): Promise<OwnerShares> {
  const { network, at } = scan
  const locks: LiquidityLock[] = []
  let free: { owner: Address; raw: bigint } | null = null
  for (const [owner, raw] of balances) {
    if (raw <= 0n) continue
    const locker = lockerAt(network, owner)
    if (BURNS.has(owner)) locks.push({ percentage: percentOf(raw, supply), type: 'burn', unlockAt: null })
    else if (locker !== undefined) {
      const dated = await datesOf(scan, { ...locker, address: owner }, pair)
      // An expired lock does not prevent a withdrawal.
      const held = dated === null ? [{ raw, unlockAt: null }] : dated.filter(({ unlockAt }) => unlockAt > at.time)
      for (const part of held)
        locks.push({ percentage: percentOf(part.raw < raw ? part.raw : raw, supply), type: locker.locker, unlockAt: part.unlockAt })
    } else if (free === null || raw > free.raw) free = { owner, raw }
  }
  locks.sort((a, b) => b.percentage - a.percentage)
  const locked = locks.reduce((sum, { percentage }) => sum + percentage, 0)
  return {
    lockedPct: Math.min(100, locked),
    locks: locks.slice(0, MAX_LOCKS),
    largestFreePct: free === null ? 0 : percentOf(free.raw, supply),
    largestFreeOwner: free?.owner ?? null,
  }
}

/** Unlock dates if the locker's layout is known; null otherwise. */
async function datesOf(
  scan: Scan,
  locker: { readonly address: Address; readonly layout: string | null },
  pair: Address,
): Promise<{ raw: bigint; unlockAt: number }[] | null> {
  if (locker.layout === 'uncx_v2') {
    const [count] = await readContracts(scan, [{ to: locker.address, abi: uncxAbi, name: 'getNumLocksForToken', args: [pair] }])
    if (typeof count !== 'bigint') return null
    const indexes = [...Array(Math.min(MAX_LOCKS, Number(count))).keys()]
    const rows = await readContracts(
      scan,
      indexes.map((i) => ({ to: locker.address, abi: uncxAbi, name: 'tokenLocks', args: [pair, BigInt(i)] })),
    )
    return rows.flatMap((row) => (Array.isArray(row) ? [{ raw: row[1] as bigint, unlockAt: seconds(row[3]) }] : []))
  }
  if (locker.layout === 'pinklock') {
    const args = [pair, 0n, BigInt(MAX_LOCKS)]
    const [rows] = await readContracts(scan, [{ to: locker.address, abi: pinkAbi, name: 'getLocksForToken', args }])
    if (!Array.isArray(rows)) return null
    return (rows as { amount: bigint; unlockedAmount: bigint; tgeDate: bigint }[]).map(({ amount, unlockedAmount, tgeDate }) => ({
      raw: amount - unlockedAmount,
      unlockAt: seconds(tgeDate),
    }))
  }
  return null
}
