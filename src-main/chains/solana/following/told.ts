import { z } from 'zod'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { request } from '../../rpc/request.ts'
import type { SolanaNode } from '../rpc/node.ts'
import type { Mention } from '../reading/history.ts'

/** What was told of blocks that are confirmed and not final yet: any of it may still vanish, and some may turn up late. */
export class ToldSlots {
  private readonly slots = new Map<string, number>()
  private touched: { readonly slot: number; readonly owners: readonly Address[] }[] = []

  add(mentions: readonly Mention[]): void {
    for (const { signature, slot } of mentions) this.slots.set(signature, slot)
  }

  touch(slot: number, owners: readonly Address[]): void {
    if (owners.length > 0) this.touched.push({ slot, owners })
  }

  /** Transactions that are final by now, or should be. */
  upTo(slot: number): [signature: string, slot: number][] {
    return [...this.slots].filter(([, told]) => told <= slot)
  }

  /** First slot of those listed that was told without them; null when all were told. */
  late(listed: readonly Mention[]): number | null {
    const missed = listed.filter((mention) => this.slots.get(mention.signature) !== mention.slot)
    return missed.reduce<number | null>((least, { slot }) => (least === null || slot < least ? slot : least), null)
  }

  forgetFinal(slot: number): void {
    for (const [signature, told] of this.slots) if (told <= slot) this.slots.delete(signature)
    this.touched = this.touched.filter((one) => one.slot > slot)
  }

  /** Takes back everything from a slot on; answers the transactions that had been told there, and the owners with their balances. */
  withdraw(from: number): { readonly signatures: readonly string[]; readonly owners: readonly Address[] } {
    const signatures = [...this.slots].flatMap(([signature, told]) => (told >= from ? [signature] : []))
    for (const signature of signatures) this.slots.delete(signature)
    const owners = this.touched.filter((one) => one.slot >= from).flatMap((one) => one.owners)
    this.touched = this.touched.filter((one) => one.slot < from)
    return { signatures, owners }
  }
}

/** Most that one call takes. */
const STATUSES_A_CALL = 256

const status = z.object({ slot: z.int(), err: z.unknown() }).nullable()
type Status = z.output<typeof status>
const statuses = z.object({ value: z.array(status) })

/** First slot whose told transactions are not in the chain, or in another slot of it; null when all stand. */
export async function firstVanished(
  node: SolanaNode,
  told: readonly (readonly [signature: string, slot: number])[],
  signal: AbortSignal,
): Promise<number | null> {
  const signatures = told.map(([signature]) => signature)
  const found = await statusesOf(node, signatures, signal)
  const gone = told.flatMap(([, slot], i) => {
    const now = found[i] ?? null
    if (now !== null && now.slot === slot && now.err === null) return []
    return [now === null ? slot : Math.min(slot, now.slot)]
  })
  return gone.length === 0 ? null : Math.min(...gone)
}

/** Those of the transactions that are in the chain and did not fail, each with the slot in which it stands now. */
export async function standing(node: SolanaNode, signatures: readonly string[], signal: AbortSignal): Promise<Mention[]> {
  const found = await statusesOf(node, signatures, signal)
  return signatures.flatMap((signature, i) => {
    const now = found[i] ?? null
    return now === null || now.err !== null ? [] : [{ signature, slot: now.slot, failed: false, time: null }]
  })
}

/** In the order asked; null for a transaction that the node does not know. */
async function statusesOf({ rpc }: SolanaNode, signatures: readonly string[], signal: AbortSignal): Promise<Status[]> {
  const found: Status[] = []
  for (let i = 0; i < signatures.length; i += STATUSES_A_CALL) {
    const part = signatures.slice(i, i + STATUSES_A_CALL)
    const { value } = await request(rpc, statuses, 'getSignatureStatuses', [part, { searchTransactionHistory: true }], signal)
    for (let k = 0; k < part.length; k++) found.push(value[k] ?? null)
  }
  return found
}
