import type { Core } from 'cytoscape'
import type { Point, Positions } from './elements.ts'

const MOVE_MS = 420
/** Moving more wallets than this takes longer than a frame. */
const MOST_ANIMATED = 1_500

/** Moves wallets to new places, smoothly where there are few and movement is wanted. Answers how to stop it. */
export function moveTo(cy: Core, targets: Positions, still: boolean, done: () => void): () => void {
  const nodes = cy.nodes().filter((node) => targets.has(node.id()))
  const from = new Map<string, Point>()
  nodes.forEach((node) => void from.set(node.id(), { ...node.position() }))
  const place = (share: number): void =>
    cy.batch(() => {
      nodes.forEach((node) => {
        const [start, end] = [from.get(node.id()), targets.get(node.id())]
        if (start !== undefined && end !== undefined) {
          node.position({ x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share })
        }
      })
    })
  if (still || nodes.empty() || nodes.length > MOST_ANIMATED) {
    place(1)
    done()
    return () => undefined
  }
  const begin = performance.now()
  let frame = requestAnimationFrame(function step(now) {
    const time = Math.min(1, (now - begin) / MOVE_MS)
    place(time < 0.5 ? 4 * time ** 3 : 1 - (-2 * time + 2) ** 3 / 2)
    if (time < 1) frame = requestAnimationFrame(step)
    else done()
  })
  return () => cancelAnimationFrame(frame)
}
