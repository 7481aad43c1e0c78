import { useEffect } from 'react'
import { useStage } from '../stage.ts'

/** Takes out of cytoscape's picture what the legend or "hide" took out of ours. */
export function FilterController({ loaded }: { loaded: boolean }): null {
  const { cy, shown } = useStage()
  useEffect(() => {
    cy.batch(() => {
      cy.nodes().forEach((node) => {
        const isShown = shown.nodeById.has(node.id())
        if (node.hasClass('gone') === isShown) node.toggleClass('gone', !isShown)
      })
    })
  }, [cy, shown, loaded])
  return null
}
