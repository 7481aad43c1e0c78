import { parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { addressInTopic, liveAddressOf } from '../../encoding/words.ts'
import { factoriesOf } from '../../venues/registry.ts'
import { readContracts, type Scan } from '../scan.ts'
import type { Position } from './positions.ts'
import { pastLogs } from '../liquidity/past-logs.ts'

/** Gauges hold liquidity for its owners, who may withdraw it at any time (docs/scan.md#liquidity-and-locks). */

const abi = parseAbi([
  'function factory() view returns (address)',
  'function voter() view returns (address)',
  'function gauges(address) view returns (address)',
  'function balanceOf(address) view returns (uint256)',
  'function stakedContains(address, uint256) view returns (bool)',
])
/** Deposit(address,address,uint256): https://github.com/aerodrome-finance/contracts/blob/main/contracts/interfaces/IGauge.sol. */
const DEPOSITED = '0x5548c837ab068cf56a2c2479df0882a4922fd203edb7517321831d95078c5f62'
/** Deposit(address,uint256,uint128): https://github.com/aerodrome-finance/slipstream/blob/main/contracts/gauge/interfaces/ICLGauge.sol. */
const STAKED = '0x1c8ab8c7f45390d58f58f1d655213a82cca5d12179761a87c16f098813b8f211'

/**
 * The gauge of a pool; null if it has none. The voter of a listed factory names it, so that no other contract can pose as one and state other owners
 * than itself.
 */
export async function gaugeOf(scan: Scan, pool: Address): Promise<Address | null> {
  const ask = async (to: Address, name: string, args: readonly unknown[] = []): Promise<Address | null> =>
    liveAddressOf((await readContracts(scan, [{ to, abi, name, args }]))[0])
  const factory = await ask(pool, 'factory')
  if (factory === null || !factoriesOf(scan.network).has(factory)) return null
  const voter = await ask(factory, 'voter')
  return voter === null ? null : ask(voter, 'gauges', [pool])
}

/** Balances of LP tokens, with those in the gauge counted for the accounts they were deposited for. */
export async function countDeposits(
  scan: Scan,
  gauge: Address,
  balances: ReadonlyMap<Address, bigint>,
  born: number,
): Promise<ReadonlyMap<Address, bigint>> {
  const deposits = await pastLogs(scan, { addresses: [gauge], topics: [DEPOSITED] }, born)
  const accounts = [...new Set(deposits.flatMap(({ topics: [, , to] }) => (to === undefined ? [] : [addressInTopic(to)])))]
  const answers = await readContracts(
    scan,
    accounts.map((account) => ({ to: gauge, abi, name: 'balanceOf', args: [account] })),
  )
  const counted = new Map(balances)
  const add = (owner: Address, raw: bigint): void => void counted.set(owner, (counted.get(owner) ?? 0n) + raw)
  for (const [i, account] of accounts.entries()) {
    const raw = answers[i]
    if (typeof raw !== 'bigint' || raw === 0n) continue
    add(account, raw)
    add(gauge, -raw)
  }
  return counted
}

/** Positions, with those whose NFT is in the gauge counted for the accounts that deposited it. */
export async function countStakes(scan: Scan, gauge: Address, positions: readonly Position[], born: number): Promise<readonly Position[]> {
  if (!positions.some(({ owner }) => owner === gauge)) return positions
  const deposits = await pastLogs(scan, { addresses: [gauge], topics: [STAKED] }, born)
  const depositors = new Map(
    deposits.flatMap(({ topics: [, user, id] }) => (user === undefined || id === undefined ? [] : [[BigInt(id), addressInTopic(user)] as const])),
  )
  const staked = positions.flatMap(({ owner, nft }) => {
    const depositor = owner === gauge && nft !== null ? depositors.get(nft.id) : undefined
    return depositor === undefined || nft === null ? [] : [{ id: nft.id, depositor }]
  })
  const answers = await readContracts(
    scan,
    staked.map(({ id, depositor }) => ({ to: gauge, abi, name: 'stakedContains', args: [depositor, id] })),
  )
  const proven = new Map(staked.flatMap(({ id, depositor }, i) => (answers[i] === true ? [[id, depositor] as const] : [])))
  return positions.map((position) => {
    const depositor = position.owner === gauge && position.nft !== null ? proven.get(position.nft.id) : undefined
    return depositor === undefined ? position : { ...position, owner: depositor }
  })
}
