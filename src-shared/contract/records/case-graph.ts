import { z } from 'zod'
import { VIEW_NAME_MAX } from '../limits.ts'
import { networkId, tokenAddressText, unixSeconds } from '../schema.ts'

/**
 * What a case stores for the graphs of its tokens: hidden, grouped and pinned nodes, thresholds on trial, and saved views
 * (docs/cases.md#graph-and-views).
 */

/** Maximum number of nodes that one command changes. */
const GRAPH_NODES_MAX = 10_000
const FILTERS_MAX = 40
const THRESHOLDS_MAX = 200
const SEARCH_MAX = 4_000

const withoutNul = (text: string): boolean => !text.includes('\0')
const node = z
  .string()
  .min(1)
  .max(420)
  .refine(withoutNul, 'An address has no NUL characters.')
  .meta({ description: 'An address, or group:ADDRESS for a cluster that is drawn as one, by one of its members' })
const nodes = z.array(node).max(GRAPH_NODES_MAX)
const coordinate = z.number().min(-1e9).max(1e9)
const point = { x: coordinate, y: coordinate }
const pin = z.strictObject({
  node,
  ...point,
  from: z.strictObject(point).nullable().meta({ description: 'Where it was before; null where not known' }),
})
const pins = z.array(pin).max(GRAPH_NODES_MAX)

const graphKey = { network: networkId, token_address: tokenAddressText }
const state = { hidden: nodes, grouped: nodes.meta({ description: 'A member of each cluster that is drawn as one node' }), pinned: pins }
export const caseGraph = z.object({
  ...graphKey,
  hidden: z.array(node),
  grouped: z.array(node),
  pinned: z.array(pin),
})

export const thresholds = z
  .record(z.string().min(1).max(100).refine(withoutNul, 'A rule key has no NUL characters.'), z.number())
  .refine((value) => Object.keys(value).length <= THRESHOLDS_MAX, `At most ${THRESHOLDS_MAX} thresholds are tried at once.`)
  .meta({ description: 'Rule thresholds on trial, by rule key' })

const viewName = z.string().trim().min(1).max(VIEW_NAME_MAX).refine(withoutNul, 'A name has no NUL characters.')
const content = {
  ...graphKey,
  ...state,
  search: z.string().max(SEARCH_MAX).refine(withoutNul, 'A URL has no NUL characters.').meta({ description: "Search part of the page's URL" }),
  camera: z
    .strictObject({ ...point, zoom: z.number().positive().max(1000) })
    .nullable()
    .meta({ description: 'x and y are the middle of the panel in units of the graph, zoom is pixels for a unit' }),
  layout: z.string().min(1).max(20),
  filters: z.array(z.string().min(1).max(20)).max(FILTERS_MAX).meta({ description: 'Rows of the legend that are switched off' }),
  thresholds,
}
export const caseView = z.object({ id: z.string(), name: viewName, ...content, saved_at: unixSeconds })

export const graphCommands = [
  z.strictObject({
    op: z.literal('change_graph'),
    ...graphKey,
    hide: nodes.optional(),
    show: nodes.optional(),
    group: nodes.optional(),
    expand: nodes.optional(),
    pin: pins.optional(),
    unpin: nodes.optional(),
  }),
  z.strictObject({ op: z.literal('set_thresholds'), thresholds }),
  z.strictObject({ op: z.literal('save_view'), name: viewName, ...content }),
  z.strictObject({ op: z.literal('edit_view'), id: z.string().max(64), name: viewName }),
  z.strictObject({ op: z.literal('delete_view'), id: z.string().max(64) }),
] as const

export const graphChanges = [
  z.object({
    part: z.literal('graph_set'),
    ...graphKey,
    set: z.enum(['hidden', 'grouped']),
    nodes: z.array(node),
    before: z.boolean(),
    after: z.boolean(),
  }),
  z.object({ part: z.literal('pins'), ...graphKey, before: z.array(pin), after: z.array(pin) }),
  z.object({ part: z.literal('thresholds'), before: thresholds, after: thresholds }),
  z.object({ part: z.literal('view'), before: caseView.nullable(), after: caseView.nullable() }),
] as const
