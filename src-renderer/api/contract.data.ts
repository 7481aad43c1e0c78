import { ROUTES, type RouteDef, type RouteId } from '../../src-shared/contract/routes.ts'
import { STREAMS, type StreamName } from '../../src-shared/contract/streams.ts'
import { createShapes } from './describe-schema.ts'
import type { Shape } from './shape.ts'

/**
 * The part of the contract that the page needs in the normal case. The build evaluates this file and inlines its values
 * (`src-main/packaging/evaluated-data.ts`), because building every schema takes a tenth of the page's start, and zod and the schemas are 200 kB.
 */

const shapes = createShapes()

interface RouteData {
  readonly method: string
  readonly path: string
  /** The shape of the answer; null if only the schema can check it. */
  readonly answer: number | null
}

const readRoute = ({ method, path, returns }: RouteDef): RouteData => ({ method, path, answer: returns === null ? null : shapes.add(returns) })

export const ROUTE_DATA = Object.fromEntries(Object.entries(ROUTES).map(([id, route]) => [id, readRoute(route)])) as Readonly<
  Record<RouteId, RouteData>
>

/** The shape of each stream's data; null as above. */
export const STREAM_SHAPES = Object.fromEntries(Object.entries(STREAMS).map(([name, { data }]) => [name, shapes.add(data)])) as Readonly<
  Record<StreamName, number | null>
>

export const SHAPES: readonly Shape[] = shapes.list
