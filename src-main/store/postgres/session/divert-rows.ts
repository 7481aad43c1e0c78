import type { Socket } from 'node:net'

/** A message is a byte that names it, the length of what follows, and its body (https://www.postgresql.org/docs/current/protocol-overview.html). */
export const HEADER_BYTES = 5
const DATA_ROW = 'D'.charCodeAt(0)

/** Takes the messages of rows from a connection before pg does, whose parser knows the text format only and makes a string of every field. */
export function divertRows(stream: Socket, take: (rows: Buffer) => void): void {
  const [parse] = stream.listeners('data') as ((bytes: Buffer) => void)[]
  if (parse === undefined) throw new Error('pg does not listen to its connection')
  stream.off('data', parse)
  let held: Buffer = Buffer.alloc(0)
  /** Bytes of the current message that have not come. */
  let left = 0
  let isRow = false
  stream.on('data', (chunk: Buffer) => {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    let from = 0
    const passUntil = (end: number): void => {
      if (end > from) (isRow ? take : parse)(bytes.subarray(from, end))
      from = end
    }
    let at = Math.min(left, bytes.length)
    left -= at
    while (left === 0 && at + HEADER_BYTES <= bytes.length) {
      if (isRow !== (bytes[at] === DATA_ROW)) {
        passUntil(at)
        isRow = !isRow
      }
      const end = at + 1 + bytes.readInt32BE(at + 1)
      left = Math.max(0, end - bytes.length)
      at = end - left
    }
    passUntil(at)
    held = bytes.subarray(at)
  })
}
