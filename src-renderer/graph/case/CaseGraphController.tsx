import type { EventObject } from 'cytoscape'
import { useEffect, useRef, useState } from 'react'
import { useChangeCase, useOpenCase } from '../../api/use-case.ts'
import { noteCaseGraph, usePreferences } from '../../stores/preferences.ts'
import { readPositions, setPositions } from '../cytoscape/cytoscape-graph.ts'
import type { Point } from '../elements/elements.ts'
import { useLatest } from '../interaction/use-latest.ts'
import { saveUserArrangement } from '../layout/arrangement.ts'
import { tokenOf, useStage, type Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'
import { graphDifference, isGraphOf, isSameSet, knownGraph, pinMoves, shownGraph, type KnownGraph } from './known-graph.ts'

/**
 * Records hidden, grouped and pinned nodes in the open case, each change as one step, and applies changes made by undo, redo or another window. If a
 * case has nothing stored for this graph yet, it takes over what is shown with the first change.
 */
export function CaseGraphController(): null {
  const stage = useStage()
  const { cy, token } = stage
  const record = useOpenCase()
  const { mutateAsync } = useChangeCase()
  const { network, address } = tokenOf(stage)
  const id = record?.id ?? null
  const graph = record?.graphs.find(isGraphOf(network, address))
  const [pending, setPending] = useState(0)
  /** What the case will contain once all changes are made; null while no case is open. */
  const known = useRef<KnownGraph | null>(null)
  const showing = useRef(false)
  const latest = useLatest(stage)

  useEffect(() => {
    const grabbed = new Map<string, Point>()
    const grab = ({ target }: EventObject): void => void grabbed.set(String(target.id()), { ...target.position() })
    const settle = (): void => {
      if (known.current !== null) setPositions(cy, pinMoves(known.current, known.current, readPositions(cy)))
    }
    cy.on('grab', 'node', grab)
    cy.on('layoutstop', settle)
    const stop = useGraphView.subscribe((view, before) => {
      if (view.token !== token || known.current === null || showing.current) return
      if (view.hidden === before.hidden && view.grouped === before.grouped && view.pinned === before.pinned) return
      const now = shownGraph(view, known.current, readPositions(cy), grabbed)
      const difference = graphDifference(known.current, now)
      if (difference === null) return
      known.current = now
      noteCaseGraph(token)
      setPending((count) => count + 1)
      void mutateAsync({ op: 'change_graph', network, token_address: address, ...difference })
        .catch(() => undefined)
        .finally(() => setPending((count) => count - 1))
    })
    return () => {
      cy.off('grab', 'node', grab)
      cy.off('layoutstop', settle)
      stop()
    }
  }, [cy, token, network, address, mutateAsync])

  useEffect(() => {
    if (id === null) {
      known.current = null
      return
    }
    // The results of pending changes are already shown.
    if (pending > 0) return
    const wanted = knownGraph(graph)
    const before = known.current ?? wanted
    known.current = wanted
    if (graph !== undefined) noteCaseGraph(token)
    else if (!usePreferences.getState().caseGraphs.includes(token)) return
    showing.current = true
    showGraph(latest.current, wanted, before)
    showing.current = false
  }, [id, graph, pending, token, latest])

  return null
}

function showGraph(stage: Stage, wanted: KnownGraph, before: KnownGraph): void {
  const { hidden, grouped, pinned } = useGraphView.getState()
  const moves = pinMoves(before, wanted, readPositions(stage.cy))
  setPositions(stage.cy, moves)
  const pins = new Set(wanted.pinned.keys())
  useGraphView.setState({
    hidden: isSameSet(hidden, wanted.hidden) ? hidden : wanted.hidden,
    grouped: isSameSet(grouped, wanted.grouped) ? grouped : wanted.grouped,
    pinned: isSameSet(pinned, pins) ? pinned : pins,
  })
  if (moves.size > 0) saveUserArrangement(stage)
}
