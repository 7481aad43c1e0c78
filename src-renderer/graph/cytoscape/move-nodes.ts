import type { Point, Positions } from '../elements/elements.ts'
import { KEPT, lately } from '../lately.ts'
import type { SeatBook } from '../stage.ts'

const MOVE_MS = 420
/** A picture of more wallets than this takes longer than a frame to paint: it is there at once. */
const MOST_ANIMATED = 1_500
/** Remembered places are whole numbers: less than this is no movement. */
const LEAST_MOVE = 1.5

/** Moves wallets to new places, smoothly in small pictures where movement is wanted; who was not there before appears. Answers how to stop it. */
export function moveTo(book: SeatBook, targets: Positions, still: boolean, done: () => void): () => void {
  const { end, moves } = wayTo(targets, book.seats())
  if (still || moves.length === 0 || end.size > MOST_ANIMATED) {
    book.place(end)
    done()
    return () => undefined
  }
  const place = (share: number): void => {
    const now = new Map(end)
    for (const { id, start, wish } of moves) now.set(id, { x: start.x + (wish.x - start.x) * share, y: start.y + (wish.y - start.y) * share })
    book.place(now)
  }
  place(0)
  const begin = performance.now()
  let frame = requestAnimationFrame(function step(now) {
    const time = Math.min(1, (now - begin) / MOVE_MS)
    place(time < 0.5 ? 4 * time ** 3 : 1 - (-2 * time + 2) ** 3 / 2)
    if (time < 1) frame = requestAnimationFrame(step)
    else done()
  })
  return () => cancelAnimationFrame(frame)
}

interface Way {
  readonly end: Positions
  readonly moves: readonly { readonly id: string; readonly start: Point; readonly wish: Point }[]
}

/** Who moves to get from one to the other, and where all stand in the end: who is near enough stays. */
export const wayTo = lately((targets: Positions, from: Positions): Way => {
  const end = new Map<string, Point>()
  const moves: Way['moves'][number][] = []
  for (const [id, wish] of targets) {
    const start = from.get(id)
    const stays = start !== undefined && isNear(start, wish)
    end.set(id, stays ? start : wish)
    if (start !== undefined && !stays) moves.push({ id, start, wish })
  }
  return { end: asGiven(end), moves }
})

/** Where all stood in the ends of late. */
const given: Positions[] = []

/** The same map again for the same places, though a picture may come to them in another way: a scene is told by its map. */
function asGiven(end: Positions): Positions {
  const known = given.find((each) => areSame(each, end))
  if (known !== undefined) given.splice(given.indexOf(known), 1)
  given.unshift(known ?? end)
  given.splice(KEPT)
  return known ?? end
}

function areSame(before: Positions, now: Positions): boolean {
  if (before.size !== now.size) return false
  for (const [id, { x, y }] of now) {
    const at = before.get(id)
    if (at?.x !== x || at.y !== y) return false
  }
  return true
}

/** Whether nobody would have to move to get from one to the other. */
export function standsAlike(now: Positions, wish: Positions): boolean {
  return [...wish].every(([id, at]) => isNear(now.get(id) ?? { x: Infinity, y: Infinity }, at))
}

function isNear(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) <= LEAST_MOVE
}
