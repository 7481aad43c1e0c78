import type { CommandContext } from './case.ts'
import { compareText } from '../compare.ts'
import type { CaseView, ChangeGraph, GraphChange, GraphCommand, GraphKey, GraphSet, Pin, Thresholds } from './graph.ts'

/** The current graph values that a command may touch. */
export interface GraphValues {
  inSet(key: GraphKey, set: GraphSet): ReadonlySet<string>
  pins(key: GraphKey): ReadonlyMap<string, Pin>
  thresholds(): Thresholds
  view(id: string): CaseView | null
}

/** Like planChanges, for graphs and views. */
export function planGraph(values: GraphValues, command: GraphCommand, { at, newId }: CommandContext): GraphChange[] | null {
  switch (command.op) {
    case 'change_graph':
      return [
        ...setChanges(values, command, 'hidden', command.hide ?? [], command.show ?? []),
        ...setChanges(values, command, 'grouped', command.group ?? [], command.expand ?? []),
        ...pinChanges(values, command),
      ]
    case 'set_thresholds': {
      const [before, after] = [values.thresholds(), inOrder(command.thresholds)]
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ part: 'thresholds', before, after }]
    }
    case 'save_view': {
      const { network, token_address, name, search, camera, layout, filters, hidden, grouped, pinned, thresholds } = command
      const state = { hidden: distinct(hidden), grouped: distinct(grouped), pinned: [...lastPins(pinned).values()] }
      const content = { network, token_address, search, camera, layout, filters: distinct(filters), ...state, thresholds: inOrder(thresholds) }
      return [{ part: 'view', before: null, after: { id: newId, name, ...content, saved_at: at } }]
    }
    case 'edit_view': {
      const before = values.view(command.id)
      if (before === null) return null
      return before.name === command.name ? [] : [{ part: 'view', before, after: { ...before, name: command.name } }]
    }
    case 'delete_view': {
      const before = values.view(command.id)
      return before === null ? null : [{ part: 'view', before, after: null }]
    }
  }
}

/** A node in both `add` and `remove` is added. */
function setChanges(values: GraphValues, key: GraphKey, set: GraphSet, add: readonly string[], remove: readonly string[]): GraphChange[] {
  const now = values.inSet(key, set)
  const added = distinct(add)
  const kept = new Set(added)
  const change = (nodes: string[], after: boolean): GraphChange[] => {
    const { network, token_address } = key
    return nodes.length === 0 ? [] : [{ part: 'graph_set', set, network, token_address, nodes, before: !after, after }]
  }
  return [
    ...change(
      added.filter((node) => !now.has(node)),
      true,
    ),
    ...change(
      distinct(remove).filter((node) => now.has(node) && !kept.has(node)),
      false,
    ),
  ]
}

function pinChanges(values: GraphValues, { network, token_address, pin = [], unpin = [] }: ChangeGraph): GraphChange[] {
  const now = values.pins({ network, token_address })
  const wanted = lastPins(pin)
  const set = [...wanted.values()].filter((each) => JSON.stringify(now.get(each.node)) !== JSON.stringify(each))
  const gone = distinct(unpin).filter((node) => now.has(node) && !wanted.has(node))
  if (set.length + gone.length === 0) return []
  const before = [...set.map(({ node }) => node), ...gone].flatMap((node) => now.get(node) ?? [])
  return [{ part: 'pins', network, token_address, before, after: set }]
}

const lastPins = (pins: readonly Pin[]): Map<string, Pin> =>
  new Map(pins.map(({ node, x, y, from }) => [node, { node, x, y, from: from === null ? null : { x: from.x, y: from.y } }]))

const distinct = (values: readonly string[]): string[] => [...new Set(values)]

const inOrder = (thresholds: Thresholds): Thresholds => Object.fromEntries(Object.entries(thresholds).sort(([a], [b]) => compareText(a, b)))
