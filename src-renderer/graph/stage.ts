import cytoscape, { type Core } from 'cytoscape'
import { createContext, use } from 'react'
import { STYLESHEET } from './cytoscape/cytoscape-elements.ts'
import type { GraphElements, Positions } from './elements/elements.ts'
import type { Follower } from './cytoscape/follower.ts'
import type { GraphTheme } from './theme/theme.ts'

/** What every controller of one picture shares. */
export interface Stage {
  readonly cy: Core
  /** The element that takes keys and pointers. */
  readonly host: HTMLElement
  readonly elements: GraphElements
  /** The same wallet by wallet: no cluster drawn as one. */
  readonly whole: GraphElements
  /** What the filters let through. */
  readonly shown: GraphElements
  readonly theme: GraphTheme
  /** `network:address`, under which positions are remembered. */
  readonly token: string
  readonly seats: SeatBook
  /** Brings cytoscape to where the seats are. */
  readonly follower: Follower
}

export const StageContext = createContext<Stage | null>(null)

/** The stage of the picture around this component. */
export function useStage(): Stage {
  const stage = use(StageContext)
  if (stage === null) throw new Error('This part of the graph stands outside of a GraphPanel.')
  return stage
}

/** Cytoscape as we use it: canvas, a bitmap while the picture moves, nothing selected by itself. */
export function createCytoscape(container: HTMLElement): Core {
  const cy = cytoscape({
    container,
    style: STYLESHEET,
    layout: { name: 'preset' },
    textureOnViewport: true,
    boxSelectionEnabled: false,
    autounselectify: true,
    minZoom: 0.02,
    maxZoom: 8,
  })
  drawNothing(cy)
  return cy
}

/**
 * Before it sees that nothing of a wallet is to be drawn, cytoscape measures each one anew that has moved: a third of what a step
 * of the slider costs. What it finds under the pointer does not come from there. Its types do not name its renderer, and a later
 * one may have other parts: then it measures them again, and nothing else changes.
 */
function drawNothing(cy: Core): void {
  const nothing = (): void => undefined
  const { renderer } = cy as unknown as { readonly renderer?: () => object }
  Object.assign(renderer?.call(cy) ?? {}, { drawLayeredElements: nothing, drawCachedElements: nothing })
}

/** Where every wallet stands now. The picture is painted from here; cytoscape follows a moment later and tells only of what a hand drags. */
export class SeatBook {
  #seats: Positions = new Map()
  readonly #listeners = new Set<() => void>()

  constructor(cy: Core) {
    cy.on('drag', 'node', ({ target }) => this.place(new Map(this.#seats).set(String(target.id()), { ...target.position() })))
  }

  seats(): Positions {
    return this.#seats
  }

  /** All wallets stand here from now on, until another map is placed: this one must not change any more. */
  place(seats: Positions): void {
    this.#seats = seats
    for (const listener of this.#listeners) listener()
  }

  /** Answers how to stop listening. */
  onMove(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** Whether the person asked the system for less movement. */
export function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
