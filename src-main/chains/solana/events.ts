import { ByteReader, discriminator, startsWith } from './bytes.ts'
import type { Call, DecodableTransaction } from './call.ts'
import { PROGRAM_DATA, RAY_LOG } from './log-marks.ts'
import type { SwapAmounts, Venue } from './programs/venue.ts'

/** Anchor programs that emit through a call to themselves begin it with this (first 8 bytes of sha256 "anchor:event"). */
const SELF_CPI = discriminator('e445a52e51cb9a1d')

/** What a program emits through a call to itself, discriminator included; null for the data of any other call. */
export function emittedBody(data: Uint8Array): Uint8Array | null {
  return startsWith(data, SELF_CPI) ? data.subarray(SELF_CPI.length) : null
}

/** Bodies of the venue's own swap events in an instruction's own parts, in order, discriminators included. */
export function eventBodies(tx: DecodableTransaction, venue: Venue, parts: readonly Call[]): Uint8Array[] {
  const bodies: Uint8Array[] = []
  if (venue.events === undefined) return bodies
  for (const part of parts) {
    if (part.venue !== venue) continue
    const emitted = emittedBody(part.data)
    for (const event of venue.events) {
      if (event.transport === 'self_cpi') {
        if (emitted !== null && startsWith(emitted, event.discriminator)) bodies.push(emitted)
        continue
      }
      const prefix = event.transport === 'ray_log' ? RAY_LOG : PROGRAM_DATA
      for (const line of tx.eventLogs.byPlace.get(part.place) ?? []) {
        const body = line.startsWith(prefix) ? Buffer.from(line.slice(prefix.length), 'base64') : null
        if (body !== null && startsWith(body, event.discriminator)) bodies.push(body)
      }
    }
  }
  return bodies
}

/** Whether any of the venue's events tells these amounts; null when there is no readable event. */
export function eventsAgree(venue: Venue, bodies: readonly Uint8Array[], moved: SwapAmounts): boolean | null {
  let told: boolean | null = null
  for (const body of bodies) {
    const event = venue.events?.find((row) => startsWith(body, row.discriminator))
    const amounts = event?.amounts(new ByteReader(body, event.discriminator.length)) ?? null
    if (amounts === null) continue
    const ppm = event?.roundingPpm ?? 0n
    told = told === true || (near(amounts.in, moved.in, ppm) && near(amounts.out, moved.out, ppm))
  }
  return told
}

/** Equal, or with a tolerance within that many millionths and one unit. */
function near(told: bigint, moved: bigint, ppm: bigint): boolean {
  const distance = told > moved ? told - moved : moved - told
  return distance === 0n || (ppm > 0n && distance <= (moved * ppm) / 1_000_000n + 1n)
}
