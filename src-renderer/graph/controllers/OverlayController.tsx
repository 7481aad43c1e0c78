import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useSelection } from '../../stores/selection.ts'
import type { Positions } from '../elements.ts'
import { markMoment } from '../mark-moment.ts'
import { forgetWidths } from '../measure.ts'
import { OverlayPainter } from '../overlay-painter.ts'
import { useStage } from '../stage.ts'
import { useLatest } from '../use-latest.ts'
import { useGraphView } from '../view-store.ts'
import { wholeCamera } from '../fit.ts'

interface Props {
  readonly under: HTMLCanvasElement
  readonly over: HTMLCanvasElement
  readonly placed: Positions
  /** Cytoscape has the elements; until then the overlay paints the whole picture itself. */
  readonly ready: boolean
}

/** Paints the picture whenever cytoscape says that something moved, and whenever the selection or the view changed. */
export function OverlayController({ under, over, placed, ready }: Props): null {
  const stage = useStage()
  const latest = useLatest({ stage, ready })
  const painter = useMemo(() => new OverlayPainter(under, over), [under, over])
  const { cy } = stage

  useLayoutEffect(() => {
    if (ready) return painter.show(stage)
    const camera = wholeCamera(stage, placed)
    if (camera === null) return
    painter.showBare(stage, placed, camera)
    markMoment('first')
  }, [painter, stage, placed, ready])

  useEffect(() => {
    let frame = 0
    const draw = (): void => {
      frame = 0
      if (latest.current.ready) painter.show(latest.current.stage)
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
    const stops = [useGraphView.subscribe(later), useSelection.subscribe(later)]
    document.fonts.addEventListener('loadingdone', written)
    void document.fonts.load(`500 11px ${latest.current.stage.theme.font}`).then(written)
    return () => {
      cancelAnimationFrame(frame)
      painter.stop()
      cy.off('render', draw)
      document.fonts.removeEventListener('loadingdone', written)
      for (const stop of stops) stop()
    }
  }, [cy, painter, latest])
  return null
}
