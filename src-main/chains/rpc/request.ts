import type { z } from 'zod'
import { contradiction } from './node-fault.ts'

/** JSON-RPC calls to one endpoint, or to several with failover. */
export interface RpcClient {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown>
}

/** @throws AppError `source_unavailable` when the answer does not match the schema */
export async function request<S extends z.ZodType>(
  rpc: RpcClient,
  schema: S,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<z.output<S>> {
  return parseAnswer(rpc.hosts, schema, method, await rpc.call(method, params, signal))
}

/** @throws AppError `source_unavailable` naming the first field that does not match the schema */
export function parseAnswer<S extends z.ZodType>(hosts: string, schema: S, method: string, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw contradiction(hosts, `${method} does not have the expected form at ${issue?.path.join('.') ?? 'its root'} (${issue?.message ?? 'unknown'})`)
}
