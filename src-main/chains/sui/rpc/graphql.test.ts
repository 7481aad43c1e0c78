import { expect, it } from 'vitest'
import { z } from 'zod'
import { serveJson, type JsonAnswer } from '../../../../e2e/fixtures/json-server.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { parseSuiEndpoint } from './endpoint.ts'
import { createGraphqlClient } from './graphql.ts'

const LIMITS = { inFlight: 1, timeoutMs: 10_000, answerBytes: 1_000, attempts: 1, firstDelayMs: 1 }
const QUERY = { name: 'a query', text: '{ epoch }', answer: z.object({ epoch: z.int() }) }
const failing = (message: string, code?: string): JsonAnswer => ({
  status: 200,
  body: JSON.stringify({ data: null, errors: [{ message, ...(code === undefined ? {} : { extensions: { code } }) }] }),
})

async function ask(answer: JsonAnswer): Promise<unknown> {
  const server = await serveJson(() => Promise.resolve(answer))
  const client = createGraphqlClient([parseSuiEndpoint(`${server.url}/graphql`)], () => 0, undefined, LIMITS)
  try {
    return await client.query(QUERY, {}, new AbortController().signal)
  } catch (error) {
    return error instanceof NodeFault ? [error.kind, error.text] : error
  } finally {
    await server.close()
  }
}

it('returns the data of an answer', async () => {
  expect(await ask({ status: 200, body: '{"data":{"epoch":7}}' })).toEqual({ epoch: 7 })
})

/** Messages and codes of https://github.com/MystenLabs/sui/blob/main/crates/sui-indexer-alt-graphql/src/error.rs. */
it.each<[string, JsonAnswer, readonly [string, string]]>([
  ['a checkpoint that the service no longer keeps', failing('Checkpoint 5 out of range'), ['no_state', 'Checkpoint 5 out of range']],
  ['data that was pruned', failing('Request is outside consistent range: pruned'), ['no_state', 'Request is outside consistent range: pruned']],
  ['a query that takes too long', failing('Request timed out', 'REQUEST_TIMEOUT'), ['unreachable', 'Request timed out']],
  ['a fault of the service', failing('boom', 'INTERNAL_SERVER_ERROR'), ['unreachable', 'boom']],
  ['a query that it does not accept', failing('Unknown field "x"', 'GRAPHQL_VALIDATION_FAILED'), ['refused', 'Unknown field "x"']],
  ['control characters in a message', failing('a\u0000b\nc'), ['refused', 'a b c']],
  ['an answer that is not GraphQL, with an error status', { status: 404, body: 'no' }, ['refused', 'HTTP 404: the answer is not a GraphQL answer']],
  ['an answer that is not GraphQL', { status: 200, body: 'no' }, ['unreachable', 'HTTP 200: the answer is not a GraphQL answer']],
  ['a server that is down', { status: 502, body: '' }, ['unreachable', 'HTTP 502']],
  ['an answer that is too long', { status: 200, body: `"${'x'.repeat(1_000)}"` }, ['too_large', 'answer above 1000 bytes']],
])('reports %s', async (_what, answer, fault) => {
  expect(await ask(answer)).toEqual(fault)
})
