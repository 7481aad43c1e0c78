import { eventBodies, eventsAgree } from './events.ts'
import { swapOf, type FoundSwap } from './programs/registry.ts'
import type { Leg, LegLayout, LegSide, SwapInstruction, SwapScene } from './programs/venue.ts'
import { routeHops, type RouteHop } from './routes.ts'
import { routedSwaps } from './routed-swaps.ts'
import { endOf, type Instruction, type NormalTransaction } from './transaction.ts'
import type { Movement, Movements } from './transfers.ts'
import { vaultsAgree, withheldOf } from './vaults.ts'

/** A swap instruction of a known venue with the legs read from it; none when it could not be read. */
export interface ReadSwap extends FoundSwap {
  readonly instruction: Instruction
  readonly legs: readonly Leg[]
  /** The venue's event was there and said other amounts than the transfers. */
  readonly eventDisagrees: boolean
}

/** All swaps of known venues, in order of execution. */
export function readSwaps(tx: NormalTransaction, movements: Movements): ReadSwap[] {
  let known: readonly RouteHop[] | null = null
  const hops = (): readonly RouteHop[] => (known ??= routeHops(tx))
  const found = tx.instructions.map(swapOf)
  const read: ReadSwap[] = []
  for (const [place, swap] of found.entries()) {
    const instruction = tx.instructions[place]
    if (swap === null || instruction === undefined) continue
    const parts = ownParts(tx, place, found)
    const own = parts.flatMap((part) => movements.at(part.place) ?? [])
    const scene: SwapScene = { tx, venue: swap.venue, swap: swap.swap, instruction, movements: own, events: eventBodies(tx, swap.venue, parts) }
    read.push(readScene(scene, movements, hops))
  }
  return hasUnreadCalls(tx, found) ? [...read, ...routedSwaps(tx, movements.all(), hops(), read)] : read
}

/** Whether a program that is no venue read here was called inside and moved tokens: a router's events may tell of its swap. */
function hasUnreadCalls({ instructions }: NormalTransaction, found: readonly (FoundSwap | null)[]): boolean {
  return instructions.some(({ inner, moves, depth, router }, place) => {
    const next = instructions[place + 1]
    const calls = inner !== null && !moves && !router && found[place] == null && (next?.depth ?? 0) > depth
    return calls && next?.operation?.kind === 'transfer'
  })
}

/** The instruction and its calls, without other swaps called from it. */
function ownParts(tx: NormalTransaction, place: number, found: readonly (FoundSwap | null)[]): Instruction[] {
  const end = endOf(tx.instructions, place)
  const own: Instruction[] = []
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
    const confirmed = agreed ?? (vaultsAgree(scene.tx, all.all(), moved.vaults) || hops().some((hop) => tells(hop, venue.program, moved)))
    legs.push({ ...withFees(scene.tx, all, moved), byEvent: agreed === true, confirmed })
  }
  return { venue, swap, instruction, legs, eventDisagrees }
}

function tells(hop: RouteHop, program: string, { in: paid, out: got }: MovedLeg): boolean {
  return hop.program === program && hop.mintIn === paid.mint && hop.in === paid.raw && hop.mintOut === got.mint && hop.out === got.raw
}

/** Layouts with a minimum number of accounts are alternatives, the first that fits counts; the others are legs of one route. */
function fittingLegs(swap: SwapInstruction, instruction: Instruction): readonly LegLayout[] {
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
    traders === null
      ? firstTwoTransfers(scene.movements)
      : betweenAccounts(
          scene.movements,
          traders.map((index) => accounts.at(index)),
          layout.vaults.map((index) => accounts.at(index)),
        )
  const sideIn = sum(sides.paid)
  const sideOut = sum(sides.got)
  const pool = layout.pool === null ? null : accounts.name(layout.pool)
  const trader = sides.paid[0]?.fromOwner
  const receiver = sides.got[0]?.toOwner
  if (sideIn === null || sideOut === null || sideIn.mint === sideOut.mint || pool === undefined || !trader || !receiver) return null
  return { pool, in: sideIn, out: sideOut, trader, receiver, ...sides }
}

type Sides = Pick<MovedLeg, 'paid' | 'got' | 'vaults'>

/** What went from the trader's accounts into the vaults, and what came out of the vaults into the trader's accounts. */
function betweenAccounts(movements: readonly Movement[], traders: readonly number[], vaults: readonly number[]): Sides {
  const paid = movements.filter((move) => move.from >= 0 && move.to >= 0 && traders.includes(move.from) && vaults.includes(move.to))
  const got = movements.filter((move) => move.from >= 0 && move.to >= 0 && vaults.includes(move.from) && traders.includes(move.to))
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
  if (first === undefined || moves.some((move) => move.mint !== first.mint)) return null
  return { mint: first.mint, raw: moves.reduce((total, move) => total + move.raw, 0n) }
}

function withFees(
  tx: NormalTransaction,
  all: Movements,
  { pool, trader, receiver, paid, got, ...sides }: MovedLeg,
): Omit<Leg, 'byEvent' | 'confirmed'> {
  const fee = (moves: readonly Movement[]): bigint | null =>
    moves.length === 1 && moves[0] !== undefined ? withheldOf(tx, () => all.all(), moves[0]) : null
  return { pool, trader, receiver, in: { ...sides.in, withheld: fee(paid) }, out: { ...sides.out, withheld: fee(got) } }
}
