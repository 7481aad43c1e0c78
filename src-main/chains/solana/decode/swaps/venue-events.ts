import { ByteReader, discriminator, startsWith } from '../../encoding/byte-reader.ts'
import type { ProgramInstruction, DecodableTransaction } from '../../programs/program-instruction.ts'
import { PROGRAM_DATA, RAY_LOG } from '../../transaction/program-logs.ts'
import type { SwapAmounts, Venue, VenueEvent } from '../../programs/venue.ts'

/** Prefix of Anchor's `emit_cpi!` (https://docs.rs/anchor-lang, `EVENT_IX_TAG`): the first 8 bytes of sha256("anchor:event"), little-endian. */
const SELF_CPI = discriminator('e445a52e51cb9a1d')

/** The event that a program emits by a CPI to itself, with its discriminator; null for any other instruction data. */
export function selfCpiPayload(data: Uint8Array): Uint8Array | null {
  return startsWith(data, SELF_CPI) ? data.subarray(SELF_CPI.length) : null
}

/** The venue's swap events in these instructions, in order, with their discriminators. */
export function readEventPayloads(tx: DecodableTransaction, venue: Venue, parts: readonly ProgramInstruction[]): Uint8Array[] {
  const bodies: Uint8Array[] = []
  if (venue.events === undefined) return bodies
  for (const part of parts) {
    if (part.venue !== venue) continue
    const emitted = selfCpiPayload(part.data)
    if (emitted !== null && isEvent(venue, 'self_cpi', emitted)) bodies.push(emitted)
    if (!part.logs) continue
    for (const line of tx.eventLogs.byIndex.get(part.index) ?? []) {
      const [transport, prefix] = line.startsWith(RAY_LOG) ? (['ray_log', RAY_LOG] as const) : (['program_data', PROGRAM_DATA] as const)
      const body = Buffer.from(line.slice(prefix.length), 'base64')
      if (isEvent(venue, transport, body)) bodies.push(body)
    }
  }
  return bodies
}

function isEvent({ events = [] }: Venue, transport: VenueEvent['transport'], body: Uint8Array): boolean {
  return events.some((event) => event.transport === transport && startsWith(body, event.discriminator))
}

export interface EventAgreement {
  /** Whether any event states the amounts that moved; null if there is no readable event. */
  readonly agreed: boolean | null
  /** What the venue charged, from the first event that agrees and states it; null if unknown. */
  readonly fees: SwapAmounts | null
}

export function compareEvents(venue: Venue, bodies: readonly Uint8Array[], moved: SwapAmounts): EventAgreement {
  let agreed: boolean | null = null
  let fees: SwapAmounts | null = null
  for (const body of bodies) {
    const event = venue.events?.find((row) => startsWith(body, row.discriminator))
    const amounts = event?.amounts?.(new ByteReader(body, event.discriminator.length)) ?? null
    if (amounts === null) continue
    const ppm = event?.roundingPpm ?? 0n
    if (isNear(amounts.in, moved.in, ppm) && isNear(amounts.out, moved.out, ppm)) {
      agreed = true
      fees ??= event?.fees?.(new ByteReader(body, event.discriminator.length)) ?? null
    } else agreed ??= false
  }
  return { agreed, fees }
}

/** Equal, or within `ppm` parts per million plus one raw unit. */
function isNear(stated: bigint, moved: bigint, ppm: bigint): boolean {
  const distance = stated > moved ? stated - moved : moved - stated
  return distance === 0n || (ppm > 0n && distance <= (moved * ppm) / 1_000_000n + 1n)
}
