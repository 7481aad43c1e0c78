import { snapshotRecord, type SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'

/** A snapshot of ten thousand holders with all their links stays well below this. */
export const SNAPSHOT_FILE_MAX_BYTES = 64 * 1024 * 1024

/** The snapshot that a file's text holds, or a sentence that says why it is none. */
export function readSnapshotText(text: string): { readonly snapshot: SnapshotRecord } | { readonly fault: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'This file is no JSON. Snapshots are exported as JSON files.' }
  }
  const parsed = snapshotRecord.safeParse(value)
  if (parsed.success) return { snapshot: parsed.data }
  const [issue] = parsed.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')}: ${issue.message})`
  return { fault: `This file is no snapshot of ours${where}. Holder maps and node answers are imported with: holderscope import FILE.` }
}
