import type { ProgramInstruction, DecodableTransaction } from '../../programs/program-instruction.ts'
import { compareEvents, readEventPayloads } from './venue-events.ts'
import { endOf, type Instruction } from '../../transaction/instruction.ts'
import { matchSwap, type FoundSwap } from '../../programs/registry.ts'
import type { Leg, LegLayout, LegSide, SwapInstruction, SwapContext } from '../../programs/venue.ts'
import type { DecodedSwap } from './read-swap.ts'
import { routedSwaps } from './routed-swaps.ts'
import { readRouterHops, type RouterHop } from './router-hops.ts'
import type { SolanaTransaction } from '../../transaction/transaction.ts'
import type { Movement, Movements } from '../../transaction/movements.ts'
import { vaultsAgree, transferFeeWithheld } from './vaults.ts'

/** All swaps of known venues, in execution order. */
export function readSwaps(tx: DecodableTransaction, movements: Movements): DecodedSwap[] {
  let known: readonly RouterHop[] | null = null
  const hops = (): readonly RouterHop[] => (known ??= readRouterHops(tx))
  const found = tx.instructions.map(matchSwap)
  const read: DecodedSwap[] = []
  for (let index = 0; index < found.length; index++) {
    const swap = found[index] ?? null
    const instruction = tx.instructions[index]
    if (swap === null || instruction === undefined) continue
    const parts = ownInstructions(tx, index, found)
    const events = readEventPayloads(tx, swap.venue, parts)
    const scene: SwapContext = { tx, venue: swap.venue, swap: swap.swap, instruction, movements: ownMovements(parts, movements), events }
    read.push(readVenueSwap(scene, movements, hops))
  }
  if (hasUnknownVenueCall(tx, found)) read.push(...routedSwaps(tx, movements.all(), hops(), read))
  return read
}

function ownMovements(parts: readonly Instruction[], movements: Movements): Movement[] {
  const own: Movement[] = []
  for (const { index } of parts) {
    const move = movements.at(index)
    if (move !== null) own.push(move)
  }
  return own
}

/** Whether a program invoked an unknown program that moved tokens. A router's events may describe its swap. */
function hasUnknownVenueCall({ instructions }: DecodableTransaction, found: readonly (FoundSwap | null)[]): boolean {
  for (let index = 0; index + 1 < instructions.length; index++) {
    const { inner, moves, depth, router } = instructions[index] as Instruction
    if (inner === null || moves || router || found[index] !== null) continue
    const next = instructions[index + 1] as Instruction
    if (next.depth > depth && (next.operation ?? firstOfBatch(instructions, next)?.operation)?.kind === 'transfer') return true
  }
  return false
}

function firstOfBatch(instructions: readonly Instruction[], { index }: Instruction): Instruction | null {
  const first = instructions[index + 1]
  return first?.batched === true ? first : null
}

/** The instruction and its inner instructions, without other swaps among them. */
function ownInstructions(tx: DecodableTransaction, index: number, found: readonly (FoundSwap | null)[]): ProgramInstruction[] {
  const end = endOf(tx.instructions, index)
  const own: ProgramInstruction[] = []
  for (let at = index; at < end; at++) {
    const part = tx.instructions[at]
    if (at > index && found[at] != null) at = endOf(tx.instructions, at) - 1
    else if (part !== undefined) own.push(part)
  }
  return own
}

function readVenueSwap(scene: SwapContext, all: Movements, hops: () => readonly RouterHop[]): DecodedSwap {
  const { venue, swap, instruction } = scene
  const read = swap.read ?? venue.read
  if (read !== undefined) return { venue, swap, instruction, legs: read(scene), eventDisagrees: false }
  const legs: Leg[] = []
  let eventDisagrees = false
  for (const layout of matchingLayouts(swap, instruction)) {
    const moved = readLeg(scene, layout)
    if (moved === null) continue
    const { agreed, fees } = compareEvents(venue, scene.events, { in: moved.in.raw, out: moved.out.raw })
    eventDisagrees ||= agreed === false
    const confirmed = agreed ?? (vaultsAgree(scene.tx, all, moved.vaults) || hops().some((hop) => matchesHop(hop, venue.program, moved)))
    legs.push({
      pool: moved.pool,
      in: withFee(scene.tx, all, moved.in, moved.paid),
      out: withFee(scene.tx, all, moved.out, moved.got),
      trader: moved.trader,
      receiver: moved.receiver,
      fees,
      byEvent: agreed === true,
      confirmed,
    })
  }
  return { venue, swap, instruction, legs, eventDisagrees }
}

function matchesHop(hop: RouterHop, program: string, { in: paid, out: got }: MovedLeg): boolean {
  return hop.program === program && hop.mintIn === paid.mint && hop.in === paid.raw && hop.mintOut === got.mint && hop.out === got.raw
}

/** Layouts with `minAccounts` are alternatives, and the first match applies. Layouts without it are the legs of one route. */
function matchingLayouts(swap: SwapInstruction, instruction: Instruction): readonly LegLayout[] {
  if (swap.legs.every((leg) => leg.minAccounts === undefined)) return swap.legs
  const alternative = swap.legs.find((leg) => leg.minAccounts !== undefined && instruction.accounts.length >= leg.minAccounts)
  return alternative === undefined ? swap.legs.filter((leg) => leg.minAccounts === undefined) : [alternative]
}

interface MovedLeg {
  readonly pool: string | null
  readonly in: Omit<LegSide, 'withheld'>
  readonly out: Omit<LegSide, 'withheld'>
  readonly trader: string
  readonly receiver: string
  /** The venue's accounts. */
  readonly vaults: readonly number[]
  readonly paid: readonly Movement[]
  readonly got: readonly Movement[]
}

function readLeg(scene: SwapContext, layout: LegLayout): MovedLeg | null {
  const { accounts } = scene.instruction
  const { traders } = layout
  const sides =
    traders === null ? firstTwoTransfers(scene) : betweenAccounts(scene.movements, accounts.keysAt(traders), accounts.keysAt(layout.vaults))
  const sideIn = sum(sides.paid)
  const sideOut = sum(sides.got)
  const pool = layout.pool === null ? null : accounts.name(layout.pool)
  const trader = sides.paid[0]?.fromOwner
  const receiver = sides.got[0]?.toOwner
  if (sideIn === null || sideOut === null || sideIn.mint === sideOut.mint || pool === undefined || !trader || !receiver) return null
  return { pool, in: sideIn, out: sideOut, trader, receiver, vaults: sides.vaults, paid: sides.paid, got: sides.got }
}

type Sides = Pick<MovedLeg, 'paid' | 'got' | 'vaults'>

/** Movements from the trader's accounts into the vaults, and from the vaults into the trader's accounts. */
function betweenAccounts(movements: readonly Movement[], traders: readonly number[], vaults: readonly number[]): Sides {
  const paid: Movement[] = []
  const got: Movement[] = []
  for (const move of movements) {
    if (move.from < 0 || move.to < 0) continue
    if (traders.includes(move.from) && vaults.includes(move.to)) paid.push(move)
    if (vaults.includes(move.from) && traders.includes(move.to)) got.push(move)
  }
  return { paid, got, vaults }
}

/** For venues without a published interface: the first transfer is paid, the second received, unless a signer sends the second. No pool signs. */
function firstTwoTransfers({ tx, movements }: SwapContext): Sides {
  const [first, second] = movements.filter((move) => move.kind === 'transfer')
  const isSigned = (move: Movement | undefined): boolean => tx.signers.some((signer) => signer === move?.fromOwner)
  const [paid, got] = isSigned(second) && !isSigned(first) ? [second, first] : [first, second]
  const crossed = paid !== undefined && got !== undefined && paid.to !== got.from && paid.from !== got.to
  return crossed ? { paid: [paid], got: [got], vaults: [paid.to, got.from] } : { paid: [], got: [], vaults: [] }
}

/** Null if nothing moved, or if several mints moved. */
function sum(moves: readonly Movement[]): Omit<LegSide, 'withheld'> | null {
  const first = moves[0]
  if (first === undefined) return null
  let raw = first.raw
  for (let i = 1; i < moves.length; i++) {
    const move = moves[i] as Movement
    if (move.mint !== first.mint) return null
    raw += move.raw
  }
  return { mint: first.mint, raw }
}

/** The transfer fee is stated only if the side is a single movement. */
function withFee(tx: SolanaTransaction, all: Movements, { mint, raw }: Omit<LegSide, 'withheld'>, moves: readonly Movement[]): LegSide {
  const only = moves.length === 1 ? moves[0] : undefined
  return { mint, raw, withheld: only === undefined ? null : transferFeeWithheld(tx, all, only) }
}
