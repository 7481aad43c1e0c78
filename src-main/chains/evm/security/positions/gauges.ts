import { parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef } from '../../../adapter.ts'
import { addressInTopic } from '../../encoding/words.ts'
import { addressOf } from '../../reading/pools/claims.ts'
import type { ContractCall } from '../../rpc/multicall.ts'
import type { Node } from '../../rpc/node.ts'
import { factoriesOf } from '../../venues/registry.ts'
import type { Position } from './positions.ts'
import { pastLogs } from '../liquidity/past-logs.ts'
import { ZERO_ADDRESS } from '../../encoding/zero-address.ts'

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
export async function gaugeOf(node: Node, network: NetworkId, pool: Address, at: BlockRef, signal: AbortSignal): Promise<Address | null> {
  const ask = async (to: Address, name: string, args: readonly unknown[] = []): Promise<Address | null> => {
    const [answer] = await node.multicall.read([{ to, abi, name, args }], at.number, signal)
    return addressOf(answer)
  }
  const factory = await ask(pool, 'factory')
  if (factory === null || !factoriesOf(network, []).has(factory)) return null
  const voter = await ask(factory, 'voter')
  const gauge = voter === null ? null : await ask(voter, 'gauges', [pool])
  return gauge === ZERO_ADDRESS ? null : gauge
}

/** Balances of LP tokens, with those in the gauge counted for the accounts they were deposited for. */
export async function countDeposits(
  node: Node,
  gauge: Address,
  balances: ReadonlyMap<Address, bigint>,
  born: number,
  at: BlockRef,
  signal: AbortSignal,
): Promise<ReadonlyMap<Address, bigint>> {
  const deposits = await pastLogs(node, { addresses: [gauge], topics: [DEPOSITED] }, born, at.number, signal)
  const accounts = [...new Set(deposits.flatMap(({ topics: [, , to] }) => (to === undefined ? [] : [addressInTopic(to)])))]
  const answers = await node.multicall.read(
    accounts.map((account): ContractCall => ({ to: gauge, abi, name: 'balanceOf', args: [account] })),
    at.number,
    signal,
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
export async function countStakes(
  node: Node,
  gauge: Address,
  positions: readonly Position[],
  born: number,
  at: BlockRef,
  signal: AbortSignal,
): Promise<readonly Position[]> {
  if (!positions.some(({ owner }) => owner === gauge)) return positions
  const deposits = await pastLogs(node, { addresses: [gauge], topics: [STAKED] }, born, at.number, signal)
  const depositors = new Map(
    deposits.flatMap(({ topics: [, user, id] }) => (user === undefined || id === undefined ? [] : [[BigInt(id), addressInTopic(user)] as const])),
  )
  const staked = positions.flatMap(({ owner, nft }) => {
    const depositor = owner === gauge && nft !== null ? depositors.get(nft.id) : undefined
    return depositor === undefined || nft === null ? [] : [{ id: nft.id, depositor }]
  })
  const answers = await node.multicall.read(
    staked.map(({ id, depositor }): ContractCall => ({ to: gauge, abi, name: 'stakedContains', args: [depositor, id] })),
    at.number,
    signal,
  )
  const proven = new Map(staked.flatMap(({ id, depositor }, i) => (answers[i] === true ? [[id, depositor] as const] : [])))
  return positions.map((position) => {
    const depositor = position.owner === gauge && position.nft !== null ? proven.get(position.nft.id) : undefined
    return depositor === undefined ? position : { ...position, owner: depositor }
  })
}
