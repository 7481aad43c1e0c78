import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Reads SQLite's write-ahead log (https://sqlite.org/fileformat2.html#walformat). */

const HEADER = 32
const PAGE_BYTES_AT = 8
const SALT_AT = 16
const SALT_BYTES = 8
const FRAME_HEADER = 24
const PAGES_AT = 4
const FRAME_SALT_AT = 8
const FRAMES_PER_READ = 64

export interface LogFrames {
  /** Changes whenever the log starts again from its beginning. */
  readonly salt: string
  /** Number of frames with this salt. They may include frames of an unfinished transaction. */
  readonly frames: number
  /**
   * Calls `visit` with the newest frame of each page among frames `[from, to)`. Pages count from 0. `pages` is the size of the database, or 0 inside
   * a transaction.
   */
  newest(from: number, to: number, visit: (page: number, content: Buffer, pages: number) => void): void
}

/** Calls `work` with the log of a database; null if it has none. */
export function withLog<T>(database: string, work: (log: LogFrames | null) => T): T {
  let file: number
  try {
    file = openSync(`${database}-wal`, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return work(null)
    throw error
  }
  try {
    return work(openLog(file))
  } finally {
    closeSync(file)
  }
}

function openLog(file: number): LogFrames | null {
  const header = Buffer.alloc(HEADER)
  if (readSync(file, header, 0, HEADER, 0) < HEADER) return null
  const salt = header.subarray(SALT_AT, SALT_AT + SALT_BYTES)
  const frameBytes = FRAME_HEADER + header.readUInt32BE(PAGE_BYTES_AT)
  const read = (frame: number, into: Buffer): number => readSync(file, into, 0, into.length, HEADER + frame * frameBytes)
  return {
    salt: salt.toString('hex'),
    frames: framesOf(Math.floor((fstatSync(file).size - HEADER) / frameBytes), salt, read),
    newest(from, to, visit) {
      const seen = new Set<number>()
      const chunk = Buffer.allocUnsafe(FRAMES_PER_READ * frameBytes)
      for (let end = to; end > from; end -= FRAMES_PER_READ) {
        const start = Math.max(from, end - FRAMES_PER_READ)
        const bytes = chunk.subarray(0, (end - start) * frameBytes)
        read(start, bytes)
        for (let at = bytes.length - frameBytes; at >= 0; at -= frameBytes) {
          const page = bytes.readUInt32BE(at) - 1
          if (seen.has(page)) continue
          seen.add(page)
          visit(page, bytes.subarray(at + FRAME_HEADER, at + frameBytes), bytes.readUInt32BE(at + PAGES_AT))
        }
      }
    },
  }
}

/** Counts the frames of this run by bisection. Frames of an older run of the log, which have another salt, follow them. */
function framesOf(most: number, salt: Buffer, read: (frame: number, into: Buffer) => number): number {
  const header = Buffer.alloc(FRAME_HEADER)
  const isOfThisRun = (frame: number): boolean => {
    read(frame, header)
    return header.subarray(FRAME_SALT_AT, FRAME_SALT_AT + SALT_BYTES).equals(salt)
  }
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isOfThisRun(middle)) low = middle + 1
    else high = middle
  }
  return low
}
