import '../../api/no-eval.ts'
import { z } from 'zod'
import { snapshotRecord, type SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { fastParse } from '../../api/fast-parse.ts'

/** A snapshot of ten thousand holders with all links stays well below this. */
export const SNAPSHOT_FILE_MAX_BYTES = 64 * 1024 * 1024

/** Fields that identify a snapshot even if the rest is damaged. */
const snapshotShape = z.looseObject({ token_address: z.string(), timestamp: z.number(), token_metadata: z.unknown() })

/** Parses a snapshot file, or explains why it is not one. */
export function parseSnapshotFile(text: string): { readonly snapshot: SnapshotRecord } | { readonly error: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { error: 'This file is not valid JSON, or it is incomplete. Snapshots are exported as JSON files.' }
  }
  const parsed = fastParse(snapshotRecord, value)
  if (parsed.success) return { snapshot: parsed.data }
  if (!snapshotShape.safeParse(value).success)
    return { error: 'This file is not a Holderscope snapshot. Import holder maps and recorded node responses on the start page.' }
  const where = parsed.error.issues[0]?.path.join('.') ?? ''
  return {
    error: `This snapshot cannot be read: it is damaged or from a newer version (at ${where}). Export it again, or update Holderscope.`,
  }
}
