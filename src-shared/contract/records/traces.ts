import { z } from 'zod'
import { ADDRESS_MAX_LENGTH } from '../../domain/address.ts'
import { TRACE_CALLS_MAX } from '../limits.ts'
import { address, natural, networkId, party, units, unixSeconds } from '../schema.ts'

/** Money traced from one wallet, hop by hop (docs/detection.md#trace). */

const TRACE_DIRECTIONS = ['out', 'in'] as const
export const TRACE_HOPS_MAX = 8
const TRACE_STATES = ['running', 'done', 'cancelled', 'failed', 'interrupted'] as const

/** Why money is not followed beyond a wallet. */
const TRACE_STOPS = ['service', 'contract', 'busy', 'unread', 'small', 'hops'] as const
export type TraceStop = (typeof TRACE_STOPS)[number]

const direction = z.enum(TRACE_DIRECTIONS).meta({ description: 'out: where the money it sent went. in: where the money it received came from' })
const hops = z.int().min(1).max(TRACE_HOPS_MAX)
const calls = z.int().min(1).max(TRACE_CALLS_MAX)

export const startTraceBody = z.strictObject({
  wallet: z.string().min(1).max(ADDRESS_MAX_LENGTH),
  direction,
  coin: z
    .string()
    .min(1)
    .max(ADDRESS_MAX_LENGTH)
    .optional()
    .meta({ description: 'A stored token or a listed stablecoin; the native coin when absent' }),
  since: unixSeconds.optional().meta({ description: '30 days before the end when absent' }),
  until: unixSeconds.optional().meta({ description: 'The newest block when absent' }),
  hops: hops.optional().meta({ description: '3 when absent' }),
  min_amount: z.number().nonnegative().optional().meta({ description: 'Smaller amounts are not followed, in token units; 0 when absent' }),
  calls: calls.optional().meta({ description: 'Calls to the endpoints of the network after which the trace ends; 2,000 when absent' }),
})
export type StartTraceBody = z.infer<typeof startTraceBody>

const carried = {
  fifo: units.meta({ description: 'Money that came in first goes out first' }),
  proportional: units.meta({ description: 'Every payment takes the same share of the whole balance' }),
}

const tracedWallet = z.object({
  ...party,
  hop: natural,
  read: z.boolean().meta({ description: 'Its payments were read' }),
  stop: z.enum(TRACE_STOPS).nullable().meta({
    description:
      'service: labelled as one. contract: code decides who is paid. busy: more payments than are read. unread: the note says why. small: below the minimum amount. hops: the largest distance. null: followed, or still to be read',
  }),
  note: z.string().nullable(),
  at_most: z.boolean().meta({ description: 'Its earlier balance is unknown, so it passed on at most these amounts' }),
  arrived: z.object(carried).meta({ description: 'Of what is traced; against the direction of payments when money is traced back' }),
  left: z.object(carried),
})
export type TracedWallet = z.infer<typeof tracedWallet>

const tracedPayments = z.object({
  from: address,
  to: address,
  count: z.int().positive(),
  amount: units,
  ...carried,
  first_time: unixSeconds.nullable(),
  last_time: unixSeconds.nullable(),
  txs: z.array(z.string()).max(5),
})

const way = z.object({ wallets: z.array(address), ...carried }).meta({ description: 'From the wallet on; the amounts are those of its smallest hop' })

export const traceRecord = z
  .object({
    id: z.string(),
    network: networkId,
    wallet: address,
    direction,
    coin: address.nullable().meta({ description: 'null for the native coin' }),
    symbol: z.string().nullable(),
    since: unixSeconds,
    until: unixSeconds,
    to_newest: z.boolean().meta({ description: 'The end is the newest block whenever the trace runs' }),
    hops,
    min_amount: units,
    calls: calls.meta({ description: 'The budget of one run' }),
    calls_made: natural.meta({
      description:
        'Calls to the endpoints of the network in its last run, with those of other reads at that time; on Sui each list of payments counts as one',
    }),
    state: z.enum(TRACE_STATES),
    out_of_calls: z.boolean().meta({ description: 'It stopped at its budget; resume it to continue' }),
    error: z.string().nullable(),
    created_at: unixSeconds,
    updated_at: unixSeconds,
    traced: units.meta({ description: 'What the wallet sent, or received, in that time' }),
    wallets_read: natural,
    wallets_waiting: natural.meta({ description: 'Still to be read, as far as they are known' }),
    wallets_total: natural,
    wallets: z.array(tracedWallet).meta({ description: 'By hop, then by what arrived, up to 2,000' }),
    payments_total: natural,
    payments: z.array(tracedPayments).meta({ description: 'Between two wallets in one direction, the largest first, up to 5,000' }),
    exchanges: z
      .array(z.object({ address, label: z.string().nullable(), shortest: way, most_valued: way }))
      .meta({ description: 'Exchanges that were reached: the path with the fewest hops, and the one whose smallest hop is the largest' }),
  })
  .meta({ id: 'Trace' })
export type TraceRecord = z.infer<typeof traceRecord>
export const traceList = z.object({ traces: z.array(traceRecord.omit({ wallets: true, payments: true, exchanges: true })) })
