/**
 * PostgreSQL messages: a byte that names the message, the length of the rest, and the body
 * (https://www.postgresql.org/docs/current/protocol-overview.html).
 */

export const HEADER_BYTES = 5
export const MESSAGE = { row: 0x44, complete: 0x43, error: 0x45, ready: 0x5a, parameters: 0x74, columns: 0x54 } as const
/** Status of a server outside of a transaction, in the body of `ready`. */
const IDLE = 'I'.charCodeAt(0)

export interface ServerError {
  readonly code: string
  readonly message: string
}

export interface Replies {
  take(chunk: Uint8Array): void
  readonly inTransaction: boolean
  /** The error received since the last reply, such as the reason why the server ends the connection. */
  readonly error: ServerError | null
}

const FIRST_BYTES = 64 * 1024
/** Memory above this size is released after a large reply. */
const KEPT_BYTES = 1024 * 1024

/**
 * Gathers the server's bytes in one buffer until it is ready for another request, which ends a reply. Between replies, the server may send messages
 * unasked. `done` must not keep the bytes.
 */
export function gatherReplies(waits: () => boolean, done: (reply: Buffer, error: ServerError | null) => void): Replies {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  let size = 0
  /** Offset of the next message. */
  let at = 0
  let error: ServerError | null = null
  let inTransaction = false

  function append(chunk: Uint8Array): void {
    if (size + chunk.length > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (size + chunk.length))
      larger.set(bytes.subarray(0, size))
      bytes = larger
    }
    bytes.set(chunk, size)
    size += chunk.length
  }

  function drop(count: number): void {
    const rest = bytes.subarray(count, size)
    if (bytes.length > KEPT_BYTES) bytes = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, rest.length))
    bytes.set(rest)
    size = rest.length
    at = 0
  }

  return {
    get inTransaction() {
      return inTransaction
    },
    get error() {
      return error
    },
    take(chunk) {
      append(chunk)
      while (at + HEADER_BYTES <= size) {
        const end = at + 1 + bytes.readInt32BE(at + 1)
        if (end > size) return
        const name = bytes[at]
        if (name === MESSAGE.error) error ??= readError(bytes.subarray(at + HEADER_BYTES, end))
        at = end
        if (name !== MESSAGE.ready) continue
        inTransaction = bytes[end - 1] !== IDLE
        done(bytes.subarray(0, end), error)
        error = null
        drop(end)
      }
      if (at === size && !waits()) drop(size)
    },
  }
}

/** Fields of one letter and a text, each terminated by NUL. */
function readError(body: Buffer): ServerError {
  const fields = new Map(
    body
      .toString()
      .split('\0')
      .map((field) => [field.charAt(0), field.slice(1)]),
  )
  return { code: fields.get('C') ?? '', message: fields.get('M') ?? '' }
}

/** The messages of a reply, with the offsets where each body begins and ends. */
export function* messagesOf(reply: Buffer): IterableIterator<[name: number, start: number, end: number]> {
  for (let at = 0; at < reply.length;) {
    const end = at + 1 + reply.readInt32BE(at + 1)
    yield [reply[at] ?? 0, at + HEADER_BYTES, end]
    at = end
  }
}
