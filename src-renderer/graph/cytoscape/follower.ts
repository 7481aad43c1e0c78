import type { Core, ElementDefinition, NodeSingular } from 'cytoscape'
import { GONE, toCytoscape, type WalletData } from './cytoscape-elements.ts'
import type { GraphElements, GraphNode, Point, Positions } from '../elements/elements.ts'

/** Less than a frame, so that a hand on the slider never waits for it. */
const SLICE_MS = 8
/** Up to this many wallets are done before the eye notices. */
const AT_ONCE = 300
/** Wallets between two looks at the clock. */
const STRIDE = 50

/** What cytoscape is to be like. */
interface Wanted {
  readonly elements: GraphElements
  readonly shown: GraphElements
  readonly seats: Positions
}

/**
 * Brings cytoscape's wallets to what is painted: it finds what lies under the pointer, and may be a moment late. Thousands of
 * wallets are brought in slices between which the page goes on; a later wish replaces one that is still being followed.
 */
export class Follower {
  readonly #cy: Core
  #calledOff: () => void = () => undefined
  #busy = false

  constructor(cy: Core) {
    this.#cy = cy
  }

  /** Whether cytoscape still has to be brought somewhere. */
  get isBusy(): boolean {
    return this.#busy
  }

  /** `done` is called once cytoscape has everything, and never after a later call or `stop`. */
  follow(wanted: Wanted, done: () => void): void {
    this.stop()
    const work = followed(this.#cy, wanted)
    if (wanted.elements.nodes.length <= AT_ONCE) {
      this.#cy.batch(() => void [...work])
      return done()
    }
    this.#busy = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const slice = (): void => {
      if (!this.#slice(work)) timer = setTimeout(slice)
      else {
        this.#busy = false
        done()
      }
    }
    // What was painted gets on the screen first.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(slice)
    })
    this.#calledOff = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }

  stop(): void {
    this.#busy = false
    this.#calledOff()
  }

  /** Whether nothing is left to do. */
  #slice(work: Iterator<void>): boolean {
    const until = performance.now() + SLICE_MS
    let finished = false
    this.#cy.batch(() => {
      do finished = work.next().done === true
      while (!finished && performance.now() < until)
    })
    return finished
  }
}

function* followed(cy: Core, { elements, shown, seats }: Wanted): Generator<void> {
  cy.nodes()
    .filter((node: NodeSingular) => !elements.nodeById.has(node.id()))
    .remove()
  for (let first = 0; first < elements.nodes.length; first += STRIDE) {
    const fresh: ElementDefinition[] = []
    for (const node of elements.nodes.slice(first, first + STRIDE)) {
      const wish = bring(cy, node, seats.get(node.id) ?? { x: 0, y: 0 }, !shown.nodeById.has(node.id))
      if (wish !== null) fresh.push(wish)
    }
    if (fresh.length > 0) cy.add(fresh)
    yield
  }
}

/** Changes what differs of one wallet, for each change costs it a new style or a new place; answers what to add where it is unknown. */
function bring(cy: Core, node: GraphNode, at: Point, gone: boolean): ElementDefinition | null {
  const wish = toCytoscape(node, at)
  const known = cy.getElementById(node.id)
  if (known.empty()) return { ...wish, classes: gone ? [GONE] : [] }
  const { size, shape } = known.data() as WalletData
  if (size !== wish.data.size || shape !== wish.data.shape) known.data(wish.data)
  const now = known.position()
  if (now.x !== at.x || now.y !== at.y) known.position({ ...at })
  if (known.hasClass(GONE) !== gone) known.toggleClass(GONE, gone)
  return null
}
