import { createMcpHandler } from '@modelcontextprotocol/server'
import { workerData } from 'node:worker_threads'
import { serveAnswers } from '../lib/answer-thread.ts'
import type { McpReply, McpRequest, McpSetup } from './messages.ts'
import { createMcpServer } from './mcp-server.ts'
import { createToolClient } from './tool-client.ts'

/**
 * Answers requests to `/mcp`. It calls the routes of the service over its own port with the key of the caller, so that nothing is checked twice or
 * differently. Parsing and cutting large records would block the main thread.
 */

const { origin, version } = workerData as McpSetup

const MANAGE = 'manage'

const handler = createMcpHandler(({ authInfo }) => {
  const client = createToolClient({ origin, key: authInfo?.token ?? '' })
  return createMcpServer({ client, version, manage: authInfo?.scopes.includes(MANAGE) === true })
})

serveAnswers<McpRequest, McpReply>(async ({ method, headers, body, key, manage }) => {
  const request = new Request(`${origin}/mcp`, { method, headers: { ...headers }, ...(body === null ? {} : { body }) })
  const response = await handler.fetch(request, { authInfo: { token: key, clientId: '', scopes: manage ? [MANAGE] : [] } })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
})
