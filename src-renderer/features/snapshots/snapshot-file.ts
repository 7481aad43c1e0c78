import { z } from 'zod'
import { snapshotRecord, type SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { parseKnown } from '../../api/parse-known.ts'

/** A snapshot of ten thousand holders with all their links stays well below this. */
export const SNAPSHOT_FILE_MAX_BYTES = 64 * 1024 * 1024

/** What tells a snapshot from any other file, whatever else became of it. */
const snapshotMarks = z.looseObject({ token_address: z.string(), timestamp: z.number(), token_metadata: z.unknown() })

/** The snapshot that a file's text holds, or a sentence that says why it is none. */
export function readSnapshotText(text: string): { readonly snapshot: SnapshotRecord } | { readonly fault: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'This file is not valid JSON, or it is incomplete. Snapshots are exported as JSON files.' }
  }
  const parsed = parseKnown(snapshotRecord, value)
  if (parsed.success) return { snapshot: parsed.data }
  if (!snapshotMarks.safeParse(value).success)
    return { fault: 'This file is not a Holderscope snapshot. Import holder maps and recorded node responses on the start page.' }
  const where = parsed.error.issues[0]?.path.join('.') ?? ''
  return {
    fault: `This snapshot cannot be read: it is damaged or from a newer version (at ${where}). Export it again, or update Holderscope.`,
  }
}
