import type { Call, DecodableTransaction } from './call.ts'
import { eventBodies, eventsAgree } from './events.ts'
import { endOf, type Instruction } from './instruction.ts'
import { swapOf, type FoundSwap } from './programs/registry.ts'
import type { Leg, LegLayout, LegSide, SwapInstruction, SwapScene } from './programs/venue.ts'
import type { ReadSwap } from './read-swap.ts'
import { routedSwaps } from './routed-swaps.ts'
import { routeHops, type RouteHop } from './routes.ts'
import type { NormalTransaction } from './transaction.ts'
import type { Movement, Movements } from './transfers.ts'
import { vaultsAgree, withheldOf } from './vaults.ts'

/** All swaps of known venues, in order of execution. */
export function readSwaps(tx: DecodableTransaction, movements: Movements): ReadSwap[] {
  let known: readonly RouteHop[] | null = null
  const hops = (): readonly RouteHop[] => (known ??= routeHops(tx))
  const found = tx.instructions.map(swapOf)
  const read: ReadSwap[] = []
  for (let place = 0; place < found.length; place++) {
    const swap = found[place] ?? null
    const instruction = tx.instructions[place]
    if (swap === null || instruction === undefined) continue
    const parts = ownParts(tx, place, found)
    const events = eventBodies(tx, swap.venue, parts)
    const scene: SwapScene = { tx, venue: swap.venue, swap: swap.swap, instruction, movements: movementsOf(parts, movements), events }
    read.push(readScene(scene, movements, hops))
  }
  if (hasUnreadCalls(tx, found)) read.push(...routedSwaps(tx, movements.all(), hops(), read))
  return read
}

function movementsOf(parts: readonly Instruction[], movements: Movements): Movement[] {
  const own: Movement[] = []
  for (const { place } of parts) {
    const move = movements.at(place)
    if (move !== null) own.push(move)
  }
  return own
}

/** Whether a program that is no venue read here was called inside and moved tokens: a router's events may tell of its swap. */
function hasUnreadCalls({ instructions }: DecodableTransaction, found: readonly (FoundSwap | null)[]): boolean {
  for (let place = 0; place + 1 < instructions.length; place++) {
    const { inner, moves, depth, router } = instructions[place] as Instruction
    if (inner === null || moves || router || found[place] !== null) continue
    const next = instructions[place + 1] as Instruction
    if (next.depth > depth && next.operation?.kind === 'transfer') return true
  }
  return false
}

/** The instruction and its calls, without other swaps called from it. */
function ownParts(tx: DecodableTransaction, place: number, found: readonly (FoundSwap | null)[]): Call[] {
  const end = endOf(tx.instructions, place)
  const own: Call[] = []
  for (let at = place; at < end; at++) {
    const part = tx.instructions[at]
    if (at > place && found[at] != null) at = endOf(tx.instructions, at) - 1
    else if (part !== undefined) own.push(part)
  }
  return own
}

function readScene(scene: SwapScene, all: Movements, hops: () => readonly RouteHop[]): ReadSwap {
  const { venue, swap, instruction } = scene
  const read = swap.read ?? venue.read
  if (read !== undefined) return { venue, swap, instruction, legs: read(scene), eventDisagrees: false }
  const legs: Leg[] = []
  let eventDisagrees = false
  for (const layout of fittingLegs(swap, instruction)) {
    const moved = readLeg(scene, layout)
    if (moved === null) continue
    const agreed = eventsAgree(venue, scene.events, { in: moved.in.raw, out: moved.out.raw })
    eventDisagrees ||= agreed === false
    const confirmed = agreed ?? (vaultsAgree(scene.tx, all, moved.vaults) || hops().some((hop) => tells(hop, venue.program, moved)))
    legs.push({
      pool: moved.pool,
      in: withFee(scene.tx, all, moved.in, moved.paid),
      out: withFee(scene.tx, all, moved.out, moved.got),
      trader: moved.trader,
      receiver: moved.receiver,
      byEvent: agreed === true,
      confirmed,
    })
  }
  return { venue, swap, instruction, legs, eventDisagrees }
}

function tells(hop: RouteHop, program: string, { in: paid, out: got }: MovedLeg): boolean {
  return hop.program === program && hop.mintIn === paid.mint && hop.in === paid.raw && hop.mintOut === got.mint && hop.out === got.raw
}

/** Layouts with a minimum number of accounts are alternatives, the first that fits counts; the others are legs of one route. */
function fittingLegs(swap: SwapInstruction, instruction: Instruction): readonly LegLayout[] {
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
  /** Accounts on the venue's side. */
  readonly vaults: readonly number[]
  readonly paid: readonly Movement[]
  readonly got: readonly Movement[]
}

function readLeg(scene: SwapScene, layout: LegLayout): MovedLeg | null {
  const { accounts } = scene.instruction
  const { traders } = layout
  const sides =
    traders === null ? firstTwoTransfers(scene.movements) : betweenAccounts(scene.movements, accounts.keysAt(traders), accounts.keysAt(layout.vaults))
  const sideIn = sum(sides.paid)
  const sideOut = sum(sides.got)
  const pool = layout.pool === null ? null : accounts.name(layout.pool)
  const trader = sides.paid[0]?.fromOwner
  const receiver = sides.got[0]?.toOwner
  if (sideIn === null || sideOut === null || sideIn.mint === sideOut.mint || pool === undefined || !trader || !receiver) return null
  return { pool, in: sideIn, out: sideOut, trader, receiver, vaults: sides.vaults, paid: sides.paid, got: sides.got }
}

type Sides = Pick<MovedLeg, 'paid' | 'got' | 'vaults'>

/** What went from the trader's accounts into the vaults, and what came out of the vaults into the trader's accounts. */
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

/** Venues without a public interface: the wallet pays with the first transfer and is paid with the second. */
function firstTwoTransfers(movements: readonly Movement[]): Sides {
  const [paid, got] = movements.filter((move) => move.kind === 'transfer')
  const crossed = paid !== undefined && got !== undefined && paid.to !== got.from && paid.from !== got.to
  return crossed ? { paid: [paid], got: [got], vaults: [paid.to, got.from] } : { paid: [], got: [], vaults: [] }
}

/** null when nothing moved, or tokens of several mints did. */
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

/** What a token withheld is told where one movement made up the whole side. */
function withFee(tx: NormalTransaction, all: Movements, { mint, raw }: Omit<LegSide, 'withheld'>, moves: readonly Movement[]): LegSide {
  const only = moves.length === 1 ? moves[0] : undefined
  return { mint, raw, withheld: only === undefined ? null : withheldOf(tx, all, only) }
}
