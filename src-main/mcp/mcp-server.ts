import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import { ApiError } from '../../src-client/api-error.ts'
import type { Client } from '../../src-client/client.ts'
import { API_ERRORS } from '../../src-shared/contract/errors.ts'
import { ROUTES } from '../../src-shared/contract/routes.ts'
import { AppError } from '../lib/app-error.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import { callTool, NOTICE, parseArguments, reasonOf } from './call-tool.ts'
import { completeArgument } from './completions.ts'
import { PROMPTS } from './prompts.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import { argumentsOf, dataOf, envelope, jsonSchema } from './tool-schemas.ts'
import { partOf, TOOLS, type Tool } from './tools.ts'

/** The Model Context Protocol over the routes of a service (docs/api/mcp.md). One server answers one connection or one request. */

export interface McpOptions {
  readonly client: Client
  readonly version: string
  /** Whether tools that change stored data are offered. The service checks the key in any case. */
  readonly manage: boolean
}

const INSTRUCTIONS = `Holderscope answers who really holds a token, from data it has stored on this machine. Every answer states the time of its data (as_of), what it covers (coverage), what is unknown (unknown, not_checked) and the transactions it cites. ${NOTICE} Long answers are shortened and say so in "cut"; next_cursor returns the rest.`

export function createMcpServer({ client, version, manage }: McpOptions): Server {
  const server = new Server(
    { name: 'holderscope', title: 'Holderscope', version },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} }, instructions: INSTRUCTIONS },
  )
  const tools = TOOLS.filter(({ writes, needsManage }) => (writes !== true && needsManage !== true) || manage)
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name.slice(0, 100)}".`)
    try {
      const answer = await callTool(client, tool, params.arguments)
      for (const part of answer.not_checked) await mcpReq.log('warning', part, tool.name)
      return { structuredContent: { ...answer }, content: [{ type: 'text', text: JSON.stringify(answer) }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: sentenceOf(error) }] }
    }
  })
  server.setRequestHandler('resources/list', async () => ({ resources: await listResources(client) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: resourceTemplates() }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const answer = await orInvalid(() => readResource(client, uri), uri)
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(answer) }] }
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: PROMPTS.map(({ name, title, description, takes }) => ({
      name,
      title,
      description,
      arguments: Object.entries(takes.shape).map(([key, schema]) => ({ name: key, description: schema.description ?? key, required: true })),
    })),
  }))
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name)
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${params.name.slice(0, 100)}".`)
    const values = await orInvalid(() => parseArguments(prompt.takes, params.arguments) as Record<string, string>)
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text: prompt.text(values) } }] }
  })
  server.setRequestHandler('completion/complete', async ({ params }) => ({ completion: await orInvalid(() => completeArgument(client, params)) }))
  return server
}

function describeTool(tool: Tool) {
  const { name, title, hint, parts, writes } = tool
  const summaries = Object.values(parts).map((part) => `${ROUTES[partOf(part).route].summary}.`)
  return {
    name,
    title,
    description: [...summaries, ...(hint === undefined ? [] : [hint])].join(' '),
    inputSchema: jsonSchema(argumentsOf(tool), 'input'),
    outputSchema: jsonSchema(envelope.extend({ data: dataOf(tool) }), 'output'),
    annotations: { title, readOnlyHint: writes !== true, destructiveHint: false, idempotentHint: writes !== true, openWorldHint: false },
  }
}

/** One sentence without text from chains. */
function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code}: ${error.message}`
  if (error instanceof ApiError) return `${error.code}: ${reasonOf(error)}${error.retryAfter === null ? '' : ` Try again in ${error.retryAfter} s.`}`
  throw error
}

/** @param uri of the resource that is read */
async function orInvalid<T>(run: () => Awaitable<T>, uri?: string): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const sentence = sentenceOf(error)
    if (uri !== undefined && isMissing(error)) throw new ResourceNotFoundError(uri, sentence)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentence)
  }
}

const isMissing = (error: unknown): boolean =>
  (error instanceof AppError ? API_ERRORS[error.code].status : error instanceof ApiError ? error.status : null) === 404
