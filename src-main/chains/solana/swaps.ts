import { eventBodies, eventsAgree } from './events.ts'
import { swapOf } from './programs/registry.ts'
import type { Leg, LegLayout, LegSide, SwapInstruction, SwapScene, Venue } from './programs/venue.ts'
import { walk, type Instruction, type NormalTransaction } from './transaction.ts'
import type { Movement } from './transfers.ts'
import { vaultsAgree } from './vaults.ts'

/** A swap instruction of a known venue with the legs read from it; none when it could not be read. */
export interface ReadSwap {
  readonly venue: Venue
  readonly swap: SwapInstruction
  readonly instruction: Instruction
  readonly legs: readonly Leg[]
  /** The venue's event was there and said other amounts than the transfers. */
  readonly eventDisagrees: boolean
}

/** All swaps of known venues, in order of execution. */
export function readSwaps(tx: NormalTransaction, movements: readonly Movement[]): ReadSwap[] {
  const byInstruction = new Map(movements.map((move) => [move.instruction, move]))
  return tx.all.flatMap((instruction) => {
    const found = swapOf(instruction)
    if (found === null) return []
    const parts = ownParts(instruction)
    const scene: SwapScene = {
      tx,
      ...found,
      instruction,
      movements: [...parts].flatMap((part) => byInstruction.get(part) ?? []),
      events: eventBodies(found.venue, instruction, (part) => parts.has(part)),
    }
    return [readScene(scene, movements)]
  })
}

/** The instruction and its calls, without other venues' swaps called from it. */
function ownParts(instruction: Instruction): Set<Instruction> {
  const own = new Set<Instruction>()
  const foreign = new Set<Instruction>()
  for (const part of walk(instruction)) {
    if (foreign.has(part)) continue
    if (part !== instruction && swapOf(part) !== null) for (const nested of walk(part)) foreign.add(nested)
    else own.add(part)
  }
  return own
}

function readScene(scene: SwapScene, all: readonly Movement[]): ReadSwap {
  const { venue, swap, instruction } = scene
  if (venue.read !== undefined) return { venue, swap, instruction, legs: venue.read(scene), eventDisagrees: false }
  const legs: Leg[] = []
  let eventDisagrees = false
  for (const layout of fittingLegs(swap, instruction)) {
    const leg = readLeg(scene, layout)
    if (leg === null) continue
    const agreed = eventsAgree(venue, scene.events, { in: leg.in.raw, out: leg.out.raw })
    eventDisagrees ||= agreed === false
    const vaults = layout.vaults.flatMap((index) => instruction.accounts[index] ?? [])
    legs.push({ ...leg, byEvent: agreed === true, confirmed: agreed ?? vaultsAgree(scene.tx, all, vaults) })
  }
  return { venue, swap, instruction, legs, eventDisagrees }
}

/** Layouts with a minimum number of accounts are alternatives, the first that fits counts; the others are legs of one route. */
function fittingLegs(swap: SwapInstruction, instruction: Instruction): readonly LegLayout[] {
  const alternative = swap.legs.find((leg) => leg.minAccounts !== undefined && instruction.accounts.length >= leg.minAccounts)
  return alternative === undefined ? swap.legs.filter((leg) => leg.minAccounts === undefined) : [alternative]
}

/** What went from the trader's accounts into the vaults, and what came out of the vaults into the trader's accounts. */
function readLeg(scene: SwapScene, layout: LegLayout): Omit<Leg, 'byEvent' | 'confirmed'> | null {
  const { accounts } = scene.instruction
  const traders = new Set(layout.traders.flatMap((index) => accounts[index] ?? []))
  const vaults = new Set(layout.vaults.flatMap((index) => accounts[index] ?? []))
  const between = (move: Movement, from: ReadonlySet<string>, to: ReadonlySet<string>): boolean =>
    move.from !== null && move.to !== null && from.has(move.from) && to.has(move.to)
  const paid = scene.movements.filter((move) => between(move, traders, vaults))
  const got = scene.movements.filter((move) => between(move, vaults, traders))
  const sideIn = sum(paid)
  const sideOut = sum(got)
  const pool = accounts[layout.pool]
  const trader = paid[0]?.fromOwner
  const receiver = got[0]?.toOwner
  if (sideIn === null || sideOut === null || sideIn.mint === sideOut.mint || pool === undefined || !trader || !receiver) return null
  return { pool, in: sideIn, out: sideOut, trader, receiver }
}

/** null when nothing moved, or tokens of several mints did. */
function sum(moves: readonly Movement[]): LegSide | null {
  const first = moves[0]
  if (first === undefined || moves.some((move) => move.mint !== first.mint)) return null
  return { mint: first.mint, decimals: first.decimals, raw: moves.reduce((total, move) => total + move.raw, 0n) }
}
