import type { Transfer } from '../../../src-shared/domain/events.ts'
import { grouped, timeText } from '../../../src-shared/domain/shown.ts'

/** Payments of a wallet are read part by part, oldest first, until there are more than requested. */

export interface PaymentPart {
  /** Number of transactions or blocks read for the part. */
  readonly size: number
  /** Unix seconds of the last one. */
  readonly until: number | null
  /** In chain order. */
  read(): Promise<readonly Transfer[]>
}

export interface CollectedPayments {
  readonly rows: readonly Transfer[]
  /** Why the remaining payments were not read and where they begin, as a sentence; null if all were read. */
  readonly stopped: string | null
}

/** A wallet may have many transactions and few payments. After this many, no further part is read. */
const MAX_INSPECTED = 1_000

export async function collectPayments(
  parts: AsyncIterable<PaymentPart>,
  most: number,
  inspectedAre: 'transactions' | 'blocks',
): Promise<CollectedPayments> {
  const rows: Transfer[] = []
  let inspected = 0
  let until: number | null = null
  for await (const part of parts) {
    if (inspected >= MAX_INSPECTED) return { rows, stopped: stoppedAt(`more than ${grouped(MAX_INSPECTED)} ${inspectedAre}`, until) }
    inspected += part.size
    rows.push(...(await part.read()))
    if (rows.length > most) {
      const kept = rows.slice(0, most)
      return { rows: kept, stopped: stoppedAt(`more than ${grouped(most)} payments`, kept.at(-1)?.time ?? null) }
    }
    until = part.until ?? until
  }
  return { rows, stopped: null }
}

const stoppedAt = (why: string, until: number | null): string =>
  `The period has ${why}${until === null ? '' : `, and was read up to ${timeText(until)}`}.`
