import type { Address } from '../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../src-shared/domain/events.ts'
import { comparePositions } from '../../../src-shared/domain/position.ts'

/** Traces one coin that a wallet sent or received through other transfers (docs/detection.md#trace). */

export type TraceDirection = 'out' | 'in'
export type TracedTransfer = Pick<Transfer, 'position' | 'time' | 'tx' | 'from' | 'to' | 'raw'>

export interface CarryInput {
  readonly root: Address
  /** `out` follows what the root sent, `in` traces what it received back to its sources. */
  readonly direction: TraceDirection
  /** Transfers of one coin, without duplicates. */
  readonly transfers: readonly TracedTransfer[]
  /** Wallets with complete transfers. Amounts are carried only through them. */
  readonly read: ReadonlySet<Address>
  /** Lower bound of a wallet's balance before its first transfer, raw units. Raised where the wallet sent more than it had. */
  readonly opening: ReadonlyMap<Address, bigint>
}

/** A transfer that carries part of the traced amount: at most its own amount, and in sum never more than the root sent or received. */
export interface CarriedTransfer {
  readonly transfer: TracedTransfer
  /** Raw units, first in, first out. */
  readonly fifo: bigint
  /** Raw units, if each payment takes the same share of everything in the wallet. */
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

/** An incoming transfer by index, or null for the opening balance, with its amount and how much of it is left. */
interface Lot {
  readonly by: number | null
  readonly raw: bigint
  left: bigint
}

/** The part of a lot that an outgoing transfer takes. `before` is what earlier transfers took from the lot. */
interface Taken {
  readonly lot: Lot
  readonly before: bigint
  readonly raw: bigint
}

/** Takes an amount from the lots, oldest first. */
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

/** The part of `whole` in proportion to `from`…`to` on a line of `length`. Adjacent parts add up exactly. */
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

/** Which lots each transfer took does not depend on what is traced, so the lots are matched forwards and then traced backwards. */
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

/** A mixed pot: its total, and how much of it is traced. */
interface Mixed {
  total: bigint
  traced: bigint
}

const mixedPots = (pots: Pots): Map<Address, Mixed> => new Map([...pots].map(([wallet, total]) => [wallet, { total, traced: 0n }]))

function proportionalOut(root: Address, transfers: readonly TracedTransfer[], pots: Pots): bigint[] {
  return divideTraced(root, transfers, mixedPots(pots))
}

/** `proportionalOut` with time reversed: the traced part of a pot is divided among its inflows. */
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

/** The traced part of each transfer: its amount times the traced share of the pot it leaves. */
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
