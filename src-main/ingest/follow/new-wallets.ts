import type { Address } from '../../../src-shared/domain/address.ts'
import type { Funding } from '../../../src-shared/domain/token.ts'
import type { BlockRef } from '../../chains/adapter.ts'
import { monotonicMs, type Clock } from '../../lib/clock.ts'
import { partsOf } from '../../lib/parts-of.ts'
import { readAccountFacts } from '../stages/accounts.ts'
import { readFundingOf, selectWallets, skippedWithoutState } from '../stages/funding/funding.ts'
import { isAfterLaunch, readLaunchFacts } from '../stages/launch-facts.ts'
import { storedToken, type ReadContext } from '../stages/stage.ts'

/** Shortest time between the starts of two passes. What they store makes the records of all tokens of the network stale. */
const EVERY_MS = 60_000
/** Upper bound of wallets per pass. The passes that follow read the others. */
const MAX_WALLETS = 50
/** Balances in one request, as in src-main/ingest/stages/accounts.ts. */
const BALANCES_AT_ONCE = 100

export interface NewWalletsOptions extends Omit<ReadContext, 'head' | 'progress' | 'signal'> {
  readonly clock: Clock
  /** Called after a pass that stored facts. */
  onRead(): void
  /** Called with the error of a failed pass. A later pass tries again. */
  onFault(error: unknown): void
}

interface Pass {
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/**
 * Reads what the blocks of a followed token do not contain about its new wallets: native balances, owners of contracts, first funders and payments;
 * and about its launch, until the launch is over. This takes calls for each wallet, so passes run beside the stream of blocks.
 */
export class NewWallets {
  readonly #options: NewWalletsOptions
  /** Wallets whose facts were requested in this session. Only coins that a wallet did not have then are a reason to request them again. */
  readonly #requested = new Set<Address>()
  #pass: Pass | null = null
  #startedAt = -Infinity
  #isLaunchRead = false
  /** Whether the endpoint lacks the historical state that first funders need. */
  #lacksState = false

  constructor(options: NewWalletsOptions) {
    this.#options = options
  }

  /** Starts a pass unless one is running or was started recently. */
  startPass(): void {
    const now = monotonicMs(this.#options.clock)
    if (this.#pass !== null || now - this.#startedAt < EVERY_MS) return
    this.#startedAt = now
    const abort = new AbortController()
    const ended = this.#read({ ...this.#options, signal: abort.signal, progress: () => undefined })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) this.#options.onFault(error)
      })
      .finally(() => (this.#pass = null))
    this.#pass = { abort, ended }
  }

  /** Stops the running pass, and waits until it writes nothing more. */
  async stop(): Promise<void> {
    this.#pass?.abort.abort()
    await this.ended()
  }

  /** Settles when no pass is running. */
  async ended(): Promise<void> {
    await this.#pass?.ended
  }

  async #read(context: Omit<ReadContext, 'head'>): Promise<void> {
    const head = await newestBlock(context)
    const isOver = await isAfterLaunch(context, head.number)
    if (!this.#isLaunchRead) await readLaunchFacts({ ...context, head })
    const hasRead = await this.#readWallets(context)
    if (hasRead || !this.#isLaunchRead) this.#options.onRead()
    this.#isLaunchRead = isOver
  }

  /** Whether new wallets were read. */
  async #readWallets(context: Omit<ReadContext, 'head'>): Promise<boolean> {
    const { store, token } = context
    const selected = await selectWallets(context)
    const fundings = await store.read.funding({ network: token.network, wallets: selected })
    const known = new Set(fundings.map(({ wallet }) => wallet))
    // Not before the blocks that brought the wallets, which may have been stored since the pass began.
    const at = { ...context, head: await newestBlock(context) }
    const paid = this.#lacksState ? [] : await paidSince(at, fundings)
    const added = [...selected.filter((wallet) => !known.has(wallet) && !this.#requested.has(wallet)), ...paid].slice(0, MAX_WALLETS)
    if (added.length === 0) return false
    await readAccountFacts(at, added)
    if (!this.#lacksState) this.#lacksState = 'state' in (await skippedWithoutState(() => readFundingOf(at, added, selected)))
    for (const wallet of added) this.#requested.add(wallet)
    return true
  }
}

/** Of wallets without a first payment, those that had no coins when they were read and have some now: tokens can reach a wallet before its first coin. */
async function paidSince({ store, adapter, token: { network }, head, signal }: ReadContext, fundings: readonly Funding[]): Promise<Address[]> {
  const unpaid = fundings.flatMap(({ wallet, funder, block }) => (funder === null && block === null ? [wallet] : []))
  const stored = await store.read.nativeBalances({ network, addresses: unpaid })
  const empty = stored.flatMap(({ address, raw }) => (raw === 0n ? [address] : []))
  const paid: Address[] = []
  for (const wallets of partsOf(empty, BALANCES_AT_ONCE)) {
    const balances = await adapter.nativeBalances(wallets, head, signal)
    paid.push(...balances.flatMap(({ address, raw }) => (raw > 0n ? [address] : [])))
  }
  return paid
}

/** The newest stored block. Its hash is unknown. */
async function newestBlock(of: Pick<ReadContext, 'store' | 'token'>): Promise<BlockRef> {
  const { asOf, asOfBlock } = await storedToken(of)
  if (asOfBlock === null) throw new Error('a token can be followed only after it was read')
  return { number: asOfBlock, hash: '', time: asOf }
}
