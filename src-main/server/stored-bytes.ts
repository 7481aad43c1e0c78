import type { FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { StoredAnswer } from './answer.ts'
import { compressed, type Encoding } from './encodings.ts'

/**
 * How stored bytes leave: headers and body made ready once per form, then written to the socket as they are. The framework's
 * own way out looks at every header and body anew, which takes longer than all else that such a call needs.
 */

/** Headers and body as they are written. */
export interface Piece {
  /** Names and values in turn. */
  readonly head: string[]
  readonly body: string | Uint8Array
}

/** Up to here a body is kept as a string of its bytes: node sends it together with the headers in one piece. */
const PIECE_BYTES = 64 * 1024

/** Pieces without the headers that belong to a call. */
const forms = new WeakMap<StoredAnswer, Map<Encoding | null, Piece>>()

/** Writes status 200, the answer's own headers, those set on the reply and its bytes in the given encoding; answers what it wrote. */
export function writeStored(reply: FastifyReply, answer: StoredAnswer, encoding: Encoding | null): Piece | Promise<Piece> {
  let known = forms.get(answer)
  if (known === undefined) forms.set(answer, (known = new Map()))
  const ready = known.get(encoding)
  if (ready !== undefined) return write(reply, ready)
  const keep = (bytes: Uint8Array): Piece => {
    const form = formOf(answer, bytes)
    known.set(encoding, form)
    return write(reply, form)
  }
  return encoding === null ? keep(answer.json) : compressed(answer.json, encoding).then(keep)
}

function formOf({ headers }: StoredAnswer, bytes: Uint8Array): Piece {
  const length = bytes.byteLength
  // One character a byte, whatever the bytes say: written as latin1 they are the same again.
  const body = length > PIECE_BYTES ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')
  return { head: [...Object.entries(headers).flat(), 'content-length', String(length)], body }
}

function write(reply: FastifyReply, { head, body }: Piece): Piece {
  const whole = [...head]
  const ofCall = reply.getHeaders()
  for (const name in ofCall) whole.push(name, String(ofCall[name]))
  reply.hijack()
  const piece = { head: whole, body }
  sendPiece(reply.raw, piece)
  return piece
}

/** Writes status 200 and the piece. */
export function sendPiece(response: ServerResponse, { head, body }: Piece): void {
  response.writeHead(200, head)
  if (typeof body === 'string') response.end(body, 'latin1')
  else response.end(body)
}
