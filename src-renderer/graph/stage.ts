import cytoscape, { type Core } from 'cytoscape'
import { createContext, use } from 'react'
import { STYLESHEET } from './cytoscape-elements.ts'
import type { GraphElements, Point } from './elements.ts'
import type { GraphTheme } from './theme.ts'

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
  return cytoscape({
    container,
    style: STYLESHEET,
    layout: { name: 'preset' },
    textureOnViewport: true,
    boxSelectionEnabled: false,
    autounselectify: true,
    minZoom: 0.02,
    maxZoom: 8,
  })
}

/** Where every wallet stands now, read from cytoscape once per change. */
export class SeatBook {
  readonly #cy: Core
  #seats: Map<string, Point> | null = null
  #version = 0

  constructor(cy: Core) {
    this.#cy = cy
    cy.on('position add remove', () => {
      this.#seats = null
    })
  }

  /** Changes whenever a wallet moved. */
  get version(): number {
    this.seats()
    return this.#version
  }

  seats(): ReadonlyMap<string, Point> {
    if (this.#seats === null) {
      const seats = new Map<string, Point>()
      this.#cy.nodes().forEach((node) => {
        const { x, y } = node.position()
        seats.set(node.id(), { x, y })
      })
      this.#seats = seats
      this.#version++
    }
    return this.#seats
  }
}

/** Whether the person asked the system for less movement. */
export function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
