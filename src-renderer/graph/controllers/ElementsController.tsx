import type { Core, EdgeSingular, NodeSingular } from 'cytoscape'
import { useEffect } from 'react'
import { hasPlainLinks, linkData, nodeData, toCytoscape } from '../cytoscape-elements.ts'
import type { GraphElements, Positions } from '../elements.ts'
import { useStage } from '../stage.ts'
import type { GraphTheme } from '../theme.ts'
import { useLatest } from '../use-latest.ts'

interface Props {
  /** Where things stand when they enter. */
  readonly placed: Positions
  /** Called when cytoscape has everything. */
  readonly onReady: () => void
}

/** Below this many elements cytoscape is ready before the eye notices; above, the bare picture is shown first. */
const AT_ONCE = 800

/** Keeps cytoscape's elements equal to the picture's. */
export function ElementsController({ placed, onReady }: Props): null {
  const { cy, elements, theme } = useStage()
  const ready = useLatest(onReady)
  useEffect(() => {
    const work = (): void => {
      syncElements(cy, elements, placed, theme)
      ready.current()
    }
    if (cy.elements().nonempty() || elements.nodes.length + elements.links.length <= AT_ONCE) {
      work()
      return undefined
    }
    // Two frames: one to get on the screen what the overlay has painted, one to start the long work.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(work)
    })
    return () => cancelAnimationFrame(frame)
  }, [cy, elements, placed, theme, ready])
  return null
}

/** Adds what is new, removes what is gone, repaints what changed. Wallets that stay do not move unless `placed` says so. */
function syncElements(cy: Core, elements: GraphElements, placed: Positions, theme: GraphTheme): void {
  if (cy.elements().empty()) {
    cy.add(toCytoscape(elements, placed, theme))
    return
  }
  const links = new Map(hasPlainLinks(elements) ? [] : elements.links.map((link) => [link.id, link]))
  cy.batch(() => {
    cy.edges()
      .filter((edge: EdgeSingular) => !links.has(edge.id()))
      .remove()
    cy.nodes()
      .filter((node: NodeSingular) => !elements.nodeById.has(node.id()))
      .remove()
    for (const node of elements.nodes) {
      const known = cy.getElementById(node.id)
      const data = nodeData(node, theme)
      if (known.empty()) cy.add({ group: 'nodes', data, position: { ...(placed.get(node.id) ?? { x: 0, y: 0 }) } })
      else repaint(known, data)
    }
    for (const link of links.values()) {
      const known = cy.getElementById(link.id)
      const data = linkData(link, elements, theme)
      if (known.empty()) cy.add({ group: 'edges', data })
      else repaint(known, data)
    }
  })
}

/** Only elements whose look changed pay for a new style. */
function repaint(element: ReturnType<Core['getElementById']>, data: Record<string, unknown>): void {
  const now = element.data() as Record<string, unknown>
  if (Object.entries(data).some(([key, value]) => now[key] !== value)) element.data(data)
}
