import { base64 } from '@scure/base'
import { ByteReader, startsWithHex } from './bytes.ts'
import type { SwapAmounts, Venue } from './programs/venue.ts'
import { walk, type Instruction } from './transaction.ts'

/** Anchor programs that emit through a call to themselves begin it with this (first 8 bytes of sha256 "anchor:event"). */
const SELF_CPI = 'e445a52e51cb9a1d'
const SELF_CPI_BYTES = 8
const PROGRAM_DATA = 'Program data: '
const RAY_LOG = 'Program log: ray_log: '

/** Bodies of the venue's own swap events in an instruction and its calls, in order, discriminators included. */
export function eventBodies(venue: Venue, instruction: Instruction, belongs: (part: Instruction) => boolean): Uint8Array[] {
  const bodies: Uint8Array[] = []
  for (const part of walk(instruction)) {
    if (part.program !== venue.program || !belongs(part)) continue
    const emitted = startsWithHex(part.data, SELF_CPI) ? part.data.subarray(SELF_CPI_BYTES) : null
    for (const event of venue.events ?? []) {
      if (event.transport === 'self_cpi' && emitted !== null && startsWithHex(emitted, event.discriminator)) bodies.push(emitted)
      if (event.transport === 'self_cpi') continue
      const prefix = event.transport === 'ray_log' ? RAY_LOG : PROGRAM_DATA
      for (const body of logged(part.logs, prefix)) if (startsWithHex(body, event.discriminator)) bodies.push(body)
    }
  }
  return bodies
}

function logged(logs: readonly string[], prefix: string): Uint8Array[] {
  return logs.flatMap((line) => {
    if (!line.startsWith(prefix)) return []
    try {
      return [base64.decode(line.slice(prefix.length).trim())]
    } catch {
      return []
    }
  })
}

/** Whether any of the venue's events tells these amounts; null when there is no readable event. */
export function eventsAgree(venue: Venue, bodies: readonly Uint8Array[], moved: SwapAmounts): boolean | null {
  let told: boolean | null = null
  for (const body of bodies) {
    const event = venue.events?.find((row) => startsWithHex(body, row.discriminator))
    const amounts = event?.amounts(new ByteReader(body, event.discriminator.length / 2)) ?? null
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
