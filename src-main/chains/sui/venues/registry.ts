import { parseStructType } from '../encoding/move-type.ts'
import { AMM_EVENTS } from './amm.ts'
import { CLMM_EVENTS } from './clmm.ts'
import { DEEPBOOK_EVENTS } from './deepbook.ts'
import { LAUNCHPAD_EVENTS } from './launchpads.ts'
import type { VenueEvent } from './venue.ts'

/** Every event that is understood. A venue is a row in one of the lists above. */
export const VENUE_EVENTS: readonly VenueEvent[] = [...CLMM_EVENTS, ...AMM_EVENTS, ...DEEPBOOK_EVENTS, ...LAUNCHPAD_EVENTS]

/** Aggregators write an event of their own beside the exchange's: counting both would double the volume (engine.md §1.2). */
const AGGREGATORS: readonly string[] = [
  '0xeffc8ae61f439bb34c9b905ff8f29ec56873dcedf81c7123ff2f1f67c45ec302',
  '0x43811be4677f5a5de7bf2dac740c10abddfaa524aee6b18e910eeadda8a2f6ae',
  '0x368d13376443a8051b22b42a9125f6a3bc836422bb2d9c4a53984b8d6624c326',
  '0x3239061b389dcc35be021bb13d174da82fafcc87bf3d8e176e6c62619311a90c',
]

const byType = new Map(VENUE_EVENTS.map((row) => [row.type, row]))

/** The row of an event type and its type arguments; wrappers (`Event<Inner>`) are looked through. */
export function findVenueEvent(type: string): { readonly row: VenueEvent; readonly typeArguments: readonly string[] } | null {
  const struct = parseStructType(type)
  if (struct === null) return null
  const row = byType.get(struct.name)
  if (row !== undefined) return { row, typeArguments: struct.arguments }
  const [inner] = struct.arguments
  return inner !== undefined && /::Event$/.test(struct.name) ? findVenueEvent(inner) : null
}

/** Whether an event that no row knows says by its name that something was exchanged, and is no aggregator's. */
export function looksLikeSwap(type: string): boolean {
  const struct = parseStructType(type)
  if (struct === null || AGGREGATORS.some((pack) => struct.name.startsWith(`${pack}::`))) return false
  return /swap|trade/i.test(struct.name.split('::').at(-1) ?? '')
}

export interface PoolObject {
  readonly dex: string
  readonly version: string
  /** Fields of the object that hold its two coins, in the order of its type arguments; null where that is not known. */
  readonly reserves: readonly [string, string] | null
}

/** Objects that are pools: the struct beside the swap event's, named `Pool` wherever the venue has one object a pair. */
export const POOL_OBJECTS: ReadonlyMap<string, PoolObject> = new Map(
  [
    { dex: 'cetus', version: 'clmm', module: 'pool', reserves: ['coin_a', 'coin_b'] },
    { dex: 'magma', version: 'clmm', module: 'pool', reserves: ['coin_a', 'coin_b'] },
    { dex: 'turbos', version: 'clmm', module: 'pool', reserves: ['coin_a', 'coin_b'] },
    { dex: 'bluefin', version: 'spot', module: 'pool', reserves: ['coin_a', 'coin_b'] },
    { dex: 'momentum', version: 'v3', module: 'pool', reserves: ['reserve_x', 'reserve_y'] },
    { dex: 'kriya', version: 'clmm', module: 'pool', reserves: ['reserve_x', 'reserve_y'] },
    { dex: 'kriya', version: 'amm', module: 'spot_dex', reserves: ['token_x', 'token_y'] },
    { dex: 'flowx', version: 'clmm', module: 'pool', reserves: ['reserve_x', 'reserve_y'] },
    { dex: 'deepbook', version: '3', module: 'pool', reserves: null },
  ].map(({ dex, version, module, reserves }) => {
    const swap = VENUE_EVENTS.find((row) => row.kind === 'swap' && row.dex === dex && row.version === version)
    const [first, second] = reserves ?? []
    const fields = first === undefined || second === undefined ? null : ([first, second] as const)
    return [`${swap?.type.split('::')[0] ?? ''}::${module}::Pool`, { dex, version, reserves: fields }] as const
  }),
)

/** Swap events of a venue. */
export function swapEventTypes(venue: { readonly dex: string; readonly dexVersion: string }): readonly string[] {
  return VENUE_EVENTS.filter((row) => row.kind === 'swap' && row.dex === venue.dex && row.version === venue.dexVersion).map((row) => row.type)
}
