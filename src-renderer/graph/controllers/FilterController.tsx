import type { SingularElementArgument } from 'cytoscape'
import { useEffect } from 'react'
import { useStage } from '../stage.ts'

/** Takes out of cytoscape's picture what the legend or "hide" took out of ours. */
export function FilterController({ loaded }: { loaded: boolean }): null {
  const { cy, shown } = useStage()
  useEffect(() => {
    const links = new Set(shown.links.map((link) => link.id))
    cy.batch(() => {
      cy.elements().forEach((element: SingularElementArgument) => {
        const isShown = element.isNode() ? shown.nodeById.has(element.id()) : links.has(element.id())
        if (element.hasClass('gone') === isShown) element.toggleClass('gone', !isShown)
      })
    })
  }, [cy, shown, loaded])
  return null
}
