import { grouped } from '../../../src-shared/domain/shown.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { Capabilities, Survey } from '../../chains/adapter.ts'
import { durationText, rateText } from '../jobs/waits.ts'
import { TYPICAL, typicalCalls } from './typical-read.ts'

/** Sentences on what an endpoint can do and what that means for reading. Unknown properties are called unknown. */
export function describeEndpoint(network: NetworkId, found: Capabilities & Survey): readonly string[] {
  const isEvm = NETWORKS[network].family === 'evm'
  return [
    `Answers at ${unit(network)} ${grouped(found.head)}.`,
    ...(isEvm ? [logsText(found.logsMaxRange)] : []),
    eventsText(network, found.events),
    ...(isEvm ? [stateText(found.archive), `Traces: ${yesNo(found.traces)}. Simulation: ${yesNo(found.simulate)}.`] : []),
    ...(network === 'sui' ? [] : [batchesText(found.batches)]),
    paceText(found.pace),
    typicalText(network, found),
  ]
}

const UNITS = { evm: 'block', solana: 'slot', sui: 'checkpoint' } as const
const unit = (network: NetworkId): string => UNITS[NETWORKS[network].family]
const yesNo = (value: boolean | null): string => (value === null ? 'unknown' : value ? 'yes' : 'no')

/** The probe requests this many blocks. */
const WIDEST_PROBED = 10_001

function logsText(range: number | null): string {
  if (range === 0) return 'Logs: not offered, so transfers, holders, pools and trades cannot be read here.'
  if (range === null) return `Logs: no limit found at ${grouped(WIDEST_PROBED)} blocks per query.`
  return `Logs: up to ${grouped(range)} blocks per query.`
}

function eventsText(network: NetworkId, events: Survey['events']): string {
  const name = NETWORKS[network].family === 'evm' ? 'events' : 'transactions'
  if (events === null) return `How far back it keeps ${name} is unknown.`
  if (!events.isCut) return `Keeps old ${name}: it has those of ${unit(network)} ${grouped(events.since)}.`
  return `Keeps ${name} since about ${unit(network)} ${grouped(events.since)}; older ones are missing, so older tokens cannot be read completely.`
}

function stateText(archive: boolean | null): string {
  if (archive === null) return 'Whether it keeps old state is unknown.'
  return archive ? 'Keeps old state.' : 'Does not keep old state, so creators and first funders may stay unknown.'
}

/** How an endpoint counts a batch shows only while it refuses calls (docs/chains.md#batches). */
const batchesText = (batches: boolean | null): string =>
  `Batches of calls: ${yesNo(batches)}.${batches === true ? ' Long reads use them where a batch counts as one call.' : ''}`

function paceText(pace: Survey['pace']): string {
  if (pace === null) return 'Pace: unknown.'
  return pace.isLimit
    ? `Pace: ${rateText(pace.perSecond)}; it refused more.`
    : `Pace: ${rateText(pace.perSecond)} and no refusal, so it may allow more.`
}

function typicalText(network: NetworkId, found: Capabilities & Survey): string {
  const calls = typicalCalls(network, found)
  const { days, holders, swaps } = TYPICAL
  const token = `A typical token (${days} days old, ${grouped(holders)} holders, ${grouped(swaps)} swaps)`
  if (calls === null) return `${token} cannot be read here.`
  const rounded = grouped(Number(calls.toPrecision(2)))
  if (found.pace === null) return `${token} takes about ${rounded} calls; how long is unknown.`
  return `${token} takes about ${rounded} calls: ${found.pace.isLimit ? 'about' : 'at most'} ${durationText(calls / found.pace.perSecond)} at this pace.`
}
