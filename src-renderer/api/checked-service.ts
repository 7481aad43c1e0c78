import { createClient, type Session } from '../../src-client/client.ts'
import { createLive } from '../../src-client/live.ts'
import { ROUTES, type RouteDef } from '../../src-shared/contract/routes.ts'
import { STREAMS, type StreamName } from '../../src-shared/contract/streams.ts'
import { fastParse } from './fast-parse.ts'
import type { Service } from './service.tsx'

/** The client with every answer and event checked by the contract's schemas. */
export const checkedService = (session: Session): Service => ({
  client: createClient({ session, routes: ROUTES, parseAnswer }),
  live: createLive({ session, parseData }),
})

/** Undefined for a body that does not match its route. */
export function parseAnswer(id: keyof typeof ROUTES, body: unknown): unknown {
  const { returns }: RouteDef = ROUTES[id]
  return returns === null ? undefined : fastParse(returns, body).data
}

/** Undefined for an unknown stream, and for data that does not match it. */
export function parseData(stream: string, data: unknown): unknown {
  return Object.hasOwn(STREAMS, stream) ? STREAMS[stream as StreamName].data.safeParse(data).data : undefined
}
