import { setTimeout as delay } from 'node:timers/promises'
import type { GrpcTypes } from '@mysten/sui/grpc'
import { contradiction, NodeFault } from '../../node-fault.ts'
import type { GrpcClient } from './grpc.ts'
import { parseGrpcTransaction } from '../transaction/parse.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'

export type TransactionFilter = GrpcTypes.TransactionFilter
type Predicate = GrpcTypes.TransactionLiteral['predicate']

/** Any term may match; within a term all predicates must. */
export const anyOf = (terms: readonly (readonly Predicate[])[], without: readonly Predicate[] = []): TransactionFilter => ({
  terms: terms.map((predicates) => ({
    literals: [...predicates.map((predicate) => ({ negated: false, predicate })), ...without.map((predicate) => ({ negated: true, predicate }))],
  })),
})
export const touchesObject = (objectId: string): Predicate => ({ oneofKind: 'affectedObject', affectedObject: { objectId } })
export const touchesAddress = (address: string): Predicate => ({ oneofKind: 'affectedAddress', affectedAddress: { address } })
export const sentBy = (address: string): Predicate => ({ oneofKind: 'sender', sender: { address } })
export const emits = (eventType: string): Predicate => ({ oneofKind: 'eventType', eventType: { eventType } })

/** What every transaction is asked for: no more than the decoder looks at. */
export const TRANSACTION_FIELDS = [
  'digest',
  'checkpoint',
  'timestamp',
  'transaction_index',
  'transaction.sender',
  'transaction.gas_payment',
  'effects.status',
  'effects.gas_used',
  'effects.changed_objects',
  'events',
  'balance_changes',
]

/** Why a list ended (`QueryEndReason`). */
const END_REASON = { itemLimit: 1, scanLimit: 2, checkpointBound: 3, cursorBound: 4, ledgerTip: 5 } as const
const ITEMS_PER_REQUEST = 500
/** Faults in a row without progress after which a scan gives up. */
const MAX_CONSECUTIVE_FAULTS = 5
/** A node's index trails its newest checkpoint by moments; asked again this often. */
const MAX_TIP_WAITS = 20
const TIP_WAIT_MS = 500

export interface ScanArgs {
  readonly grpc: GrpcClient
  readonly filter: TransactionFilter
  /** Closed range of checkpoints; `to` null: up to the newest. */
  readonly from: number
  readonly to: number | null
  /** Exclusive upper bound in the ledger's own writing, where a subscription began. */
  readonly beforeCursor?: Uint8Array
  readonly signal: AbortSignal
}

/** Checkpoints told completely, in ascending order without gaps. */
export interface CoveredRange {
  readonly from: number
  readonly to: number
  readonly transactions: readonly SuiTransaction[]
}

/** How a scan ended: everything up to the bound, or only to the node's newest indexed checkpoint. `rest`: rows of a checkpoint that is not whole. */
export interface ScanEnd {
  readonly reached: 'bound' | 'tip'
  readonly covered: number
  readonly rest: readonly SuiTransaction[]
}

/**
 * Transactions that match, page by page. Servers end a list early (item or scan limit): it is asked again from the last
 * watermark. After a fault, perhaps at another endpoint, it begins anew after the last whole checkpoint, because cursors
 * are an endpoint's own.
 */
export async function* scanTransactions(args: ScanArgs): AsyncGenerator<CoveredRange, ScanEnd> {
  const { grpc, signal } = args
  const rows = new CheckpointBuffer(args.from)
  let cursor: Uint8Array | undefined
  let faults = 0
  let waits = 0
  for (;;) {
    let reason: number | undefined
    const before = rows.covered
    try {
      for await (const frame of grpc.frames(
        'listTransactions',
        (client, options) => client.ledgerService.listTransactions(buildRequest(args, rows.covered, cursor), options),
        signal,
      )) {
        if (frame.transaction !== undefined) rows.add(readTransaction(frame.transaction, grpc.hosts))
        cursor = frame.watermark?.cursor ?? cursor
        reason = frame.end?.reason ?? reason
        const page = rows.cover(clampToRange(frame.watermark?.checkpoint, args.to))
        if (page !== null) yield page
        faults = 0
      }
    } catch (error) {
      faults += 1
      const again = error instanceof NodeFault && (error.kind === 'unreachable' || error.kind === 'busy')
      if (signal.aborted || !again || faults >= MAX_CONSECUTIVE_FAULTS) throw error
      rows.dropPartial()
      cursor = undefined
      await delay(Math.max((error.waitSeconds ?? 0) * 1_000, TIP_WAIT_MS * faults), undefined, { signal })
      continue
    }
    if (reason === END_REASON.checkpointBound || reason === END_REASON.cursorBound) {
      const page = args.beforeCursor === undefined && args.to !== null ? rows.cover(args.to) : null
      if (page !== null) yield page
      return { reached: 'bound', covered: rows.covered, rest: rows.partial }
    }
    if (reason === END_REASON.ledgerTip) {
      if (args.to !== null && rows.covered >= args.to) return { reached: 'bound', covered: rows.covered, rest: [] }
      if (args.to === null || ++waits > MAX_TIP_WAITS) return { reached: 'tip', covered: rows.covered, rest: rows.partial }
      await delay(TIP_WAIT_MS, undefined, { signal })
    } else if (reason !== END_REASON.itemLimit && reason !== END_REASON.scanLimit) {
      throw contradiction(grpc.hosts, 'a list of transactions ended without its reason')
    } else if (cursor === undefined && rows.covered === before) {
      throw contradiction(grpc.hosts, 'a list of transactions ended early without a place to go on from')
    }
  }
}

function buildRequest(args: ScanArgs, covered: number, after: Uint8Array | undefined): GrpcTypes.ListTransactionsRequest {
  return {
    readMask: { paths: TRANSACTION_FIELDS },
    startCheckpoint: BigInt(after === undefined ? covered + 1 : args.from),
    ...(args.to === null ? {} : { endCheckpoint: BigInt(args.to + 1) }),
    filter: args.filter,
    options: {
      limit: ITEMS_PER_REQUEST,
      ...(after === undefined ? {} : { after }),
      ...(args.beforeCursor === undefined ? {} : { before: args.beforeCursor }),
    },
  }
}

const clampToRange = (checkpoint: bigint | undefined, to: number | null): number | null =>
  checkpoint === undefined ? null : to === null ? Number(checkpoint) : Math.min(Number(checkpoint), to)

export function readTransaction(message: GrpcTypes.ExecutedTransaction, hosts: string): SuiTransaction & { readonly checkpoint: number } {
  const tx = parseGrpcTransaction(message)
  if (tx === null) throw contradiction(hosts, 'a transaction lacks what it was asked for')
  if (tx.checkpoint === null) throw contradiction(hosts, `transaction ${tx.digest} names no checkpoint`)
  return { ...tx, checkpoint: tx.checkpoint }
}

/** Keeps transactions until their checkpoint is whole; what stands twice counts once. */
export class CheckpointBuffer {
  /** The last checkpoint that was told whole. */
  covered: number
  readonly #held = new Map<string, SuiTransaction & { readonly checkpoint: number }>()

  constructor(from: number) {
    this.covered = from - 1
  }

  add(tx: SuiTransaction & { readonly checkpoint: number }): void {
    if (tx.checkpoint > this.covered) this.#held.set(tx.digest, tx)
  }

  /** Everything up to a checkpoint that is whole now; null when that is nothing new. */
  cover(checkpoint: number | null): CoveredRange | null {
    if (checkpoint === null || checkpoint <= this.covered) return null
    const page = { from: this.covered + 1, to: checkpoint, transactions: this.partial.filter((tx) => tx.checkpoint <= checkpoint) }
    for (const { digest } of page.transactions) this.#held.delete(digest)
    this.covered = checkpoint
    return page
  }

  get partial(): readonly (SuiTransaction & { readonly checkpoint: number })[] {
    return [...this.#held.values()]
  }

  dropPartial(): void {
    this.#held.clear()
  }
}
