import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { RouteAccess } from '../../src-shared/contract/routes.ts'
import type { StoredAnswer } from './answer.ts'
import { keyOfHeaders } from './auth.ts'
import { refusalAtBorder, REQUEST_ID, type Answered } from './border.ts'
import { BoundedMap } from './bounded-map.ts'
import { chooseEncoding, type Encoding } from './encodings.ts'
import type { Gate } from './gate.ts'
import type { HostPolicy } from './hosts.ts'
import type { KeyRing } from './keys.ts'
import { sendPiece, type Piece } from './stored-bytes.ts'

/**
 * A way past the framework for stored bytes that are asked for over and over: what the pipeline wrote for a URL is written again,
 * with a new request id, while the answer at hand is still the same object. Every check is made anew, by the pipeline's own
 * functions. What they refuse and whatever is not plain (another method, a web origin, a condition) goes on to the pipeline.
 */
export class HotLane {
  readonly #deps: HotLaneDeps
  readonly #urls = new BoundedMap<string, HotUrl>(URLS_REMEMBERED)
  #open = true

  constructor(deps: HotLaneDeps) {
    this.#deps = deps
  }

  /** Puts the lane before the listeners that the server has. */
  leadInto(server: Server): void {
    const pipeline = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!this.#answers(request, response)) for (const listener of pipeline) listener.call(server, request, response)
    })
  }

  /** Takes in what the pipeline wrote to a request. */
  learn(request: IncomingMessage, route: HotRoute, answer: StoredAnswer, { head, body }: Piece): void {
    const { url } = request
    if (url === undefined || !isPlain(request)) return
    const known = this.#urls.get(url) ?? { route, pieces: new WeakMap<StoredAnswer, Map<Encoding | null, HotPiece>>() }
    const pieces = known.pieces.get(answer) ?? new Map<Encoding | null, HotPiece>()
    pieces.set(wishOf(request), { head, body, idAt: head.indexOf(REQUEST_ID) + 1 })
    known.pieces.set(answer, pieces)
    this.#urls.set(url, known, url.length)
  }

  /** From here on the pipeline answers all: it also tells callers that their connection ends. */
  close(): void {
    this.#open = false
  }

  #answers(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#open || !isPlain(request)) return false
    const url = request.url ?? ''
    const known = this.#urls.get(url)
    if (known === undefined) return false
    const { hosts, keys, gate, note } = this.#deps
    const { path, access, atHand } = known.route
    if (refusalAtBorder(hosts, request.headers) !== undefined) return false
    const key = keyOfHeaders(request.headers)
    const caller = key === null ? null : keys.findOn(request.socket, key)
    if (caller === null || gate.refusal(caller, access) !== undefined) return false
    const answer = atHand()
    const piece = answer === null ? undefined : known.pieces.get(answer)?.get(wishOf(request))
    if (piece === undefined) return false
    const begun = performance.now()
    const id = randomUUID()
    const head = [...piece.head]
    head[piece.idAt] = id
    response.on('finish', () => note({ id, method: 'GET', url, path, status: 200, ms: performance.now() - begun, key: caller.name }))
    sendPiece(response, { head, body: piece.body })
    return true
  }
}

export interface HotLaneDeps {
  readonly hosts: HostPolicy
  readonly keys: KeyRing
  readonly gate: Gate
  note(answered: Answered): void
}

/** A call of a route that asks for a key, as a URL names it. */
export interface HotRoute {
  /** The route's path as the router knows it. */
  readonly path: string
  readonly access: RouteAccess
  /** The answer if it needs neither a promise nor a look at the store. */
  atHand(): StoredAnswer | null
}

interface HotUrl {
  readonly route: HotRoute
  /** Held no longer than their answers are held elsewhere. */
  readonly pieces: WeakMap<StoredAnswer, Map<Encoding | null, HotPiece>>
}

interface HotPiece extends Piece {
  /** Where in the head the request id stands. */
  readonly idAt: number
}

/** In characters of URLs, as for those whose values are remembered. */
const URLS_REMEMBERED = 1_000_000

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.origin === undefined && headers['if-none-match'] === undefined

/** What a caller would have its answer encoded in, were it long enough. */
const wishOf = ({ headers }: IncomingMessage): Encoding | null => chooseEncoding(headers['accept-encoding'])
