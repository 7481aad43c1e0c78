import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import { endPositions } from '../cytoscape/move-nodes.ts'
import type { Positions } from '../elements/elements.ts'
import { elementsOf, filterElements, groupElements, useNeighbours } from '../elements/elements-cache.ts'
import { loadArrangement } from '../layout/arrangement.ts'
import { knownPositions } from '../layout/layout-cache.ts'
import { NO_POSITIONS, updateSavedPositions, type SavedPositions } from '../layout/saved-positions.ts'
import type { Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'
import { sceneAt } from './current-scene.ts'
import type { GraphPainter } from './graph-painter.ts'
import { hasPlainLinks, type Scene } from './scene.ts'

/** The slider or the camera counts as moving until it has been quiet for this time. */
const QUIET_MS = 150

/**
 * Paints the frames of neighbouring snapshots while the page is idle, so that a slider step needs no painting. It computes the final positions of a
 * neighbour's nodes. If anything changes before the step, the scene differs and is painted on demand.
 */
export class Prerenderer {
  readonly #painter: GraphPainter
  #abort = new AbortController()

  constructor(painter: GraphPainter) {
    this.#painter = painter
  }

  /** Something has changed: prerenders the missing frames. */
  schedule(stage: () => Stage): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    void this.#run(stage, this.#abort.signal)
  }

  /** Prerenders again if the camera has moved. */
  update(stage: () => Stage): void {
    if (this.#painter.isPrerendered) return
    this.#painter.clearPrerendered()
    this.schedule(stage)
  }

  stop(): void {
    this.#abort.abort()
    this.#painter.clearPrerendered()
  }

  async #run(stage: () => Stage, signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    await idle(signal)
    const scenes: Scene[] = []
    const ways = useNeighbours.getState().ways.map((snapshots) => new Way(snapshots, stage(), signal))
    // Snapshots one step away come before those two steps away.
    for (let going = ways; going.length > 0;) {
      const next: Way[] = []
      for (const way of going) {
        const scene = await way.next()
        if (scene === null) continue
        next.push(way)
        scenes.push(scene)
        this.#painter.prerender(scenes)
        await idle(signal)
      }
      going = next
    }
  }
}

/** The snapshots in one direction of the slider, nearest first. Each starts from the node positions of the one before it. */
class Way {
  readonly #snapshots: readonly SnapshotRecord[]
  readonly #stage: Stage
  readonly #signal: AbortSignal
  #index = 0
  #positions: Positions
  #saved: SavedPositions

  constructor(snapshots: readonly SnapshotRecord[], stage: Stage, signal: AbortSignal) {
    this.#snapshots = snapshots
    this.#stage = stage
    this.#signal = signal
    this.#positions = readPositions(stage.cy)
    this.#saved = loadArrangement(stage.token)?.positions ?? NO_POSITIONS
  }

  /** The next scene; null at the end, or if the scene is small or has to be packed. */
  async next(): Promise<Scene | null> {
    const { token, theme } = this.#stage
    const snapshot = this.#snapshots[this.#index++]
    const { added, grouped, off, hidden, layout } = useGraphView.getState()
    if (snapshot === undefined || `${snapshot.network}:${snapshot.token_address}` !== token || added.size > 0 || layout === 'time') return null
    const elements = groupElements(elementsOf(snapshot, null), grouped)
    if (!hasPlainLinks(elements)) return null
    await idle(this.#signal)
    const targets = knownPositions(elements, this.#saved)
    if (targets === null) return null
    await idle(this.#signal)
    this.#positions = endPositions(targets, this.#positions)
    const scene = sceneAt(elements, filterElements(elements, off, hidden), this.#positions, theme)
    this.#saved = updateSavedPositions(this.#saved, elements, this.#positions)
    return scene
  }
}

/** Resolves once the page is idle, and never after the signal is aborted. */
function idle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return
    signal.addEventListener('abort', whenIdle(resolve), { once: true })
  })
}
