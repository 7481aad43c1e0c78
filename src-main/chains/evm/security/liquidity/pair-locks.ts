import { parseAbi } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { percentOf } from '../../../../../src-shared/domain/amount.ts'
import { isBurnAddress } from '../../../../../src-shared/domain/burn-addresses.ts'
import type { OwnerShares } from '../../../security/facts.ts'
import { addressInTopic } from '../../encoding/words.ts'
import { readContracts, type Scan } from '../scan.ts'
import { TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { readLockedParts } from './locked-parts.ts'
import { lockerAt, sharesAt, type Holding } from './lockers.ts'
import { pastLogs } from './past-logs.ts'
import { ZERO_ADDRESS } from '../../encoding/zero-address.ts'

/** The shares of a pair's LP tokens that are burned, locked (with unlock dates) or free to be withdrawn. */

const pairAbi = parseAbi(['function totalSupply() view returns (uint256)', 'function balanceOf(address) view returns (uint256)'])
/**
 * MINIMUM_LIQUIDITY, which the first mint burns, at the zero address or at 0x…01:
 * https://github.com/Uniswap/v2-core/blob/master/contracts/UniswapV2Pair.sol
 * https://github.com/aerodrome-finance/contracts/blob/main/contracts/Pool.sol
 */
const MINIMUM_LIQUIDITY = 1_000n
const FIRST_BURNS: readonly Address[] = [ZERO_ADDRESS, trustedAddress('0x0000000000000000000000000000000000000001')]

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
  // Mints come from the zero address and withdrawals go to it. Only its balance was sent there, and nobody can withdraw it.
  balances.set(ZERO_ADDRESS, typeof burned === 'bigint' ? burned : 0n)
  const first = FIRST_BURNS.find((address) => (balances.get(address) ?? 0n) >= MINIMUM_LIQUIDITY)
  if (first === undefined) return { supply, balances }
  return { supply: supply - MINIMUM_LIQUIDITY, balances: balances.set(first, (balances.get(first) ?? 0n) - MINIMUM_LIQUIDITY) }
}

/** Parts that a locker lists for a date count for the owner of the lock; what it holds beyond them, nobody is known to be able to withdraw. */
export async function locksOfPair(scan: Scan, pair: Address, { supply, balances }: LpOwners): Promise<OwnerShares> {
  const { network, at } = scan
  const holdings: Holding[] = []
  let rest = supply
  const add = (raw: bigint, owner: Address, lock: Holding['lock']): void => {
    holdings.push({ percentage: percentOf(raw, supply), owner, lock })
    rest -= raw
  }
  for (const [owner, raw] of balances) {
    if (raw <= 0n) continue
    const locker = lockerAt(network, owner)
    const parts = locker === undefined ? null : await readLockedParts(scan, locker, pair)
    if (isBurnAddress(network, owner)) add(raw, owner, { type: 'burn', unlockAt: null })
    else if (locker === undefined) add(raw, owner, null)
    else if (parts === null) add(raw, owner, { type: locker.locker, unlockAt: null })
    else {
      let left = raw
      for (const part of parts) {
        const held = part.raw < left ? part.raw : left
        left -= held
        if (held > 0n) add(held, part.owner, { type: locker.locker, unlockAt: part.unlockAt })
      }
    }
  }
  return sharesAt(at.time, holdings, percentOf(rest > 0n ? rest : 0n, supply))
}
