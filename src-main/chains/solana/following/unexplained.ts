import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Mention } from '../reading/history.ts'
import { mergeMentions } from '../reading/pages.ts'
import type { Transactions } from '../reading/transactions.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { listMentions, rowsOf } from './read-slots.ts'

/** Where transactions are looked for, and of which token. */
interface Sources {
  readonly node: SolanaNode
  readonly transactions: Transactions
  readonly token: Address
  readonly signal: AbortSignal
}

interface Change {
  /** Slot with which the change was announced. */
  readonly slot: number
  /** Newest confirmed slot when it was first looked at. */
  readonly heard: number
}

export interface Looked {
  /** Transactions that only the accounts' own lists name. */
  readonly found: readonly Mention[]
  /** Accounts whose change is explained now. */
  readonly explained: ReadonlySet<string>
}

/** Accounts whose transactions are listed together: what is found often explains others, for a transfer changes two. */
const ACCOUNTS_A_ROUND = 40
const ROUNDS_A_PASS = 5
/** Changes that wait at one time; about as many as are remembered between two passes. */
const MOST_WAITING = 50_000

/**
 * Accounts of the token that changed while no known transaction says why. A node may announce a change before its lists name
 * the transaction, and more may change at once than can be looked for: they wait for the next passes, and those that are given
 * up are counted.
 */
export class UnexplainedAccounts {
  private readonly waiting = new Map<string, Change>()
  private givenUp = 0

  get size(): number {
    return this.waiting.size
  }

  /** How many changes no transaction was found for in time. */
  get missed(): number {
    return this.givenUp
  }

  add(changed: ReadonlyMap<string, number>, head: number): void {
    for (const [account, slot] of changed) {
      if (this.waiting.size < MOST_WAITING || this.waiting.has(account)) this.waiting.set(account, { slot, heard: head })
      else this.givenUp += 1
    }
  }

  /**
   * Looks for transactions that name neither pool nor mint: in those known, then in the lists of the accounts themselves. A
   * round that explains nothing ends the pass: the node's lists are behind, or those that wait are too old.
   */
  async look({ node, transactions, token, signal }: Sources, known: readonly Mention[], range: { from: number; to: number }): Promise<Looked> {
    const explained = new Set<string>()
    const found: Mention[] = []
    const explain = async (mentions: readonly Mention[]): Promise<void> => {
      for (const read of await transactions.read(mentions, signal)) {
        for (const account of rowsOf(token, [read]).accounts) {
          const change = this.waiting.get(account)
          if (change !== undefined && read.slot >= change.slot) explained.add(account)
        }
      }
    }
    if (this.waiting.size === 0) return { found, explained }
    const first = [...this.waiting.values()].reduce((least, { slot }) => Math.min(least, slot), Number.POSITIVE_INFINITY)
    await explain(known.filter(({ slot }) => slot >= first))
    let queue = [...this.waiting.keys()]
    for (let rounds = 0; rounds < ROUNDS_A_PASS; rounds++) {
      queue = queue.filter((account) => !explained.has(account))
      const round = queue.splice(0, ACCOUNTS_A_ROUND)
      if (round.length === 0) break
      const before = explained.size
      const { mentions } = await listMentions(node, round, range, signal)
      found.push(...mentions)
      await explain(mentions)
      for (const account of round) this.putLast(account)
      if (explained.size === before) break
    }
    return { found: mergeMentions(found), explained }
  }

  /** Drops what is explained and told, and gives up what was heard of before a slot. */
  settle(explained: ReadonlySet<string>, before: number): void {
    for (const [account, { heard }] of this.waiting) {
      if (!explained.has(account) && heard >= before) continue
      if (!explained.has(account)) this.givenUp += 1
      this.waiting.delete(account)
    }
  }

  /** Those that were looked for wait behind those that were not yet. */
  private putLast(account: string): void {
    const change = this.waiting.get(account)
    if (change === undefined) return
    this.waiting.delete(account)
    this.waiting.set(account, change)
  }
}
