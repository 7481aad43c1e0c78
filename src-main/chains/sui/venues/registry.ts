import { parseStructType } from '../encoding/move-type.ts'
import { AMM_EVENTS } from './amm.ts'
import { CLMM_EVENTS } from './clmm.ts'
import { DEEPBOOK_EVENTS } from './deepbook.ts'
import { LAUNCHPAD_EVENTS } from './launchpads.ts'
import type { VenueEvent } from './venue.ts'

/** Every event that is decoded. A venue is a row in one of the imported lists. */
export const VENUE_EVENTS: readonly VenueEvent[] = [...CLMM_EVENTS, ...AMM_EVENTS, ...DEEPBOOK_EVENTS, ...LAUNCHPAD_EVENTS]

/**
 * Packages of aggregators. They emit an event in addition to the exchange's own, and counting both would double the volume. They also report deposits
 * with stake pools like swaps, which are no trades (docs/detection.md#reading-trades).
 */
const AGGREGATORS: readonly string[] = [
  '0xeffc8ae61f439bb34c9b905ff8f29ec56873dcedf81c7123ff2f1f67c45ec302',
  '0x43811be4677f5a5de7bf2dac740c10abddfaa524aee6b18e910eeadda8a2f6ae',
  '0x368d13376443a8051b22b42a9125f6a3bc836422bb2d9c4a53984b8d6624c326',
  '0x3239061b389dcc35be021bb13d174da82fafcc87bf3d8e176e6c62619311a90c',
  '0xf2fcea41dc217385019828375764fa06d9bd25e8e4726ba1962680849fb8d613',
]

const byType = new Map(VENUE_EVENTS.map((row) => [row.type, row]))

/** The row of an event type in normal form, and its type arguments. */
export function findVenueEvent(type: string): { readonly row: VenueEvent; readonly typeArguments: readonly string[] } | null {
  const struct = parseStructType(type)
  const row = struct === null ? undefined : (byType.get(struct.name) ?? byType.get(type))
  return struct === null || row === undefined ? null : { row, typeArguments: struct.arguments }
}

/** Whether an unknown event is named like a swap and is not an aggregator's. Some venues, such as Steamm, wrap all events in `Event<…>`. */
export function looksLikeSwap(type: string): boolean {
  const struct = parseStructType(type)
  if (struct === null || AGGREGATORS.some((pack) => struct.name.startsWith(`${pack}::`))) return false
  const name = struct.name.split('::').at(-1) ?? ''
  const [wrapped] = struct.arguments
  return name === 'Event' && wrapped !== undefined ? looksLikeSwap(wrapped) : /swap|trade/i.test(name) && !/quote/i.test(name)
}

export function swapEventTypes(venue: { readonly dex: string; readonly dexVersion: string }): readonly string[] {
  return VENUE_EVENTS.filter((row) => row.kind === 'swap' && row.dex === venue.dex && row.version === venue.dexVersion).map((row) => row.type)
}
