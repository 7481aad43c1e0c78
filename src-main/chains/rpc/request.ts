import type { z } from 'zod'
import { contradiction } from './node-fault.ts'

/** Whoever puts calls to nodes: one endpoint, or several behind one another. */
export interface RpcClient {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown>
}

/** Asks a node and believes the answer only in the shape expected. */
export async function request<S extends z.ZodType>(
  rpc: RpcClient,
  schema: S,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<z.output<S>> {
  return parseAnswer(rpc.hosts, schema, method, await rpc.call(method, params, signal))
}

/** An answer in the shape expected. @throws AppError `source_unavailable` that names what is wrong with it */
export function parseAnswer<S extends z.ZodType>(hosts: string, schema: S, method: string, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw contradiction(hosts, `${method} does not have the expected form at ${issue?.path.join('.') ?? 'its root'} (${issue?.message ?? 'unknown'})`)
}

/** Runs work over items, a few at once, answers in the order of the items; the first failure ends it. */
export async function mapConcurrent<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array<R>(items.length)
  let next = 0
  const lane = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i]
      if (item !== undefined) results[i] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  return results
}
