/** Reads a body up to a limit in bytes; null when it is longer. */
export async function readCapped(body: AsyncIterable<Uint8Array> | null, cap: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > cap) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Seconds to wait according to a `Retry-After` header, which has a number or a date (RFC 9110, section 10.2.3); null without one or for other text.
 *
 * @param sentAt the `Date` header of the answer: the date to wait for is one of the server's clock, which may differ from that of this machine
 */
export function retryAfter(header: string | null, sentAt: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  const now = Date.parse(sentAt ?? '')
  return Number.isNaN(date) ? null : Math.max(0, (date - (Number.isNaN(now) ? Date.now() : now)) / 1_000)
}
