import { compareText } from '../../../src-shared/domain/compare.ts'
import { sliceBlocks } from '../math/order.ts'
import type { FactIndex } from '../fact-index.ts'
import type { Launch } from './launch.ts'

/** Who is behind a contract that buys. */
export interface OwnedContract {
  /** Who holds what it buys. */
  readonly owner: string
  /** Who deployed or owns it, possibly one wallet behind contracts that different wallets use. */
  readonly controller: string
}

/** By contract. */
export type OwnedContracts = ReadonlyMap<string, OwnedContract>
const NONE: OwnedContracts = new Map()

/**
 * Contracts among early buyers that belong to one wallet, such as a sniper's own contract or the proxy of a trading bot (docs/detection.md#snipers):
 * the wallet that the contract names as its owner, the only signer of its swaps, or else its deployer. All its moves outside swaps were with that
 * wallet.
 */
export function findOwnedContracts(index: FactIndex, launch: Launch): OwnedContracts {
  if (!launch.known) return NONE
  const { facts, flows, rules, state } = index
  const early = sliceBlocks(flows.buys, launch.block, Math.max(launch.lastBlock, launch.block + rules.bundler.launch_window_blocks))
  const contracts = [...new Set(early.map(({ wallet }) => wallet))].filter((wallet) => isPlainContract(index, wallet)).sort(compareText)
  if (contracts.length === 0) return NONE
  const isBuyer = new Set(contracts)
  const signersOf = state.accumulate(
    'signers of contracts',
    [contracts.join()],
    flows.swaps,
    () => new Map<string, Set<string | null>>(),
    (signers, { wallet, signer }) => {
      if (isBuyer.has(wallet)) signers.set(wallet, (signers.get(wallet) ?? new Set()).add(signer))
    },
  )
  const controllers = new Map(facts.contractOwners.map((row) => [row.contract as string, row]))
  return new Map(
    contracts.flatMap((contract): [string, OwnedContract][] => {
      const known = controllers.get(contract)
      const { deployerNonce = null } = known ?? {}
      const isService = known === undefined || index.isHub(known.owner) || (deployerNonce ?? 0) > rules.bundler.deployer_max_transactions
      const named = isService ? null : known.owner
      const [first = null, ...others] = signersOf.get(contract) ?? []
      const user = first === null || others.length > 0 || index.isHub(first) ? null : first
      const owner = deployerNonce === null ? (named ?? user) : (user ?? named)
      if (owner === null) return []
      const controller = named ?? owner
      const isOwn = (other: string): boolean => other === owner || other === controller
      const { sent = [], received = [] } = index.movesByAddress.byAddress.get(contract) ?? {}
      return sent.every(({ to }) => isOwn(to)) && received.every(({ from }) => isOwn(from)) ? [[contract, { owner, controller }]] : []
    }),
  )
}

/** A contract that no list names and that has no known role. */
const isPlainContract = ({ labels }: FactIndex, address: string): boolean =>
  labels.kind(address) === 'contract' && labels.policy(address) !== 'hub' && labels.tags(address).every((tag) => tag === 'smart_contract')
