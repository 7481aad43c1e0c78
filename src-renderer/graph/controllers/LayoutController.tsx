import { useEffect } from 'react'
import type { GraphElements, Point } from '../elements.ts'
import { bubbleLayout } from '../layout/bubble-layout.ts'
import { timeLayout } from '../layout/time-layout.ts'
import { runForce } from '../layout/run-force.ts'
import { rememberSeats } from '../layout/remember-seats.ts'
import { moveTo } from '../move-to.ts'
import { useStage, wantsStillness, type Stage } from '../stage.ts'
import { setArranging, useGraphView } from '../view-store.ts'
import { fitAll } from '../fit.ts'
import { useLatest } from '../use-latest.ts'

/** Arranges the picture anew when asked; pinned wallets stay where they are. */
export function LayoutController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    let stopRunning = (): void => undefined
    const stop = useGraphView.subscribe((view, before) => {
      if (view.arrangement === before.arrangement) return
      stopRunning()
      stopRunning = view.layout === 'force' ? arrangeByForce(latest.current) : arrangeAtOnce(latest.current, PACKED[view.layout])
    })
    return () => {
      stop()
      stopRunning()
    }
  }, [cy, latest])
  return null
}

/** Layouts that are computed in one go; the force layout needs time. */
const PACKED = {
  bubbles: bubbleLayout,
  time: (elements: GraphElements) => timeLayout(elements).positions,
} as const

function arrangeAtOnce(stage: Stage, layout: (elements: GraphElements) => ReadonlyMap<string, Point>): () => void {
  return moveTo(stage.cy, unpinned(layout(stage.elements)), wantsStillness(), () => finish(stage))
}

function arrangeByForce(stage: Stage): () => void {
  setArranging(true)
  const still = wantsStillness()
  const start = unpinnedOver(bubbleLayout(stage.elements), stage.seats.seats())
  const task = runForce(stage.elements, start, useGraphView.getState().pinned, (positions, settled) => {
    if (!settled && still) return
    stage.cy.batch(() => {
      for (const [id, at] of positions) stage.cy.getElementById(id).position({ ...at })
    })
    if (settled) finish(stage)
  })
  return () => {
    task.stop()
    setArranging(false)
  }
}

function finish(stage: Stage): void {
  setArranging(false)
  fitAll(stage)
  rememberSeats(stage)
}

function unpinned(positions: ReadonlyMap<string, Point>): Map<string, Point> {
  const { pinned } = useGraphView.getState()
  return new Map([...positions].filter(([id]) => !pinned.has(id)))
}

function unpinnedOver(positions: ReadonlyMap<string, Point>, present: ReadonlyMap<string, Point>): Map<string, Point> {
  const { pinned } = useGraphView.getState()
  return new Map([...positions].map(([id, at]) => [id, pinned.has(id) ? (present.get(id) ?? at) : at]))
}
