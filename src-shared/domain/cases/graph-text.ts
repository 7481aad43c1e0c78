import { countOf, shortAddress } from '../shown.ts'
import type { GraphChange } from './graph.ts'

/** Describes a change of a graph or a view in words. */
export function describeGraphChange(change: GraphChange): string {
  switch (change.part) {
    case 'graph_set': {
      const { set, after, nodes, token_address } = change
      const token = shortAddress(token_address)
      if (set === 'hidden') return `${after ? 'Hid' : 'Showed'} ${nodesOf('wallet', nodes)} of ${token}`
      return after ? `Drew ${nodesOf('cluster', nodes)} of ${token} as one` : `Expanded ${nodesOf('cluster', nodes)} of ${token}`
    }
    case 'pins': {
      const { before, after, token_address } = change
      const known = new Set(before.map(({ node }) => node))
      const done = after.length === 0 ? 'Unpinned' : after.every(({ node }) => known.has(node)) ? 'Moved' : 'Pinned'
      return `${done} ${nodesOf(
        'wallet',
        (after.length === 0 ? before : after).map(({ node }) => node),
      )} of ${shortAddress(token_address)}`
    }
    case 'thresholds':
      return thresholdText(change)
    case 'view': {
      const done = change.before === null ? 'Saved' : change.after === null ? 'Deleted' : 'Renamed'
      return `${done} the view “${(change.after ?? change.before)?.name ?? ''}”`
    }
  }
}

const GROUP = /^group:/

function nodesOf(what: string, nodes: readonly string[]): string {
  const [only = ''] = nodes
  return nodes.length === 1 && what === 'wallet' ? shortAddress(only.replace(GROUP, '')) : countOf(nodes.length, what)
}

function thresholdText({ before, after }: Extract<GraphChange, { part: 'thresholds' }>): string {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => before[key] !== after[key])
  const [only = ''] = keys
  if (Object.keys(after).length === 0) return 'Ended the trial of thresholds'
  if (keys.length > 1) return `Tried ${countOf(keys.length, 'threshold')}`
  return after[only] === undefined ? `Took back the threshold ${only}` : `Tried the threshold ${only} at ${after[only]}`
}
