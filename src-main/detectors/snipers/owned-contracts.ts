import type { FactIndex } from '../fact-index.ts'
import type { Swap } from '../flows/swaps.ts'
import { compareText } from '../math/order.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * Contracts among buyers that one wallet alone uses, such as a sniper's own, each with that wallet. It signed all swaps of the contract, and what
 * came or went without a swap was between the two (docs/detection.md#snipers).
 */
export function findOwnedContracts(index: FactIndex, buys: readonly Swap[]): ReadonlyMap<string, string> {
  const contracts = [...new Set(buys.map(({ wallet }) => wallet))].filter((wallet) => isPlainContract(index, wallet)).sort(compareText)
  if (contracts.length === 0) return NONE
  const isBuyer = new Set(contracts)
  const signersOf = index.state.accumulate(
    'signers of contracts',
    [contracts.join()],
    index.flows.swaps,
    () => new Map<string, Set<string | null>>(),
    (signers, { wallet, signer }) => {
      if (isBuyer.has(wallet)) signers.set(wallet, (signers.get(wallet) ?? new Set()).add(signer))
    },
  )
  return new Map(
    contracts.flatMap((contract): [string, string][] => {
      const [owner = null, ...others] = signersOf.get(contract) ?? []
      if (owner === null || others.length > 0 || index.isHub(owner)) return []
      const { sent = [], received = [] } = index.movesByAddress.byAddress.get(contract) ?? {}
      const isOwn = sent.every(({ to }) => to === owner) && received.every(({ from }) => from === owner)
      return isOwn ? [[contract, owner]] : []
    }),
  )
}

/** A contract that no list names and that has no known role. */
const isPlainContract = ({ labels }: FactIndex, address: string): boolean =>
  labels.kind(address) === 'contract' && labels.policy(address) !== 'hub' && labels.tags(address).every((tag) => tag === 'smart_contract')
