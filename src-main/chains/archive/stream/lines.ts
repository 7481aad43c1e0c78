import { ArchiveFault } from '../fault.ts'

const NEWLINE = 0x0a

/**
 * Splits a body into lines. A last line without a newline may be cut off and is not yielded.
 *
 * @throws ArchiveFault `malformed` for a line longer than `maxLine` bytes
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, maxLine: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let start = 0
    for (;;) {
      const end = bytes.indexOf(NEWLINE, start)
      const part = bytes.subarray(start, end === -1 ? bytes.length : end)
      length += part.length
      if (length > maxLine) throw new ArchiveFault('malformed', `a line is longer than ${maxLine} bytes`)
      if (part.length > 0) parts.push(part)
      if (end === -1) break
      if (length > 0) yield parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, length)
      parts = []
      length = 0
      start = end + 1
    }
  }
}
