import { createHash } from 'node:crypto'
import type { HolderPage } from '../../src-shared/contract/records/local.ts'

/** A record as the worker serialised it; REST and streams send these bytes unchanged. */
export interface RecordBytes {
  readonly json: Uint8Array<ArrayBuffer>
  /** SHA-256 of the bytes, hex. */
  readonly etag: string
  /** Of a list of holders: where each row begins in `json`, and where one more would, so that a part of it is served without parsing all of it. */
  readonly rowStarts?: Uint32Array
}

export const serialise = (value: unknown): RecordBytes => bytesOf(JSON.stringify(value))

export function serialiseHolders({ total, holders }: HolderPage): RecordBytes {
  const head = `{"total":${total},"holders":[`
  const rows = holders.map((holder) => JSON.stringify(holder))
  const rowStarts = new Uint32Array(rows.length + 1)
  rowStarts[0] = head.length
  // A comma or the end of the list follows each row.
  for (const [i, row] of rows.entries()) rowStarts[i + 1] = (rowStarts[i] ?? 0) + Buffer.byteLength(row) + 1
  return { ...bytesOf(`${head}${rows.join(',')}]}`), rowStarts }
}

function bytesOf(text: string): RecordBytes {
  // TextEncoder allocates its own buffer, which can be transferred to another thread. Buffer.from may return a slice of the pool.
  const json = new TextEncoder().encode(text)
  return { json, etag: createHash('sha256').update(json).digest('hex') }
}
