import { z } from 'zod'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { partsOf } from '../../../lib/parts-of.ts'
import { request } from '../../rpc/request.ts'
import type { SolanaNode } from '../rpc/node.ts'
import type { Mention } from '../reading/transactions/history.ts'

/** Transactions emitted from slots that are confirmed but not final. They may still be rolled back, and others may appear late. */
export class EmittedSlots {
  readonly #slots = new Map<string, number>()
  #touched: { readonly slot: number; readonly owners: readonly Address[] }[] = []

  add(mentions: readonly Mention[]): void {
    for (const { signature, slot } of mentions) this.#slots.set(signature, slot)
  }

  touch(slot: number, owners: readonly Address[]): void {
    if (owners.length > 0) this.#touched.push({ slot, owners })
  }

  /** Emitted transactions up to a slot. */
  upTo(slot: number): [signature: string, slot: number][] {
    return [...this.#slots].filter(([, emitted]) => emitted <= slot)
  }

  /** The first slot emitted without one of the listed transactions; null if none is missing. */
  late(listed: readonly Mention[]): number | null {
    const missed = listed.filter((mention) => this.#slots.get(mention.signature) !== mention.slot)
    return missed.reduce<number | null>((least, { slot }) => (least === null || slot < least ? slot : least), null)
  }

  forgetFinal(slot: number): void {
    for (const [signature, emitted] of this.#slots) if (emitted <= slot) this.#slots.delete(signature)
    this.#touched = this.#touched.filter((one) => one.slot > slot)
  }

  /** Rolls back everything from a slot on. Returns the transactions that were emitted there, and the owners whose balances were. */
  rollBack(from: number): { readonly signatures: readonly string[]; readonly owners: readonly Address[] } {
    const signatures = [...this.#slots].flatMap(([signature, emitted]) => (emitted >= from ? [signature] : []))
    for (const signature of signatures) this.#slots.delete(signature)
    const owners = this.#touched.filter((one) => one.slot >= from).flatMap((one) => one.owners)
    this.#touched = this.#touched.filter((one) => one.slot < from)
    return { signatures, owners }
  }
}

/** Limit of getSignatureStatuses (https://solana.com/docs/rpc/http/getsignaturestatuses). */
const STATUSES_PER_CALL = 256

const status = z.object({ slot: z.int(), err: z.unknown() }).nullable()
type Status = z.output<typeof status>
const statuses = z.object({ value: z.array(status) })

/** The first slot with an emitted transaction that vanished from the chain or moved to another slot; null if there is none. */
export async function findFirstVanished(
  node: SolanaNode,
  emitted: readonly (readonly [signature: string, slot: number])[],
  signal: AbortSignal,
): Promise<number | null> {
  const signatures = emitted.map(([signature]) => signature)
  const found = await statusesOf(node, signatures, signal)
  const gone = emitted.flatMap(([, slot], i) => {
    const now = found[i] ?? null
    if (now !== null && now.slot === slot && now.err === null) return []
    return [now === null ? slot : Math.min(slot, now.slot)]
  })
  return gone.length === 0 ? null : Math.min(...gone)
}

/** The transactions that are in the chain and succeeded, with their current slots. */
export async function readConfirmed(node: SolanaNode, signatures: readonly string[], signal: AbortSignal): Promise<Mention[]> {
  const found = await statusesOf(node, signatures, signal)
  return signatures.flatMap((signature, i) => {
    const now = found[i] ?? null
    return now === null || now.err !== null ? [] : [{ signature, slot: now.slot, failed: false, time: null }]
  })
}

/** In the order of the signatures; null for a transaction that the node does not know. */
async function statusesOf({ rpc }: SolanaNode, signatures: readonly string[], signal: AbortSignal): Promise<Status[]> {
  const found: Status[] = []
  for (const part of partsOf(signatures, STATUSES_PER_CALL)) {
    const { value } = await request(rpc, statuses, 'getSignatureStatuses', [part, { searchTransactionHistory: true }], signal)
    found.push(...part.map((_, i) => value[i] ?? null))
  }
  return found
}
