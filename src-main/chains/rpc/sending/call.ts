import type { NodeFault } from '../node-fault.ts'

export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
  /** Parses the answer's bytes instead of JSON.parse. Such a call is never part of a batch. */
  readonly reader?: AnswerReader | undefined
}

/** Parses the bytes of a long JSON-RPC answer on another thread and resolves to its envelope, or to any other value when there is none. */
export type AnswerReader = (body: Uint8Array, signal: AbortSignal) => Promise<unknown>

/** The endpoint's answer to one call. */
export type Outcome = { readonly result: unknown } | { readonly fault: NodeFault }

export const isBusy = (outcome: Outcome): boolean => 'fault' in outcome && outcome.fault.kind === 'busy'

/** The endpoint did not answer a batch as a whole: it accepts no batches or fewer calls, or its answer was incomplete. */
export class BatchRejected extends Error {
  override name = 'BatchRejected'
}
