import { isDeepStrictEqual } from 'node:util'
import { countOf } from '../../../../../src-shared/domain/shown.ts'
import type { Page } from '../../../adapter.ts'
import type { Archive } from '../../../archive/availability.ts'
import { ArchiveFault } from '../../../archive/fault.ts'
import { readFinalizedHead } from '../../../archive/head.ts'
import type { ArchiveAccess } from '../../../archive/request.ts'
import { archiveSource, type ArchiveUse } from '../../../archive/use.ts'
import type { Mention } from '../transactions/history.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'
import { transactionQuery } from './query.ts'
import { archiveThread } from './thread.ts'

/** Archived transactions by signature, with the origin that their pages state. */
export interface Archived {
  readonly transactions: ReadonlyMap<string, ReadTransaction>
  readonly origin: Pick<Page<never>, 'source' | 'remarks' | 'revokes'>
}

/** The node is authoritative, since an archive may lack transactions. */
export interface ArchiveVerifier {
  isKnown(signature: string): boolean
  /** The index of each transaction in its block, by its signature. */
  indexes(mentions: readonly Mention[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>
  /** Null if the node does not return the transaction. */
  read(mention: Mention, index: number, signal: AbortSignal): Promise<ReadTransaction | null>
}

export const NOTHING_ARCHIVED: Archived = { transactions: new Map(), origin: {} }
/** Below this number, the node is as fast. */
const MIN_TRANSACTIONS = 30
/**
 * An archive sends some 4,000 empty slots per request, two requests a second. In the time of one request, a node at ten calls a second
 * returns five transactions (docs/chains.md#archives).
 */
const MAX_SLOTS_PER_TRANSACTION = 400
/** The budget for one list of mentions from an archive. */
const BUDGET = { calls: 500, bytes: 2 ** 30 }
/** Transactions per list that are compared with the node's. */
const SAMPLES = 3

/** Reads transactions that mention given addresses from the network's archive, if it is set, allowed and faster than the node. Mutable. */
export class ArchiveReader {
  readonly #archive: Archive
  readonly #use: ArchiveUse
  readonly #addresses: readonly string[]
  readonly #verifier: ArchiveVerifier
  #host = ''
  #read = 0
  #compared = 0

  /** @param use what the addresses reveal */
  constructor(archive: Archive, use: ArchiveUse, addresses: readonly string[], verifier: ArchiveVerifier) {
    this.#archive = archive
    this.#use = use
    this.#addresses = addresses
    this.#verifier = verifier
  }

  /** The listed transactions that the archive has, once samples agree with the node. */
  async load(listed: readonly Mention[], signal: AbortSignal): Promise<Archived> {
    const mentions = listed.filter(({ signature }) => !this.#verifier.isKnown(signature))
    const slots = mentions.map(({ slot }) => slot)
    const [from, to] = [Math.min(...slots), Math.max(...slots)]
    const access =
      mentions.length < MIN_TRANSACTIONS || to - from > mentions.length * MAX_SLOTS_PER_TRANSACTION ? null : this.#archive.open(this.#use)
    const query = access === null ? null : transactionQuery(this.#addresses)
    if (access === null || query === null) return NOTHING_ARCHIVED
    this.#host = new URL(access.url).host
    const indexes = await this.#verifier.indexes(mentions, signal)
    const slotOf = new Map(mentions.map(({ signature, slot }) => [signature, slot]))
    const found = new Map<string, ReadTransaction>()
    const remarks: string[] = []
    try {
      const last = Math.min(to, (await readFinalizedHead(access, signal)).number)
      if (last < from) return NOTHING_ARCHIVED
      for await (const page of archiveThread.read({ access, query, from, to: last, budget: { ...BUDGET }, indexes }, signal)) {
        for (const one of page) if (slotOf.get(one.signature) === one.slot) found.set(one.signature, one)
      }
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error
      if (error.kind === 'malformed') return this.#distrust(access, `contradicts itself: ${error.message}`)
      if (error.kind === 'unreachable') this.#archive.rest(access, 'unreachable')
      remarks.push(`Transactions were read from the node because the archive failed: ${error.message}.`)
    }
    const equal = await this.#compare(mentions, found, indexes, signal)
    if (equal === null) return this.#distrust(access, 'has a transaction that differs from the node’s')
    if (equal === 0) return { transactions: new Map(), origin: { remarks } }
    this.#read += found.size
    this.#compared += equal
    return { transactions: found, origin: { source: archiveSource(access), remarks } }
  }

  /** Sentences for the job about what was read. */
  summary(): string[] {
    if (this.#read === 0) return []
    const agreement = countOf(this.#compared, 'sample agrees', 'samples agree')
    return [`Read ${countOf(this.#read, 'transaction')} from the archive ${this.#host}; ${agreement} with the node.`]
  }

  #distrust(access: ArchiveAccess, why: string): Archived {
    this.#archive.rest(access, 'wrong')
    this.#read = 0
    const remarks = [`The archive ${this.#host} ${why}. Nothing of it was kept.`]
    return { transactions: new Map(), origin: { remarks, revokes: { source: archiveSource(access), from: 0 } } }
  }

  /** Number of sampled transactions that equal the node's; null if one differs. */
  async #compare(
    mentions: readonly Mention[],
    found: ReadonlyMap<string, ReadTransaction>,
    indexes: ReadonlyMap<string, number>,
    signal: AbortSignal,
  ): Promise<number | null> {
    const there = mentions.filter(({ signature }) => found.has(signature))
    const step = Math.max(1, Math.floor(there.length / SAMPLES))
    const chosen = there.filter((_, i) => i % step === 0).slice(0, SAMPLES)
    let equal = 0
    for (const mention of chosen) {
      const own = await this.#verifier.read(mention, indexes.get(mention.signature) ?? 0, signal)
      if (own === null) continue
      const changed = { ...own, accounts: own.accounts.filter(({ before, after }) => before !== after) }
      if (!isDeepStrictEqual(changed, found.get(mention.signature))) return null
      equal += 1
    }
    return equal
  }
}
