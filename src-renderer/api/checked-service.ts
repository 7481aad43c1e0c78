import { createClient, type Session } from '../../src-client/client.ts'
import { createLive } from '../../src-client/live.ts'
import type { RouteId } from '../../src-shared/contract/routes.ts'
import type { StreamName } from '../../src-shared/contract/streams.ts'
import { ROUTE_DATA, SHAPES, STREAM_SHAPES } from './contract.data.ts'
import { createGuards } from './guard.ts'
import type { Service } from './service.tsx'

/**
 * The client with every answer and event checked against the contract. Guards accept values that the contract's schemas would return unchanged. For
 * all other values the schemas are loaded, and decide.
 */
export const checkedService = (session: Session): Service => ({
  client: createClient({ session, routes: ROUTE_DATA, parseAnswer }),
  live: createLive({ session, parseData }),
})

const guardAt = createGuards(SHAPES)
/** Null if the service was updated after the page was loaded and no longer serves this file. */
const loadSchemas = () => import('./contract-check.ts').catch(() => null)

const isAccepted = (shape: number | null, value: unknown): boolean => shape !== null && guardAt(shape)(value)

/** Undefined for a body that does not match the schema of its route. */
export async function parseAnswer(id: RouteId, body: unknown): Promise<unknown> {
  if (isAccepted(ROUTE_DATA[id].answer, body)) return body
  return (await loadSchemas())?.checkAnswer(id, body)
}

/** Undefined for an unknown stream, and for data that does not match its schema. */
export function parseData(stream: string, data: unknown): unknown {
  if (!Object.hasOwn(STREAM_SHAPES, stream)) return undefined
  const name = stream as StreamName
  return isAccepted(STREAM_SHAPES[name], data) ? data : loadSchemas().then((schemas) => schemas?.checkData(name, data))
}
