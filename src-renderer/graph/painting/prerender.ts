import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { NO_SEATS, seatsOf, withAbsent } from '../layout/saved-arrangement.ts'
import { recallSeats } from '../layout/save-arrangement.ts'
import { placesAhead } from '../layout/use-positions.ts'
import { wayTo } from '../cytoscape/move-nodes.ts'
import type { OverlayPainter } from './graph-painter.ts'
import { elementsOf, filtered, grouping, useNeighbours } from '../elements/elements-cache.ts'
import { hasPlainLinks, type Scene } from './scene.ts'
import { sceneWith } from './current-scene.ts'
import type { Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'

/** This long without a movement, nobody is looking elsewhere at the moment. */
const CALM_MS = 150

/**
 * Has the pictures a step or two of the slider away painted while the page is idle, so that a step shows what is there already. A
 * picture is told by its scene: a step asks the same functions with the same wallets, places and theme, and so finds the very
 * scene that was painted ahead, or, if anything has changed since, another one that is painted then.
 */
export class LookAhead {
  readonly #painter: OverlayPainter
  #callOff: () => void = () => undefined

  constructor(painter: OverlayPainter) {
    this.#painter = painter
  }

  /** Something has changed: what is not painted ahead yet is, once all is calm. */
  again(stage: () => Stage): void {
    this.#callOff()
    const timer = setTimeout(() => {
      // What is on the screen shall answer first.
      if (stage().follower.isBusy) return this.again(stage)
      const work = this.#prepared(stage())
      const slice = (): void => {
        if (work.next().done !== true) this.#callOff = whenIdle(slice)
      }
      this.#callOff = whenIdle(slice)
    }, CALM_MS)
    this.#callOff = () => clearTimeout(timer)
  }

  /** Again, if the picture is seen from elsewhere than those that were painted ahead. */
  follow(stage: () => Stage): void {
    if (this.#painter.isPrepared) return
    this.#painter.unprepare()
    this.again(stage)
  }

  stop(): void {
    this.#callOff()
    this.#painter.unprepare()
  }

  *#prepared(stage: Stage): Generator<void, void> {
    const scenes: Scene[] = []
    let ways = useNeighbours.getState().ways.map((snapshots) => scenesOf(snapshots, stage))
    // All that is one step away before what is two.
    while (ways.length > 0) {
      const going: typeof ways = []
      for (const way of ways) {
        const scene = yield* nextOf(way)
        if (scene === null) continue
        scenes.push(scene)
        going.push(way)
        this.#painter.prepare(scenes)
        yield
      }
      ways = going
    }
  }
}

type Way = Generator<Scene | null, void>

/** The next picture of a way, with its pauses; null at the end. */
function* nextOf(way: Way): Generator<void, Scene | null> {
  for (;;) {
    const { done, value } = way.next()
    if (done === true) return null
    if (value !== null) return value
    yield
  }
}

/** The pictures of one way of the slider, the nearest first, each from where the one before leaves the wallets; null between two pieces of work. */
function* scenesOf(snapshots: readonly SnapshotRecord[], stage: Stage): Way {
  let from = stage.seats.seats()
  let remembered = recallSeats(stage.token)?.seats ?? NO_SEATS
  for (const snapshot of snapshots) {
    const { added, grouped, off, hidden } = useGraphView.getState()
    if (`${snapshot.network}:${snapshot.token_address}` !== stage.token || added.size > 0) return
    const elements = grouping(elementsOf(snapshot, null, added), grouped)
    if (!hasPlainLinks(elements)) return
    yield null
    const places = placesAhead(elements, remembered)
    if (places === null) return
    yield null
    from = wayTo(places, from).end
    const scene = sceneWith(elements, filtered(elements, off, hidden), from, stage.theme)
    yield null
    yield scene
    remembered = withAbsent(seatsOf(elements, from, remembered), remembered)
    yield null
  }
}
