import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { ChainEvent } from '../../../../src-shared/domain/events.ts'
import { ask, inParallel } from '../../ask.ts'
import { contradiction } from '../../node-fault.ts'
import { decodeSolanaAnswer } from '../answers.ts'
import { signaturesOfBlock } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'
import type { Mention } from './history.ts'

/** A transaction read whole: what it tells as events, and its accounts' balances. */
export interface ReadTransaction {
  readonly signature: string
  readonly slot: number
  /** Index in its block. */
  readonly place: number
  readonly time: number | null
  readonly events: readonly ChainEvent[]
  readonly signers: readonly string[]
  readonly feePayer: string
  /** Lamports. */
  readonly fee: number
  readonly accounts: readonly AccountChange[]
  readonly tokens: readonly TokenBalance[]
}
export interface AccountChange {
  readonly address: string
  /** Lamports before and after. */
  readonly before: number
  readonly after: number
}
/** A token account that the transaction names, as it was after it (or before, where it was closed). */
export interface TokenBalance {
  readonly account: string
  readonly mint: string
  readonly owner: string | null
}

const tokenBalance = z.looseObject({ accountIndex: z.int(), mint: z.string(), owner: z.string().optional() })
const answer = z.looseObject({
  slot: z.int(),
  blockTime: z.int().nullish(),
  transaction: z.looseObject({
    message: z.looseObject({ accountKeys: z.array(z.string()).min(1), header: z.looseObject({ numRequiredSignatures: z.int() }) }),
  }),
  meta: z.looseObject({
    fee: z.number(),
    preBalances: z.array(z.number()),
    postBalances: z.array(z.number()),
    preTokenBalances: z.array(tokenBalance).nullish(),
    postTokenBalances: z.array(tokenBalance).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
})
type Answer = z.output<typeof answer>

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

  async function fetchOne(mention: Mention, place: number, signal: AbortSignal): Promise<ReadTransaction> {
    const options = { encoding: 'json', commitment: COMMITMENT, maxSupportedTransactionVersion: 0 }
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (attempt > 0) await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal })
      const raw = await ask(node.rpc, answer.nullable(), 'getTransaction', [mention.signature, options], signal)
      if (raw === null) continue
      if (raw.slot !== mention.slot) {
        throw contradiction(node.rpc.hosts, `transaction ${mention.signature} is listed in slot ${mention.slot} and answered in slot ${raw.slot}`)
      }
      return readAnswer(mention.signature, raw, place)
    }
    throw contradiction(node.rpc.hosts, `it lists transaction ${mention.signature} of slot ${mention.slot} and does not have it`)
  }

  return {
    async read(mentions, signal) {
      const good = [...new Map(mentions.filter((one) => !one.failed).map((one) => [one.signature, one])).values()]
      const missing = good.filter((one) => !kept.has(one.signature))
      const bySlot = Map.groupBy(missing, (one) => one.slot)
      const places = new Map<string, number>()
      await inParallel([...bySlot], TRANSACTIONS_AT_ONCE, async ([slot, rows]) => {
        const order = await placesIn(
          slot,
          rows.map((row) => row.signature),
          signal,
        )
        for (const row of rows) places.set(row.signature, order.get(row.signature) ?? 0)
      })
      const fresh = await inParallel(missing, TRANSACTIONS_AT_ONCE, (one) => fetchOne(one, places.get(one.signature) ?? 0, signal))
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

function readAnswer(signature: string, raw: Answer, place: number): ReadTransaction {
  const { meta } = raw
  const { accountKeys, header } = raw.transaction.message
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const keys = [...accountKeys, ...writable, ...readonly]
  const tokens = new Map<number, TokenBalance>()
  for (const { accountIndex, mint, owner } of [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]) {
    const account = keys[accountIndex]
    if (account !== undefined) tokens.set(accountIndex, { account, mint, owner: owner ?? null })
  }
  return {
    signature,
    slot: raw.slot,
    place,
    time: raw.blockTime ?? null,
    events: decodeSolanaAnswer({ ...raw, transactionIndex: place }).events,
    signers: keys.slice(0, header.numRequiredSignatures),
    feePayer: keys[0] ?? '',
    fee: meta.fee,
    accounts: keys.map((address, i) => ({ address, before: meta.preBalances[i] ?? 0, after: meta.postBalances[i] ?? 0 })),
    tokens: [...tokens.values()],
  }
}

/** A map that drops what came first when it is full. */
function remember<K, V>(map: Map<K, V>, most: number, key: K, value: V): void {
  map.set(key, value)
  if (map.size <= most) return
  const first = map.keys().next()
  if (first.done !== true) map.delete(first.value)
}
