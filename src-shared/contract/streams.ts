import { z } from 'zod'
import { NETWORK_IDS, type MetricNeed } from '../networks.ts'
import { STREAM_ERRORS, type StreamErrorCode } from './errors.ts'
import { clusterRecord, followRecord, jobRecord, scanReport, tradeRecord, watchAlert } from './records/index.ts'
import { isoTime, networkId, percent, units } from './schema.ts'

/** The streams (docs/api/streams.md#streams): payloads, parents, and how each behaves under backpressure. */

export interface StreamDef {
  readonly summary: string
  readonly data: z.ZodType
  /** Full-state streams send the current state on subscribe and keep only the newest event under backpressure. */
  readonly delivery: 'full-state' | 'every-event'
  readonly parent?: 'dex_metrics'
  readonly needs?: MetricNeed
  /** `ALL` may be subscribed with the firehose permission. */
  readonly firehose?: true
}

export const dexMetricsData = z
  .object({
    total_supply: units,
    cluster_pct: percent,
    snipers_pct: percent,
    bundlers_pct: percent,
    dev_pct: percent,
    insiders_pct: percent,
    top10_pct: percent,
    gini: z.number(),
    hhi: z.number(),
    nakamoto: z.int(),
    top_10_holder_concentration: percent,
    holder_count: z.int().nullable(),
  })
  .meta({ id: 'DexMetrics' })
export type DexMetricsData = z.infer<typeof dexMetricsData>

const clustersData = z.object({ total_supply: units, ...clusterRecord.shape }).meta({ id: 'ClustersEvent' })

const stream = <const S extends StreamDef>(def: S): S => def

export const STREAMS = {
  dex_trades: stream({
    summary: 'Every trade of a token, pool or wallet, once it is confirmed',
    data: tradeRecord,
    delivery: 'every-event',
    firehose: true,
  }),
  scanner: stream({ summary: 'Every new scan of a token', data: scanReport, delivery: 'full-state' }),
  clusters: stream({ summary: 'All clusters of a token, whenever they change', data: clustersData, delivery: 'full-state' }),
  dex_metrics: stream({ summary: 'All percentages of a token, whenever one changes', data: dexMetricsData, delivery: 'full-state' }),
  insiders: stream({
    summary: 'Insider and dev percentages',
    delivery: 'full-state',
    parent: 'dex_metrics',
    needs: 'insiders',
    data: z.object({ insiders_pct: percent, dev_pct: percent }),
  }),
  bundlers: stream({
    summary: 'Bundler percentage',
    data: z.object({ bundlers_pct: percent }),
    delivery: 'full-state',
    parent: 'dex_metrics',
    needs: 'bundlers',
  }),
  snipers: stream({
    summary: 'Sniper percentage',
    data: z.object({ snipers_pct: percent }),
    delivery: 'full-state',
    parent: 'dex_metrics',
    needs: 'snipers',
  }),
  'local.jobs': stream({ summary: 'Progress of the jobs on a token', data: jobRecord, delivery: 'full-state' }),
  'local.follow': stream({
    summary: 'Status of following a token, or a whole network for ALL, and reorganised blocks',
    data: followRecord,
    delivery: 'full-state',
    firehose: true,
  }),
  'local.alerts': stream({
    summary: 'Every new alert of a watch rule about a token, or about any token of the network for ALL',
    data: watchAlert,
    delivery: 'every-event',
    firehose: true,
  }),
} as const satisfies Record<string, StreamDef>

export type StreamName = keyof typeof STREAMS
export const STREAM_NAMES = Object.keys(STREAMS) as StreamName[]
export type StreamData<S extends StreamName> = z.infer<(typeof STREAMS)[S]['data']>

export const FIREHOSE = 'ALL'
export const HEARTBEAT_MS = 15_000
export const SILENT_PEER_MS = 45_000
export const MAX_SUBSCRIPTIONS = 1_000
export const MAX_FRAME_BYTES = 64 * 1024

/* Frames of the client. Fields are checked one by one, so that one bad entry in `subs` does not fail the others. */

const frameId = z.union([z.string().max(200), z.number()])
/** Clients in languages without absent fields send null instead. */
const absentAsNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)
export const clientFrame = z.object({
  op: z.enum(['subscribe', 'unsubscribe', 'unsubscribe_all', 'list', 'ping']),
  id: absentAsNull(frameId),
  network: z.unknown().optional(),
  address: z.unknown().optional(),
  stream: z.unknown().optional(),
  since: z
    .unknown()
    .optional()
    .describe('The cursor of an event, or a time: events stored since then are sent first. On `dex_trades` and `scanner`.'),
  retractions: absentAsNull(z.unknown()).describe('False: trades that the chain reverts are not reported.'),
  subs: absentAsNull(z.array(z.unknown())),
})

/* Frames of the server. */

const streamErrorCode = z.enum(Object.keys(STREAM_ERRORS) as [StreamErrorCode, ...StreamErrorCode[]])
const subscriptionResult = z.object({
  network: z.unknown(),
  address: z.unknown(),
  stream: z.unknown(),
  status: z.enum(['ok', 'already_subscribed', 'not_subscribed', 'error']),
  code: streamErrorCode.optional(),
  message: z.string().optional(),
})

/** A separate member, so that only events have `stream` beside `op`. */
const subscriptionKey = z.object({ network: networkId, address: z.string(), stream: z.string() })

export const serverFrames = {
  ready: z.object({
    op: z.literal('ready'),
    connection_id: z.string(),
    server_time: isoTime,
    heartbeat_ms: z.int(),
    max_subscriptions: z.int(),
  }),
  subscribed: z.object({ op: z.literal('subscribed'), id: frameId.optional(), results: z.array(subscriptionResult), active: z.int() }),
  ack: z
    .object({
      op: z.literal('ack'),
      id: frameId.optional(),
      subscription: subscriptionKey,
      token_address: z.string().nullable().describe('The token that is followed for the subscription; null when all trades of the network are.'),
      from_block: z.int().describe('All trades of the address in blocks from here on are sent; earlier ones may have been sent.'),
    })
    .describe('What a subscription to `dex_trades` covers, once its source is followed up to the head.'),
  unsubscribed: z.object({ op: z.literal('unsubscribed'), id: frameId.optional(), results: z.array(subscriptionResult), active: z.int() }),
  subscriptions: z.object({
    op: z.literal('subscriptions'),
    id: frameId.optional(),
    subs: z.array(subscriptionKey),
  }),
  pong: z.object({ op: z.literal('pong'), id: frameId.optional(), server_time: isoTime }),
  event: z.object({
    op: z.literal('event'),
    network: z.enum(NETWORK_IDS),
    address: z.string(),
    stream: z.string(),
    timestamp: isoTime,
    data: z.unknown().optional(),
    retracted: tradeRecord
      .optional()
      .describe('In place of `data`: a trade of `dex_trades` that was sent before, and whose block the chain has reverted.'),
    seq: z.int().positive().describe('Number of the event in its subscription, from 1.'),
    cursor: z
      .string()
      .optional()
      .describe('Where `since` goes on after this event. Events of `dex_trades` and `scanner` have one, except those of replays.'),
    unknown: z.array(z.string()).optional().describe('Fields of the data whose value is unknown. Absent if all are known.'),
    coverage: z.string().optional().describe('What the facts behind the data cover. Absent if that is everything.'),
  }),
  error: z.object({
    op: z.literal('error'),
    id: frameId.nullable(),
    code: streamErrorCode,
    message: z.string(),
    subscription: subscriptionKey.optional().describe('The subscription to `dex_trades` that cannot be kept; absent from other errors.'),
  }),
} as const
export type ServerFrame = z.infer<(typeof serverFrames)[keyof typeof serverFrames]>
