import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useSelection } from '../../stores/selection.ts'
import { forgetWidths } from '../measure.ts'
import { OverlayPainter } from '../overlay-painter.ts'
import { useStage } from '../stage.ts'
import { useLatest } from '../use-latest.ts'
import { useGraphView } from '../view-store.ts'

interface Props {
  readonly under: HTMLCanvasElement
  readonly over: HTMLCanvasElement
}

/** Paints the picture whenever a wallet or the camera moved, and whenever the selection or the view changed. */
export function OverlayController({ under, over }: Props): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const painter = useMemo(() => new OverlayPainter(under, over), [under, over])
  const { cy, seats } = stage

  useLayoutEffect(() => painter.show(stage), [painter, stage])

  useEffect(() => {
    let frame = 0
    const draw = (): void => {
      frame = 0
      painter.show(latest.current)
    }
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(draw)
    }
    const written = (): void => {
      forgetWidths()
      painter.forget()
      later()
    }
    // Cytoscape says when it has drawn: painting in the same frame keeps labels from trailing behind shapes.
    cy.on('render', draw)
    const stops = [seats.onMove(later), useGraphView.subscribe(later), useSelection.subscribe(later)]
    document.fonts.addEventListener('loadingdone', written)
    void document.fonts.load(`500 11px ${latest.current.theme.font}`).then(written)
    return () => {
      cancelAnimationFrame(frame)
      painter.stop()
      cy.off('render', draw)
      document.fonts.removeEventListener('loadingdone', written)
      for (const stop of stops) stop()
    }
  }, [cy, seats, painter, latest])
  return null
}
