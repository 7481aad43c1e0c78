import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useSelection } from '../../stores/selection.ts'
import { forgetWidths } from '../painting/measure-text.ts'
import { LookAhead } from '../painting/prerender.ts'
import { OverlayPainter } from '../painting/graph-painter.ts'
import { useNeighbours } from '../elements/elements-cache.ts'
import { useStage, type Stage } from '../stage.ts'
import { useLatest } from './use-latest.ts'
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
  const lookAhead = useMemo(() => new LookAhead(painter), [painter])
  const { cy, seats } = stage

  useLayoutEffect(() => painter.show(stage), [painter, stage])

  useEffect(() => lookAhead.again(() => stage), [lookAhead, stage])

  useEffect(() => {
    let frame = 0
    let moved = false
    const draw = (): void => {
      frame = 0
      painter.show(latest.current)
      if (moved) lookAhead.again(current)
      else lookAhead.follow(current)
      moved = false
    }
    const current = (): Stage => latest.current
    const again = (): void => lookAhead.again(current)
    // Not at once: a step of the slider moves wallets too, to where they were painted ahead.
    const move = (): void => {
      moved = true
      later()
    }
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(draw)
    }
    const written = (): void => {
      forgetWidths()
      painter.forget()
      later()
      again()
    }
    // Cytoscape says when it has drawn: painting in the same frame keeps labels from trailing behind shapes.
    cy.on('render', draw)
    const stops = [seats.onMove(move), useGraphView.subscribe(later), useSelection.subscribe(later), useNeighbours.subscribe(again)]
    document.fonts.addEventListener('loadingdone', written)
    void document.fonts.load(`500 11px ${latest.current.theme.font}`).then(written)
    return () => {
      cancelAnimationFrame(frame)
      lookAhead.stop()
      painter.stop()
      cy.off('render', draw)
      document.fonts.removeEventListener('loadingdone', written)
      for (const stop of stops) stop()
    }
  }, [cy, seats, painter, lookAhead, latest])
  return null
}
