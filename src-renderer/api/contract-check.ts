import './no-eval.ts'
import { ROUTES, type RouteDef, type RouteId } from '../../src-shared/contract/routes.ts'
import { STREAMS, type StreamName } from '../../src-shared/contract/streams.ts'

/** The contract's schemas, loaded for the first answer or event that its guard does not accept (`checked-service.ts`). */

export function checkAnswer(id: RouteId, body: unknown): unknown {
  const { returns }: RouteDef = ROUTES[id]
  return returns?.safeParse(body).data
}

export const checkData = (stream: StreamName, data: unknown): unknown => STREAMS[stream].data.safeParse(data).data
