import type { NodeFault } from '../node-fault.ts'

/** A JSON-RPC call. */
export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
  /** Reads the answer's bytes in place of JSON.parse. Such a call is no part of a batch. */
  readonly reader?: AnswerReader | undefined
}

/** Parses the bytes of a long JSON-RPC answer on another thread and resolves to its envelope, or to any other value when there is none. */
export type AnswerReader = (body: Uint8Array, signal: AbortSignal) => Promise<unknown>

/** What an endpoint answered to one call. */
export type Outcome = { readonly result: unknown } | { readonly fault: NodeFault }

export const isBusy = (outcome: Outcome): boolean => 'fault' in outcome && outcome.fault.kind === 'busy'

/** The endpoint did not answer a batch as one: it takes none, or fewer calls, or returned no whole answer. */
export class BatchNotTaken extends Error {
  override name = 'BatchNotTaken'
}
