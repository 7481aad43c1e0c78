import { compareBig, compareText } from '../../src-shared/domain/compare.ts'
import type { Address } from '../../src-shared/domain/address.ts'
import { carry, type CarryInput } from '../detectors/trace/carry.ts'

/** The flow of traced money between wallets, and the paths to target wallets. Amounts in raw units. */

export interface Carried {
  readonly fifo: bigint
  readonly proportional: bigint
}

export interface FlowWallet {
  readonly wallet: Address
  /** The smallest number of hops from the root. */
  readonly hop: number
  readonly arrived: Carried
  readonly left: Carried
}

/** All payments from one wallet to another that carry something. */
export interface FlowPayments extends Carried {
  readonly from: Address
  readonly to: Address
  readonly count: number
  readonly raw: bigint
  readonly firstTime: number | null
  readonly lastTime: number | null
  readonly txs: readonly string[]
}

/** Wallets starting at the root, and what the smallest hop carries. */
export interface FlowWay extends Carried {
  readonly wallets: readonly Address[]
}

export interface Flow {
  readonly traced: bigint
  readonly wallets: readonly FlowWallet[]
  readonly payments: readonly FlowPayments[]
  readonly ways: readonly { readonly wallet: Address; readonly shortest: FlowWay; readonly mostValued: FlowWay }[]
}

export interface FlowInput extends CarryInput {
  /** Wallets to find paths to. */
  readonly targets: readonly Address[]
}

const TXS = 5
const NOTHING: Carried = { fifo: 0n, proportional: 0n }

const plus = (a: Carried, b: Carried): Carried => ({ fifo: a.fifo + b.fifo, proportional: a.proportional + b.proportional })
export const largest = ({ fifo, proportional }: Carried): bigint => (fifo > proportional ? fifo : proportional)

export function traceFlow(input: FlowInput): Flow {
  const { root, direction, targets } = input
  const payments = joinPayments(input)
  const [near, far] = direction === 'out' ? (['from', 'to'] as const) : (['to', 'from'] as const)
  const next = Map.groupBy(payments, (one) => one[near])
  const hops = hopsFrom(root, next, far)
  const arrived = new Map<Address, Carried>()
  const left = new Map<Address, Carried>()
  for (const one of payments) {
    arrived.set(one[far], plus(arrived.get(one[far]) ?? NOTHING, one))
    left.set(one[near], plus(left.get(one[near]) ?? NOTHING, one))
  }
  const wallets = [...hops].map(([wallet, { hop }]) => ({ wallet, hop, arrived: arrived.get(wallet) ?? NOTHING, left: left.get(wallet) ?? NOTHING }))
  const widest = widestFrom(root, next, far)
  const wayTo = (target: Address, previous: ReadonlyMap<Address, FlowPayments | null>): FlowWay => walkBack(target, previous, near)
  const shortest = new Map([...hops].map(([wallet, { by }]) => [wallet, by]))
  return {
    traced: (left.get(root) ?? NOTHING).fifo,
    wallets: wallets.sort((a, b) => a.hop - b.hop || compareBig(largest(b.arrived), largest(a.arrived)) || compareText(a.wallet, b.wallet)),
    payments: payments.sort((a, b) => compareBig(largest(b), largest(a)) || compareBig(b.raw, a.raw)),
    ways: targets
      .filter((wallet) => hops.has(wallet))
      .map((wallet) => ({ wallet, shortest: wayTo(wallet, shortest), mostValued: wayTo(wallet, widest) })),
  }
}

function joinPayments(input: CarryInput): FlowPayments[] {
  const pairs = Map.groupBy(carry(input), ({ transfer: { from, to } }) => `${from} ${to}`)
  return [...pairs.values()].flatMap((rows) => {
    const [first] = rows
    if (first === undefined) return []
    const times = rows.flatMap(({ transfer }) => transfer.time ?? [])
    return {
      from: first.transfer.from,
      to: first.transfer.to,
      count: rows.length,
      raw: rows.reduce((sum, { transfer }) => sum + transfer.raw, 0n),
      ...rows.reduce(plus, NOTHING),
      firstTime: times[0] ?? null,
      lastTime: times.at(-1) ?? null,
      txs: [...new Set(rows.map(({ transfer }) => transfer.tx))].slice(0, TXS),
    }
  })
}

type Next = ReadonlyMap<Address, readonly FlowPayments[]>

/** Breadth-first search. Of paths with the same number of hops, the one whose last hop carries most. */
function hopsFrom(root: Address, next: Next, far: 'from' | 'to'): Map<Address, { readonly hop: number; readonly by: FlowPayments | null }> {
  const found = new Map<Address, { readonly hop: number; readonly by: FlowPayments | null }>([[root, { hop: 0, by: null }]])
  let frontier: readonly Address[] = [root]
  for (let hop = 1; frontier.length > 0; hop++) {
    const edges = frontier.flatMap((wallet) => next.get(wallet) ?? []).filter((edge) => !found.has(edge[far]))
    for (const by of edges.sort((a, b) => compareBig(largest(b), largest(a)))) if (!found.has(by[far])) found.set(by[far], { hop, by })
    frontier = [...new Set(edges.map((edge) => edge[far]))]
  }
  return found
}

/** The last hop of each wallet's widest path, the path whose smallest hop carries most. */
function widestFrom(root: Address, next: Next, far: 'from' | 'to'): Map<Address, FlowPayments | null> {
  const done = new Map<Address, FlowPayments | null>([[root, null]])
  const width = new Map<Address, { readonly value: bigint; readonly by: FlowPayments }>()
  let at: { readonly wallet: Address; readonly value: bigint | null } | null = { wallet: root, value: null }
  while (at !== null) {
    for (const by of next.get(at.wallet) ?? []) {
      const value: bigint = at.value === null || largest(by) < at.value ? largest(by) : at.value
      const wallet = by[far]
      if (!done.has(wallet) && value > (width.get(wallet)?.value ?? 0n)) width.set(wallet, { value, by })
    }
    at = null
    for (const [wallet, { value }] of width) if (at === null || value > (at.value ?? 0n)) at = { wallet, value }
    if (at === null) break
    done.set(at.wallet, width.get(at.wallet)?.by ?? null)
    width.delete(at.wallet)
  }
  return done
}

function walkBack(target: Address, by: ReadonlyMap<Address, FlowPayments | null>, near: 'from' | 'to'): FlowWay {
  const wallets = [target]
  let smallest: FlowPayments | null = null
  for (let hop = by.get(target) ?? null; hop !== null; hop = by.get(hop[near]) ?? null) {
    wallets.unshift(hop[near])
    if (smallest === null || largest(hop) < largest(smallest)) smallest = hop
  }
  return { wallets, fifo: smallest?.fifo ?? 0n, proportional: smallest?.proportional ?? 0n }
}
