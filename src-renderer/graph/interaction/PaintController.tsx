import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useSelection } from '../../stores/selection.ts'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import { useNeighbours } from '../elements/elements-cache.ts'
import { GraphPainter } from '../painting/graph-painter.ts'
import { clearTextWidths } from '../painting/measure-text.ts'
import { Prerenderer } from '../painting/prerender.ts'
import { useStage, type Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'
import { useLatest } from './use-latest.ts'

interface Props {
  readonly background: HTMLCanvasElement
  readonly foreground: HTMLCanvasElement
}

/** Paints whenever a node or the camera moves, and whenever the selection or the view changes. */
export function PaintController({ background, foreground }: Props): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const painter = useMemo(() => new GraphPainter(background, foreground), [background, foreground])
  const prerenderer = useMemo(() => new Prerenderer(painter), [painter])
  const { cy } = stage

  useLayoutEffect(() => painter.show(stage), [painter, stage])

  useEffect(() => prerenderer.schedule(() => stage), [prerenderer, stage])

  useEffect(() => {
    let frame = 0
    let painted = readPositions(cy)
    const current = (): Stage => latest.current
    const draw = (): void => {
      frame = 0
      painter.show(latest.current)
      const positions = readPositions(cy)
      if (positions === painted) prerenderer.update(current)
      else prerenderer.schedule(current)
      painted = positions
    }
    const drawSoon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(draw)
    }
    const prerenderAgain = (): void => prerenderer.schedule(current)
    const fontsLoaded = (): void => {
      clearTextWidths()
      painter.invalidate()
      drawSoon()
      prerenderAgain()
    }
    // Cytoscape reports its frames. Painting in the same frame keeps labels from trailing behind nodes.
    cy.on('render', draw)
    const unsubscribe = [useGraphView.subscribe(drawSoon), useSelection.subscribe(drawSoon), useNeighbours.subscribe(prerenderAgain)]
    document.fonts.addEventListener('loadingdone', fontsLoaded)
    const font = `500 11px ${latest.current.theme.font}`
    if (!document.fonts.check(font)) void document.fonts.load(font)
    return () => {
      cancelAnimationFrame(frame)
      prerenderer.stop()
      painter.stop()
      cy.off('render', draw)
      document.fonts.removeEventListener('loadingdone', fontsLoaded)
      for (const stop of unsubscribe) stop()
    }
  }, [cy, painter, prerenderer, latest])
  return null
}
