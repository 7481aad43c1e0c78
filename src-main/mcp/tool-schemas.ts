import { z } from 'zod'
import { ROUTES, type RouteDef } from '../../src-shared/contract/routes.ts'
import { collectSchemas, type JsonSchema } from '../lib/json-schemas.ts'
import { partOf, type Part, type Tool } from './tools.ts'

/** Arguments and answers of the tools, from the schemas of their routes. */

/** Parameters of routes that a cursor replaces, and an alias. */
const REPLACED: ReadonlySet<string> = new Set(['offset', 'limit', 'cursor', 'order'])
const cursor = z.string().max(4_000).optional().meta({ description: 'next_cursor of the previous answer; keep the other arguments the same' })

type Shape = Record<string, z.core.SomeType>

/** The arguments of one route: path, query and body in one object. */
function routeShape(route: RouteDef): Shape {
  const body = route.body instanceof z.ZodObject ? route.body.shape : {}
  return { ...route.params?.shape, ...route.query?.shape, ...body }
}

export function argumentsOf(tool: Tool): z.ZodObject {
  if (tool.computed !== undefined) return z.strictObject(tool.computed.takes.shape)
  const shapes = Object.values(tool.parts).map((part) => routeShape(ROUTES[partOf(part).route]))
  // `wallets` of the life lines is the wallet that the other routes of the tool have in their path.
  const all = Object.entries(Object.assign({}, ...shapes) as Shape).filter(
    ([name]) => !REPLACED.has(name) && !(name in (tool.fixed ?? {})) && !(name === 'wallets' && shapes.length > 1),
  )
  return z.strictObject({ ...Object.fromEntries(all), ...(tool.paging === undefined ? {} : { cursor }) })
}

/** Null stands for a missing answer, and for a field whose value is unknown. */
function answerOf({ route, only }: Part): z.ZodType {
  const { returns }: RouteDef = ROUTES[route]
  if (!(returns instanceof z.ZodObject)) return z.unknown()
  const kept = Object.entries(returns.shape).filter(([name]) => only === undefined || only.includes(name))
  return z.object(Object.fromEntries(kept.map(([name, schema]) => [name, schema instanceof z.ZodArray ? schema : z.nullable(schema)])))
}

export const dataOf = (tool: Tool): z.ZodObject =>
  tool.computed?.returns ?? z.object(Object.fromEntries(Object.entries(tool.parts).map(([name, part]) => [name, z.nullable(answerOf(partOf(part)))])))

/** The fields around the data of every answer. */
export const envelope = z.object({
  notice: z.string(),
  as_of: z.iso.datetime().nullable().meta({ description: 'Time of the oldest state described; null if there is none' }),
  sources: z.array(z.string()).meta({ description: 'live, snapshot or import' }),
  coverage: z.array(z.string()).meta({ description: 'What the facts cover; null if that is everything' }),
  unknown: z.array(z.string()).meta({ description: 'Fields of the data whose value is unknown; they are null' }),
  not_checked: z
    .array(z.object({ part: z.string(), code: z.string(), reason: z.string() }))
    .meta({ description: 'Parts of the data that could not be answered; they are null' }),
  transactions: z.array(z.string()).meta({ description: 'Transaction ids that the data cites' }),
  cut: z
    .array(z.object({ path: z.string(), shown: z.int(), total: z.int() }))
    .meta({ description: 'Lists and texts that were shortened to keep the answer small' }),
  next_cursor: z.string().nullable().meta({ description: 'Pass it as cursor for the next page; null at the end' }),
})
export type Envelope = z.infer<typeof envelope>

const LOCAL = '#/$defs/'

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema & { type: 'object' } {
  const schemas = collectSchemas(LOCAL)
  const made = schemas.of(schema, io)
  return { ...made, ...(Object.keys(schemas.components).length === 0 ? {} : { $defs: schemas.components }), type: 'object' }
}
