import type { Address } from '../../../../src-shared/domain/address.ts'
import { scanTransfers } from './scan-transfers.ts'
import type { TransferColumns } from './transfer-columns.ts'

/** What an answer's body is expected to hold: any JSON, or Transfer events of one token, which have a reader of their own. */
export type Reading = { readonly kind: 'json' } | { readonly kind: 'transfers'; readonly token: Address }

/** A body as read. `json` is null where it is no JSON at all. */
export type Body = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'transfers'; readonly columns: TransferColumns }

/** Pure: bytes to what they say. Transfers that are not of the regular form come back as JSON, for the caller to judge. */
export function parseBody(bytes: Uint8Array, reading: Reading): Body {
  if (reading.kind === 'transfers') {
    const columns = scanTransfers(bytes, reading.token)
    if (columns !== null) return { kind: 'transfers', columns }
  }
  return { kind: 'json', value: parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
