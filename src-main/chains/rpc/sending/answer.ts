import { z } from 'zod'
import type { FaultKind, NodeFault } from '../node-fault.ts'
import { BatchRejected, isBusy, type Call, type Outcome } from './call.ts'

/** Reads the envelopes of JSON-RPC answers. */

/** An HTTP answer to one or more calls. */
export interface HttpAnswer {
  readonly status: number
  readonly waitSeconds: number | null
  readonly body: Uint8Array
}

export interface AnswerFaults {
  /** Classifies a refusal by its HTTP status, JSON-RPC code and text. */
  readonly classify: (answer: { status: number; code: number | null; text: string }) => FaultKind
  readonly fault: MakeFault
}
export type MakeFault = (
  method: string,
  kind: FaultKind,
  text: string,
  more?: { readonly waitSeconds?: number | null; readonly cause?: unknown },
) => NodeFault

/** Gateways in front of nodes also send the code as text, or the whole error. */
const refusal = z.union([
  z.string().transform((message) => ({ code: undefined, message, data: undefined })),
  z.object({
    code: z.coerce.number().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    data: z.unknown().optional(),
  }),
])
const envelope = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  result: z.unknown().optional(),
  error: refusal.nullish(),
})
const batchEnvelope = z.array(z.looseObject({ id: z.number() }))
/** Infura names the wait in the error (https://docs.infura.io/api/networks/ethereum/how-to/avoid-rate-limiting). */
const waitInError = z.object({ backoff_seconds: z.number().nonnegative() })
const waitInData = z.union([waitInError, z.object({ rate: waitInError }).transform(({ rate }) => rate)])

/** Bytes that are read of an answer without an envelope, to classify its text. */
const TEXT_BYTES = 240

export const isOk = ({ status }: HttpAnswer): boolean => status >= 200 && status <= 299

/** The result or error of the call with an id, from the parsed envelope of the answer. */
export function readAnswer(method: string, id: number, parsedBody: unknown, answer: HttpAnswer, { classify, fault }: AnswerFaults): Outcome {
  const { status, waitSeconds, body } = answer
  const parsed = envelope.safeParse(parsedBody)
  const error = parsed.success ? parsed.data.error : undefined
  if (error !== undefined && error !== null) {
    const { code = null, message: text = '', data } = error
    const asked = waitSeconds ?? waitInData.safeParse(data).data?.backoff_seconds ?? null
    return { fault: fault(method, classify({ status, code, text }), text, { waitSeconds: asked }) }
  }
  if (!isOk(answer)) {
    const kind = classify({ status, code: null, text: textOf(body.subarray(0, TEXT_BYTES)) })
    // An endpoint that names a wait is reachable, and only asks for a pause.
    return { fault: fault(method, kind === 'unreachable' && waitSeconds !== null ? 'busy' : kind, `HTTP ${status}`, { waitSeconds }) }
  }
  if (!parsed.success || parsed.data.result === undefined) return { fault: fault(method, 'unreachable', 'the answer is not a JSON-RPC answer') }
  // A cache or a balancer in front of the node may mix up answers.
  if (String(parsed.data.id ?? id) !== String(id)) return { fault: fault(method, 'unreachable', 'the answer belongs to another call') }
  return { result: parsed.data.result }
}

/**
 * The results and errors of the calls of a batch, whose ids count up from `firstId`.
 *
 * @throws NodeFault if the rate is exceeded, BatchRejected if not every call was answered
 */
export function readBatch(calls: readonly Call[], firstId: number, answer: HttpAnswer, faults: AnswerFaults): readonly Outcome[] {
  const body = parseJson(answer.body)
  const parsed = batchEnvelope.safeParse(body)
  if (!parsed.success || !isOk(answer)) throw refusalOf(readAnswer(calls[0]?.method ?? '', firstId, body, answer, faults))
  const byId = new Map(parsed.data.map((one) => [one.id, one]))
  const outcomes = calls.map(({ method }, i) => readAnswer(method, firstId + i, byId.get(firstId + i), answer, faults))
  if (outcomes.every(isBusy)) throw refusalOf(outcomes[0])
  if (outcomes.some((outcome) => 'fault' in outcome && outcome.fault.kind === 'unreachable')) throw new BatchRejected()
  return outcomes
}

const refusalOf = (outcome: Outcome | undefined): Error =>
  outcome !== undefined && 'fault' in outcome && isBusy(outcome) ? outcome.fault : new BatchRejected()

export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body))
  } catch {
    return null
  }
}

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)
