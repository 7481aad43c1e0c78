import { whenIdle } from '../ui/when-idle.ts'
import { placesAhead } from './layout/use-places.ts'
import { wayTo } from './move-to.ts'
import type { OverlayPainter } from './overlay-painter.ts'
import { elementsOf, filtered, grouping, useNeighbours } from './prepared-elements.ts'
import { hasPlainLinks, type Scene } from './scene.ts'
import { sceneWith } from './scene-of.ts'
import type { Stage } from './stage.ts'
import { useGraphView } from './view-store.ts'

/** This long without a movement, nobody is looking elsewhere at the moment. */
const CALM_MS = 150

/**
 * Has the pictures one step of the slider away painted while the page is idle, so that a step shows what is there already. A
 * picture is told by its scene: a step asks the same functions with the same wallets, places and theme, and so finds the very
 * scene that was painted ahead, or, if anything has changed since, another one that is painted then.
 */
export class LookAhead {
  readonly #painter: OverlayPainter
  #callOff: () => void = () => undefined

  constructor(painter: OverlayPainter) {
    this.#painter = painter
  }

  /** Something has changed: what was painted ahead is closed, and painted anew once all is calm. */
  again(stage: () => Stage): void {
    this.stop()
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
    if (!this.#painter.isPrepared) this.again(stage)
  }

  stop(): void {
    this.#callOff()
    this.#painter.unprepare()
  }

  *#prepared(stage: Stage): Generator<void, void> {
    const scenes: Scene[] = []
    for (const snapshot of useNeighbours.getState().snapshots) {
      const { added, grouped, off, hidden } = useGraphView.getState()
      if (`${snapshot.network}:${snapshot.token_address}` !== stage.token || added.size > 0) continue
      const elements = grouping(elementsOf(snapshot, null, added), grouped)
      if (!hasPlainLinks(elements)) continue
      yield
      const places = placesAhead(stage.token, elements)
      if (places === null) continue
      yield
      scenes.push(sceneWith(elements, filtered(elements, off, hidden), wayTo(places, stage.seats.seats()).end, stage.theme))
      yield
      this.#painter.prepare(scenes)
      yield
    }
  }
}
