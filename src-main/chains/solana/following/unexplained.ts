import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Mention } from '../reading/transactions/history.ts'
import { mergeMentions } from '../reading/transactions/pages.ts'
import type { Transactions } from '../reading/transactions/transactions.ts'
import type { SolanaNode } from '../rpc/node.ts'
import type { ReadTransaction } from '../reading/transactions/read-transaction.ts'
import { newestStates, type AnnouncedState } from './changed-accounts.ts'
import { listMentions } from './token-rows.ts'

/** Where transactions are searched, and for which token. */
interface Sources {
  readonly node: SolanaNode
  readonly transactions: Transactions
  readonly token: Address
  readonly signal: AbortSignal
}

/** An announced state of an account. */
interface Change extends AnnouncedState {
  /** Newest confirmed slot when the change was first seen. */
  readonly seenAt: number
}

export interface Explanation {
  /** Transactions found only in the accounts' own histories. */
  readonly found: readonly Mention[]
  readonly explained: ReadonlySet<Change>
}

/** What a transaction left in an account. */
type Step = Pick<ReadTransaction, 'slot'> & Pick<ReadTransaction['tokens'][number], 'before' | 'after'>
/** The known transactions of each account, in chain order. */
type Steps = ReadonlyMap<string, readonly Step[]>

/** Accounts searched per round. One transaction often explains several, because a transfer changes two accounts. */
const ACCOUNTS_PER_ROUND = 40
const ROUNDS_PER_PASS = 5
/** Maximum number of accounts with pending changes, as in {@link ChangedAccounts}. */
const MAX_PENDING = 50_000

/**
 * Accounts of the token with a change that no known transaction explains. A transaction explains a change if it leaves in the account what was
 * announced, since another one of the same slot may not be known. A node may announce a change before it lists the transaction, and more accounts
 * may change than one pass can search. They stay pending for later passes, and expired changes are counted.
 */
export class UnexplainedAccounts {
  readonly #pending = new Map<string, readonly Change[]>()
  #expired = 0

  get size(): number {
    return this.#pending.size
  }

  /** Number of changes for which no transaction was found in time. */
  get missed(): number {
    return this.#expired
  }

  add(changed: ReadonlyMap<string, readonly AnnouncedState[]>, head: number): void {
    for (const [account, states] of changed) {
      const known = this.#pending.get(account)
      if (known === undefined && this.#pending.size >= MAX_PENDING) this.#expired += states.length
      else this.#pending.set(account, newestStates([...(known ?? []), ...states.map((state) => ({ ...state, seenAt: head }))]))
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
    const changes = [...this.#pending.values()].flat()
    if (changes.length === 0) return { found: [], explained: new Set() }
    const first = changes.reduce((least, { slot }) => Math.min(least, slot), Number.POSITIVE_INFINITY)
    let mentions = known.filter(({ slot }) => slot >= first)
    let found: readonly Mention[] = []
    let steps = stepsOf(token, await transactions.read(mentions, signal))
    const isOpen = (account: string): boolean => !this.#isExplained(account, steps) || hasGap(steps.get(account) ?? [])
    let queue = [...this.#pending.keys()].filter(isOpen)
    for (let rounds = 0; rounds < ROUNDS_PER_PASS && queue.length > 0; rounds++) {
      const round = queue.slice(0, ACCOUNTS_PER_ROUND)
      const listed = await listMentions(node, round, range, signal)
      found = mergeMentions([...found, ...listed.mentions])
      mentions = mergeMentions([...mentions, ...found])
      steps = stepsOf(token, await transactions.read(mentions, signal))
      for (const account of round) this.#requeue(account)
      const rest = queue.slice(ACCOUNTS_PER_ROUND)
      queue = rest.filter(isOpen)
      if (queue.length === rest.length && !round.some((account) => this.#isExplained(account, steps))) break
    }
    const explained = [...this.#pending].flatMap(([account, pending]) => pending.filter((change) => explains(steps.get(account), change)))
    return { found, explained: new Set(explained) }
  }

  #isExplained(account: string, steps: Steps): boolean {
    return this.#pending.get(account)?.every((change) => explains(steps.get(account), change)) ?? true
  }

  /** Removes explained changes, and expires those first seen before a slot. */
  settle(explained: ReadonlySet<Change>, before: number): void {
    for (const [account, changes] of this.#pending) {
      const open = changes.filter((change) => !explained.has(change))
      const left = open.filter(({ seenAt }) => seenAt >= before)
      this.#expired += open.length - left.length
      if (left.length === 0) this.#pending.delete(account)
      else this.#pending.set(account, left)
    }
  }

  /** Moves a searched account to the end of the queue. */
  #requeue(account: string): void {
    const change = this.#pending.get(account)
    if (change === undefined) return
    this.#pending.delete(account)
    this.#pending.set(account, change)
  }
}

function stepsOf(token: Address, read: readonly ReadTransaction[]): Steps {
  const steps = new Map<string, Step[]>()
  for (const { slot, tokens } of read) {
    for (const { account, mint, before, after } of tokens) {
      if (mint !== token) continue
      const known = steps.get(account)
      if (known === undefined) steps.set(account, [{ slot, before, after }])
      else known.push({ slot, before, after })
    }
  }
  return steps
}

const explains = (steps: readonly Step[] | undefined, { slot, raw }: AnnouncedState): boolean =>
  steps?.some((step) => step.slot >= slot && (raw === null || step.after === null || step.after === raw)) === true

/** Whether a transaction found another balance than the one before it left, so that one between them is not known. */
const hasGap = (steps: readonly Step[]): boolean => steps.some(({ before }, i) => i > 0 && before !== steps[i - 1]?.after)
