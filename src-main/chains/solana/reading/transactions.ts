import { setTimeout as delay } from 'node:timers/promises'
import { request, mapConcurrent } from '../../rpc/request.ts'
import { contradiction } from '../../rpc/node-fault.ts'
import { signaturesOfBlock } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'
import type { Mention } from './history.ts'
import { rawAnswer, readFromValue, type Listing, type ReadTransaction } from './read-transaction.ts'

const TRANSACTIONS_AT_ONCE = 8
/** A transaction that was announced a moment ago may not be stored by the node yet. */
const TRIES = 6
const FIRST_PAUSE_MS = 150
/** Read transactions kept: holders' transfers are mostly swaps that were just read. */
const KEPT = 4_000
const KEPT_BLOCKS = 2_000

export interface Transactions {
  /**
   * In the order of the chain. Failed ones are left out: they moved nothing.
   * @throws AppError `source_unavailable` when the node lists a transaction and does not have it
   */
  read(mentions: readonly Mention[], signal: AbortSignal): Promise<ReadTransaction[]>
  /** Takes transactions that came without being asked for. */
  keep(transactions: readonly ReadTransaction[]): void
  /** Forgets blocks from a slot on: the chain took them back. */
  forget(from: number): void
}

export function openTransactions(node: SolanaNode): Transactions {
  const kept = new Map<string, ReadTransaction>()
  const blocks = new Map<number, ReadonlyMap<string, number>>()

  /** Place of each transaction in its block; where the endpoint does not tell blocks, the order in which the node lists them. */
  async function placesIn(slot: number, listed: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const known = blocks.get(slot)
    if (known !== undefined && listed.every((signature) => known.has(signature))) return known
    const order = await signaturesOfBlock(node, slot, signal)
    const whole = order !== null && listed.every((signature) => order.includes(signature))
    const places = new Map((whole ? order : listed).map((signature, place) => [signature, place]))
    if (whole) remember(blocks, KEPT_BLOCKS, slot, places)
    return places
  }

  async function fetchOne({ signature, slot }: Mention, place: number, signal: AbortSignal): Promise<ReadTransaction> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (attempt > 0) await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal })
      const read = await askForTransaction(node, { signature, place }, signal)
      if (read === null) continue
      if (read.slot === slot) return read
      throw contradiction(node.rpc.hosts, `transaction ${signature} is listed in slot ${slot} and answered in slot ${read.slot}`)
    }
    throw contradiction(node.rpc.hosts, `it lists transaction ${signature} of slot ${slot} and does not have it`)
  }

  return {
    async read(mentions, signal) {
      const good = [...new Map(mentions.filter((one) => !one.failed).map((one) => [one.signature, one])).values()]
      const missing = good.filter((one) => !kept.has(one.signature))
      const bySlot = Map.groupBy(missing, (one) => one.slot)
      const places = new Map<string, number>()
      await mapConcurrent([...bySlot], TRANSACTIONS_AT_ONCE, async ([slot, rows]) => {
        const order = await placesIn(
          slot,
          rows.map((row) => row.signature),
          signal,
        )
        for (const row of rows) places.set(row.signature, order.get(row.signature) ?? 0)
      })
      const fresh = await mapConcurrent(missing, TRANSACTIONS_AT_ONCE, (one) => fetchOne(one, places.get(one.signature) ?? 0, signal))
      const read = new Map(fresh.map((one) => [one.signature, one]))
      const all = good.flatMap((one) => kept.get(one.signature) ?? read.get(one.signature) ?? [])
      for (const one of fresh) remember(kept, KEPT, one.signature, one)
      return all.sort((a, b) => a.slot - b.slot || a.place - b.place)
    },
    keep(transactions) {
      for (const one of transactions) remember(kept, KEPT, one.signature, one)
    },
    forget(from) {
      for (const [signature, { slot }] of kept) if (slot >= from) kept.delete(signature)
      for (const slot of blocks.keys()) if (slot >= from) blocks.delete(slot)
    },
  }
}

/** One transaction as it was answered, failed ones too; null where the node does not know it. */
export async function askForTransaction({ rpc }: SolanaNode, listing: Listing, signal: AbortSignal): Promise<ReadTransaction | null> {
  const options = { encoding: 'json', commitment: COMMITMENT, maxSupportedTransactionVersion: 0 }
  const raw = await request(rpc, rawAnswer.nullable(), 'getTransaction', [listing.signature, options], signal)
  return raw === null ? null : readFromValue(raw, listing)
}

/** A map that drops what came first when it is full. */
function remember<K, V>(map: Map<K, V>, most: number, key: K, value: V): void {
  map.set(key, value)
  if (map.size <= most) return
  const first = map.keys().next()
  if (first.done !== true) map.delete(first.value)
}
