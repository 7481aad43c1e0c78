import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { SuiNode } from '../../rpc/node.ts'
import { OWNER_KIND, readObjects } from '../../rpc/objects.ts'
import type { SuiTransaction } from '../../transaction/transaction.ts'

/** Depth to which owners are followed. */
const MAX_OWNER_DEPTH = 4

/**
 * A token's coins inside objects. The ledger names the owner of such a coin, for example a dynamic field, and keeps no balance for it. The coins belong
 * to the outermost object, as an explorer shows it. Mutable: following adds what later transactions change.
 */
export class NestedCoins {
  /** By outermost object. */
  readonly sums = new Map<Address, bigint>()
  /** Outermost objects by owner of a coin. */
  readonly #roots = new Map<Address, Address>()
  readonly #node: SuiNode
  /** The last checkpoint whose changes are in the sums. */
  #at: number

  constructor(node: SuiNode, at: number) {
    this.#node = node
    this.#at = at
  }

  rootOf(owner: Address): Address {
    return this.#roots.get(owner) ?? owner
  }

  /** Finds the outermost objects of owners. An owner that no longer exists stands for itself. */
  async findRoots(owners: readonly Address[], signal: AbortSignal): Promise<void> {
    const roots = new Map(owners.filter((owner) => !this.#roots.has(owner)).map((owner) => [owner, owner]))
    for (let depth = 0; depth < MAX_OWNER_DEPTH && roots.size > 0; depth++) {
      const parents = await readObjects(this.#node, [...roots.values()], signal)
      let climbed = false
      for (const [owner, root] of roots) {
        const parent = parents.get(root)?.owner
        if (parent?.kind !== OWNER_KIND.object || parent.address === null) continue
        roots.set(owner, parent.address as Address)
        climbed = true
      }
      if (!climbed) break
    }
    for (const [owner, root] of roots) this.#roots.set(owner, root)
  }

  /** Adds raw units of an owner whose root was found, and returns the root. */
  add(owner: Address, raw: bigint): Address {
    const root = this.rootOf(owner)
    this.sums.set(root, (this.sums.get(root) ?? 0n) + raw)
    return root
  }

  /** Adds the changes of complete checkpoints up to `to` that are not in the sums. Returns the changed roots. */
  async follow(transactions: readonly SuiTransaction[], coin: Address, to: number, signal: AbortSignal): Promise<Address[]> {
    const changes = transactions.flatMap((tx) => nestedChanges(tx, coin).map((change) => ({ ...change, checkpoint: tx.checkpoint ?? 0 })))
    await this.findRoots(
      changes.map(({ owner }) => owner),
      signal,
    )
    for (const { owner, raw, checkpoint } of changes) if (checkpoint > this.#at) this.add(owner, raw)
    this.#at = Math.max(this.#at, to)
    return [...new Set(changes.map(({ owner }) => this.rootOf(owner)))]
  }
}

/** Changes of coins that are inside objects. */
export const nestedChanges = ({ changes, objectOwners }: SuiTransaction, coin: Address) =>
  (changes ?? []).filter((change) => change.coin === coin && objectOwners.has(change.owner))
