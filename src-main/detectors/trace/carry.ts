import type { Address } from '../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../src-shared/domain/events.ts'
import { comparePositions } from '../../../src-shared/domain/position.ts'

/** How much of one coin, sent or received by one wallet, other transfers carry on (docs/detection.md#trace). */

export type TraceDirection = 'out' | 'in'
export type TracedTransfer = Pick<Transfer, 'position' | 'time' | 'tx' | 'from' | 'to' | 'raw'>

export interface CarryInput {
  readonly root: Address
  /** `out` follows what the root sent, `in` goes back to where what it received came from. */
  readonly direction: TraceDirection
  /** Of one coin, each once. */
  readonly transfers: readonly TracedTransfer[]
  /** Wallets of which all transfers are given; amounts are carried through no other. */
  readonly read: ReadonlySet<Address>
  /** Raw units that a wallet had before its first transfer, at least. What it sent beyond what it had counts as had before as well. */
  readonly opening: ReadonlyMap<Address, bigint>
}

/** A transfer that carries some of what is traced: at most its own amount, and in sum never more than the root sent or received. */
export interface CarriedTransfer {
  readonly transfer: TracedTransfer
  /** Raw units, when what came in first goes out first. */
  readonly fifo: bigint
  /** Raw units, when each payment takes the same share of everything that is there. */
  readonly proportional: bigint
}

/** Transfers that carry something, in chain order. */
export function carry(input: CarryInput): CarriedTransfer[] {
  const transfers = input.transfers.filter(({ from, to, raw }) => from !== to && raw > 0n).sort((a, b) => comparePositions(a.position, b.position))
  const pots = openPots(input, transfers)
  const fifo = input.direction === 'out' ? fifoOut(input.root, transfers, pots) : fifoIn(input.root, transfers, pots)
  const proportional = input.direction === 'out' ? proportionalOut(input.root, transfers, pots) : proportionalIn(input.root, transfers, pots)
  return transfers.flatMap((transfer, i) => {
    const carried = { transfer, fifo: fifo[i] ?? 0n, proportional: proportional[i] ?? 0n }
    return carried.fifo > 0n || carried.proportional > 0n ? [carried] : []
  })
}

/** The balance of each read wallet before its first transfer. */
type Pots = ReadonlyMap<Address, bigint>

function openPots({ root, read, opening }: CarryInput, transfers: readonly TracedTransfer[]): Pots {
  const balance = new Map<Address, bigint>()
  const pots = new Map<Address, bigint>()
  for (const wallet of read) if (wallet !== root) pots.set(wallet, opening.get(wallet) ?? 0n)
  for (const { from, to, raw } of transfers) {
    const left = (balance.get(from) ?? 0n) - raw
    balance.set(from, left)
    balance.set(to, (balance.get(to) ?? 0n) + raw)
    const before = pots.get(from)
    if (before !== undefined && -left > before) pots.set(from, -left)
  }
  return pots
}

/** A lot: the incoming amount of one transfer, or null for the opening balance, and how much of it is left. */
interface Lot {
  readonly by: number | null
  readonly raw: bigint
  left: bigint
}

/** A part of a lot that an outgoing transfer takes. `before` is what was taken of the lot until then. */
interface Taken {
  readonly lot: Lot
  readonly before: bigint
  readonly raw: bigint
}

/** Takes an amount from the oldest lots on. */
function takeOldest(lots: Lot[], amount: bigint): Taken[] {
  const taken: Taken[] = []
  for (let open = amount; open > 0n;) {
    const lot = lots[0]
    if (lot === undefined) break
    const raw = lot.left < open ? lot.left : open
    if (raw > 0n) taken.push({ lot, before: lot.raw - lot.left, raw })
    lot.left -= raw
    open -= raw
    if (lot.left === 0n) lots.shift()
  }
  return taken
}

const openLots = (pots: Pots): Map<Address, Lot[]> =>
  new Map([...pots].map(([wallet, raw]) => [wallet, raw > 0n ? [{ by: null, raw, left: raw }] : []]))

/** The part of a whole that lies between two marks on a line of some length; parts that meet add up to the whole exactly. */
const between = (whole: bigint, length: bigint, from: bigint, to: bigint): bigint => (whole * to) / length - (whole * from) / length

function fifoOut(root: Address, transfers: readonly TracedTransfer[], pots: Pots): bigint[] {
  const carried = transfers.map(() => 0n)
  const lots = openLots(pots)
  for (const [i, { from, to, raw }] of transfers.entries()) {
    if (from === root) carried[i] = raw
    for (const { lot, before, raw: part } of takeOldest(lots.get(from) ?? [], raw)) {
      if (lot.by !== null) carried[i] = (carried[i] ?? 0n) + between(carried[lot.by] ?? 0n, lot.raw, before, before + part)
    }
    lots.get(to)?.push({ by: i, raw, left: raw })
  }
  return carried
}

/** Which lots each transfer took does not depend on what is traced, so it is found forwards and then walked backwards. */
function fifoIn(root: Address, transfers: readonly TracedTransfer[], pots: Pots): bigint[] {
  const carried = transfers.map(() => 0n)
  const lots = openLots(pots)
  const taken = transfers.map(({ from, to, raw }, i) => {
    const parts = takeOldest(lots.get(from) ?? [], raw)
    lots.get(to)?.push({ by: i, raw, left: raw })
    return parts
  })
  for (let i = transfers.length - 1; i >= 0; i--) {
    const transfer = transfers[i]
    if (transfer === undefined) continue
    const { to, raw } = transfer
    if (to === root) carried[i] = raw
    let before = 0n
    for (const { lot, raw: part } of taken[i] ?? []) {
      if (lot.by !== null) carried[lot.by] = (carried[lot.by] ?? 0n) + between(carried[i] ?? 0n, raw, before, before + part)
      before += part
    }
  }
  return carried
}

/** A pot in which everything is mixed: how much there is, and how much of it is traced. */
interface Mixed {
  total: bigint
  traced: bigint
}

const mixedPots = (pots: Pots): Map<Address, Mixed> => new Map([...pots].map(([wallet, total]) => [wallet, { total, traced: 0n }]))

function proportionalOut(root: Address, transfers: readonly TracedTransfer[], pots: Pots): bigint[] {
  return divideTraced(root, transfers, mixedPots(pots))
}

/** The same with time reversed: what is traced of a pot is divided among what came into it. */
function proportionalIn(root: Address, transfers: readonly TracedTransfer[], pots: Pots): bigint[] {
  const mixed = mixedPots(pots)
  for (const { from, to, raw } of transfers) {
    const [pot, into] = [mixed.get(from), mixed.get(to)]
    if (pot !== undefined) pot.total -= raw
    if (into !== undefined) into.total += raw
  }
  const reversed = transfers.toReversed().map(({ from, to, raw }) => ({ from: to, to: from, raw }))
  return divideTraced(root, reversed, mixed).toReversed()
}

/** The traced part of each transfer: the share that is traced of the pot it leaves. */
function divideTraced(
  root: Address,
  transfers: readonly Pick<TracedTransfer, 'from' | 'to' | 'raw'>[],
  mixed: ReadonlyMap<Address, Mixed>,
): bigint[] {
  return transfers.map(({ from, to, raw }) => {
    const pot = mixed.get(from)
    const carried = from === root ? raw : pot === undefined ? 0n : (pot.traced * raw) / pot.total
    if (pot !== undefined) {
      pot.total -= raw
      pot.traced -= carried
    }
    const into = mixed.get(to)
    if (into !== undefined) {
      into.total += raw
      into.traced += carried
    }
    return carried
  })
}
