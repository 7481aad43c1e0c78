import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Mention } from '../reading/transactions/history.ts'
import { mergeMentions } from '../reading/transactions/pages.ts'
import type { Transactions } from '../reading/transactions/transactions.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { listMentions, tokenActivity } from './token-rows.ts'

/** Where transactions are searched, and for which token. */
interface Sources {
  readonly node: SolanaNode
  readonly transactions: Transactions
  readonly token: Address
  readonly signal: AbortSignal
}

interface Change {
  /** Slot of the announcement. */
  readonly slot: number
  /** Newest confirmed slot when the change was first seen. */
  readonly seenAt: number
}

export interface Explanation {
  /** Transactions found only in the accounts' own histories. */
  readonly found: readonly Mention[]
  /** Accounts whose change is explained. */
  readonly explained: ReadonlySet<string>
}

/** Accounts searched per round. One transaction often explains several, because a transfer changes two accounts. */
const ACCOUNTS_PER_ROUND = 40
const ROUNDS_PER_PASS = 5
/** Maximum number of pending changes, as in {@link ChangedAccounts}. */
const MAX_PENDING = 50_000

/**
 * Accounts of the token with a change that no known transaction explains. A node may announce a change before it lists the
 * transaction, and more accounts may change than one pass can search. They stay pending for later passes, and expired ones are
 * counted.
 */
export class UnexplainedAccounts {
  private readonly pending = new Map<string, Change>()
  private expired = 0

  get size(): number {
    return this.pending.size
  }

  /** Number of changes for which no transaction was found in time. */
  get missed(): number {
    return this.expired
  }

  add(changed: ReadonlyMap<string, number>, head: number): void {
    for (const [account, slot] of changed) {
      if (this.pending.size < MAX_PENDING || this.pending.has(account)) this.pending.set(account, { slot, seenAt: head })
      else this.expired += 1
    }
  }

  /**
   * Searches for transactions that mention neither pool nor mint, first among known transactions, then in the histories of the
   * accounts. A round that explains nothing ends the pass, because the node's lists lag behind or the pending changes are too old.
   */
  async explain(
    { node, transactions, token, signal }: Sources,
    known: readonly Mention[],
    range: { from: number; to: number },
  ): Promise<Explanation> {
    const explained = new Set<string>()
    const found: Mention[] = []
    const matchChanges = async (mentions: readonly Mention[]): Promise<void> => {
      for (const read of await transactions.read(mentions, signal)) {
        for (const account of tokenActivity(token, [read]).accounts) {
          const change = this.pending.get(account)
          if (change !== undefined && read.slot >= change.slot) explained.add(account)
        }
      }
    }
    if (this.pending.size === 0) return { found, explained }
    const first = [...this.pending.values()].reduce((least, { slot }) => Math.min(least, slot), Number.POSITIVE_INFINITY)
    await matchChanges(known.filter(({ slot }) => slot >= first))
    let queue = [...this.pending.keys()]
    for (let rounds = 0; rounds < ROUNDS_PER_PASS; rounds++) {
      queue = queue.filter((account) => !explained.has(account))
      const round = queue.splice(0, ACCOUNTS_PER_ROUND)
      if (round.length === 0) break
      const before = explained.size
      const { mentions } = await listMentions(node, round, range, signal)
      found.push(...mentions)
      await matchChanges(mentions)
      for (const account of round) this.requeue(account)
      if (explained.size === before) break
    }
    return { found: mergeMentions(found), explained }
  }

  /** Removes explained changes, and expires those first seen before a slot. */
  settle(explained: ReadonlySet<string>, before: number): void {
    for (const [account, { seenAt }] of this.pending) {
      if (!explained.has(account) && seenAt >= before) continue
      if (!explained.has(account)) this.expired += 1
      this.pending.delete(account)
    }
  }

  /** Moves a searched account to the end of the queue. */
  private requeue(account: string): void {
    const change = this.pending.get(account)
    if (change === undefined) return
    this.pending.delete(account)
    this.pending.set(account, change)
  }
}
