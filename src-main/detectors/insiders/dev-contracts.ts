import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { isProvenPool } from '../../../src-shared/domain/events.ts'
import { isBurnAddress } from '../../../src-shared/domain/burn-addresses.ts'
import { labelsByBehaviour } from '../labels/behaviour.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import type { FactIndex } from '../fact-index.ts'

/** Contracts that hold the creator's tokens (docs/detection.md#creator), each list by address. */
export interface DevContracts {
  /** Owned by the creator or by the owner of the token. */
  readonly controlled: readonly string[]
  /** Lockers and vesting contracts with tokens that the creator cannot withdraw now. */
  readonly locked: readonly string[]
}

/**
 * Contracts whose tokens all came from the creator, from the owner of the token, or from its mint. If others deposit tokens, as in a staking pool or
 * a fee collector, its holdings are theirs too.
 */
export function findDevContracts(index: FactIndex): DevContracts {
  const { facts, creator, labels, balances, movesByAddress, firstBuys } = index
  if (creator === null) return { controlled: [], locked: [] }
  const { owner, address: token, network } = facts.token
  const controllers = new Set([creator, ...(owner === null || isBurnAddress(network, owner) ? [] : [owner as string])])
  const ownerOf = new Map<string, string>(facts.contractOwners.flatMap((row) => (row.deployerNonce === null ? [[row.contract, row.owner]] : [])))
  const byBehaviour = new Set(labelsByBehaviour(index).flatMap(([address, label]) => (label === 'vesting' ? [address] : [])))
  const pools = new Set<string>(facts.pools.filter(isProvenPool).map(({ address }) => address))
  const isFilledByTeam = (contract: string): boolean => {
    const { received = [], sent = [] } = movesByAddress.byAddress.get(contract) ?? {}
    const isOwn = ({ from }: { readonly from: string }): boolean => controllers.has(from) || isBurnAddress(network, from)
    // If transfers are missing, others may have deposited tokens.
    const isWhole = sumRaw(received.map(({ raw }) => raw)) - sumRaw(sent.map(({ raw }) => raw)) === balances.get(contract)
    return !firstBuys.has(contract) && isWhole && received.every(isOwn)
  }
  const filled = index.holders
    .filter((address) => address !== token && labels.kind(address) === 'contract' && !pools.has(address) && isFilledByTeam(address))
    .sort(compareText)
  const isLock = (address: string): boolean => byBehaviour.has(address) || labels.tags(address).includes('vesting')
  const isOwned = (address: string): boolean =>
    labels.policy(address) !== 'hub' && labels.tags(address).every((tag) => tag === 'smart_contract') && controllers.has(ownerOf.get(address) ?? '')
  return { controlled: filled.filter((address) => !isLock(address) && isOwned(address)), locked: filled.filter(isLock) }
}
