import { CLOSE_CODES, STREAM_ERRORS } from '../../../src-shared/contract/errors.ts'
import { STREAMS, clientFrame, serverFrames, type StreamDef } from '../../../src-shared/contract/streams.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { collectSchemas, type JsonSchema } from '../../lib/json-schemas.ts'

/** The WebSocket half of the contract as AsyncAPI 3.0: one channel, the frames both sides send, a message per stream. */

const ROOT = '#/components/schemas/'
const CHANNEL = '#/channels/service'
const ref = (path: string): JsonSchema => ({ $ref: path })

export function streamNetworks(stream: StreamDef): string[] {
  const { needs } = stream
  return Object.values(NETWORKS)
    .filter((row) => needs === undefined || row.publicMetrics[needs])
    .map((row) => row.id)
}

export function buildAsyncApi(version: string, host: string): JsonSchema {
  const schemas = collectSchemas(ROOT)
  const messages: Record<string, JsonSchema> = {
    client: { name: 'client', title: 'What a client sends', payload: schemas.of(clientFrame, 'input') },
  }
  for (const [name, frame] of Object.entries(serverFrames)) {
    if (name !== 'event') messages[name] = { name, title: `Frame "${name}"`, payload: schemas.of(frame) }
  }
  const events: string[] = []
  for (const [name, stream] of Object.entries(STREAMS) as [string, StreamDef][]) {
    const id = `event.${name}`
    events.push(id)
    messages[id] = {
      name: id,
      title: `Event of ${name}`,
      summary: streamSummary(stream),
      payload: eventSchema(name, schemas.of(stream.data), schemas.of(serverFrames.event)),
    }
  }
  const sent = Object.keys(messages).filter((name) => name !== 'client')
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Holderscope streams',
      version,
      description: `Subscribe with frames, receive events. Errors: ${list(STREAM_ERRORS)}. Close codes: ${list(CLOSE_CODES)}.`,
    },
    defaultContentType: 'application/json',
    servers: { local: { host, protocol: 'ws', security: [ref('#/components/securitySchemes/header'), ref('#/components/securitySchemes/query')] } },
    channels: {
      service: {
        address: '/',
        title: 'The one socket, also at /ws',
        messages: Object.fromEntries(Object.keys(messages).map((name) => [name, ref(`#/components/messages/${name}`)])),
      },
    },
    operations: {
      request: { action: 'receive', channel: ref(CHANNEL), messages: [ref(`${CHANNEL}/messages/client`)] },
      answer: {
        action: 'send',
        channel: ref(CHANNEL),
        messages: sent.filter((name) => !events.includes(name)).map((name) => ref(`${CHANNEL}/messages/${name}`)),
      },
      event: { action: 'send', channel: ref(CHANNEL), messages: events.map((name) => ref(`${CHANNEL}/messages/${name}`)) },
    },
    components: {
      messages,
      schemas: { ...schemas.components },
      securitySchemes: {
        header: { type: 'httpApiKey', in: 'header', name: 'X-API-Key' },
        query: { type: 'httpApiKey', in: 'query', name: 'api-key' },
      },
    },
  }
}

function streamSummary(stream: StreamDef): string {
  const delivery = stream.delivery === 'every-event' ? 'Every event, in order.' : 'Full state: the current one immediately, then the newest.'
  const parent = stream.parent === undefined ? '' : ` Derived from ${stream.parent}.`
  return `${stream.summary}. ${delivery}${parent} Networks: ${streamNetworks(stream).join(', ')}.`
}

function eventSchema(name: string, data: JsonSchema, envelope: JsonSchema): JsonSchema {
  const { retracted, ...properties } = envelope['properties'] as Record<string, JsonSchema>
  const required = envelope['required'] as string[]
  const own = { ...envelope, properties: { ...properties, stream: { const: name }, data } }
  // Only trades are retracted; every other event has data.
  return name === 'dex_trades'
    ? { ...own, properties: { ...own.properties, retracted: retracted ?? {} } }
    : { ...own, required: [...required, 'data'] }
}

const list = (rows: Readonly<Record<string, string | number>>): string =>
  Object.entries(rows)
    .map(([name, meaning]) => `${name} (${meaning})`)
    .join(', ')
