import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** `Expect` of a request (https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1), which node would answer before any check. */

/** Clients that send their body only when asked to. */
const awaiting = new WeakMap<IncomingMessage, ServerResponse>()

/**
 * A client that expects `100-continue` is asked for its body only where the body is read, so it learns that a call is refused before it sends a file.
 * Other expectations are ignored: node would answer them without the body of an error.
 */
export function heedExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaiting.set(request, response)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
}

/** Asks the client for the body of its request, if it waits to be asked. */
export function askForBody(request: IncomingMessage): void {
  awaiting.get(request)?.writeContinue()
}
