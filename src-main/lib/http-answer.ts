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

/** The seconds of a `Retry-After` header; null without one, and for dates, which no supported endpoint sends. */
export function retryAfter(header: string | null): number | null {
  if (header === null) return null
  const seconds = Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
