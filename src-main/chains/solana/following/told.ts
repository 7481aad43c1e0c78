import { z } from 'zod'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { ask } from '../../ask.ts'
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

  /** Takes back everything from a slot on; answers the owners whose balances had been told there. */
  withdraw(from: number): Set<Address> {
    for (const [signature, told] of this.slots) if (told >= from) this.slots.delete(signature)
    const owners = new Set(this.touched.filter((one) => one.slot >= from).flatMap((one) => one.owners))
    this.touched = this.touched.filter((one) => one.slot < from)
    return owners
  }
}

const statuses = z.object({ value: z.array(z.object({ slot: z.int(), err: z.unknown() }).nullable()) })
/** Most that one call takes. */
const STATUSES_A_CALL = 256

/** First slot whose told transactions are not in the chain, or in another slot of it; null when all stand. */
export async function firstVanished(
  { rpc }: SolanaNode,
  told: readonly (readonly [signature: string, slot: number])[],
  signal: AbortSignal,
): Promise<number | null> {
  let first: number | null = null
  for (let i = 0; i < told.length; i += STATUSES_A_CALL) {
    const part = told.slice(i, i + STATUSES_A_CALL)
    const signatures = part.map(([signature]) => signature)
    const { value } = await ask(rpc, statuses, 'getSignatureStatuses', [signatures, { searchTransactionHistory: true }], signal)
    part.forEach(([, slot], k) => {
      const status = value[k] ?? null
      if (status !== null && status.slot === slot && status.err === null) return
      const from = status === null ? slot : Math.min(slot, status.slot)
      if (first === null || from < first) first = from
    })
  }
  return first
}
