import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openAnswerThread } from '../../lib/answer-thread.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { McpReply, McpRequest, McpSetup } from '../../mcp/messages.ts'
import { admit, type Admission } from '../auth/admit.ts'
import { keyOfHeaders, mayCall } from '../auth/caller.ts'
import type { ServerContext } from '../context.ts'
import { readBytes } from '../http/read-body.ts'

/** `/mcp`: the tools for agents over streamable HTTP, behind the same checks of Host, Origin and key as the routes (docs/api/mcp.md). */

const MAX_BODY_BYTES = 1024 * 1024
/** The headers of a request that the protocol reads. */
const PASSED_HEADERS = ['accept', 'content-type', 'last-event-id', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'] as const

/** @returns the function that stops it */
export function registerMcp(app: FastifyInstance, context: ServerContext, admission: Admission): () => Promise<void> {
  const url = () => workerUrl(import.meta.url, '../../mcp/worker.ts', 'mcp-worker')
  const setup = (): McpSetup => ({ origin: `http://${context.address()}`, version: context.version })
  const thread = openAnswerThread<McpRequest, McpReply>(url, 'mcp', setup)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    onRequest: (request, _reply, done) => {
      admit(request, keyOfHeaders(request.headers), 'read', admission, done)
    },
    handler: async (request, reply) => {
      const { status, headers, body } = await thread.ask({
        method: request.method,
        headers: passedHeaders(request),
        body: request.method === 'POST' ? (await readBytes(request.raw, MAX_BODY_BYTES, context.limits.bodyMs)).toString('utf8') : null,
        key: keyOfHeaders(request.headers) ?? '',
        manage: request.caller !== null && mayCall(request.caller, 'manage'),
      })
      return reply
        .code(status)
        .headers({ ...headers })
        .send(body)
    },
  })
  return () => thread.end()
}

function passedHeaders({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    PASSED_HEADERS.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
