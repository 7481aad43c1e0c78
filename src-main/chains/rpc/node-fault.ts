import { AppError } from '../../lib/app-error.ts'

/** What a refusal or failure means for the caller. Each chain classifies the error texts of its nodes. */
export type FaultKind =
  /** No answer, or an incomplete one: worth another try. */
  | 'unreachable'
  /** The rate limit is exceeded: worth another try later. */
  | 'busy'
  /** The range or the answer is larger than this endpoint allows. */
  | 'too_large'
  /** The method does not exist there or is switched off. */
  | 'unsupported'
  /** The call needs the state of an old block, which the node does not keep (no archive). */
  | 'no_state'
  /** The endpoint does not have the block yet: one of several nodes behind one address may be some blocks behind the others. */
  | 'behind'
  /** The called contract reverted. */
  | 'reverted'
  /** Every other refusal. */
  | 'refused'

/** A refusal or failure of an endpoint. The message names only the host, because paths and queries may contain API keys. */
export class NodeFault extends AppError {
  override name = 'NodeFault'
  readonly kind: FaultKind
  readonly host: string
  /** The node's own error text, cleaned; empty when it gave none. */
  readonly text: string
  readonly waitSeconds: number | null

  constructor(args: { kind: FaultKind; host: string; method: string; text: string; waitSeconds?: number | null; cause?: unknown }) {
    super('source_unavailable', { message: sentence(args), facts: { method: args.method, kind: args.kind }, cause: args.cause })
    this.kind = args.kind
    this.host = args.host
    this.text = args.text
    this.waitSeconds = args.waitSeconds ?? null
  }
}

const TEXT_LENGTH = 240

/** A node's own text, safe to show: without these secrets, URLs (they may contain a key) and control characters, shortened. */
export function safeText(text: string, secrets: readonly string[] = []): string {
  const plain = secrets
    .reduce((left, secret) => left.replaceAll(secret, '…'), text)
    .replace(/https?:\/\/\S+/gi, '')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return plain.length > TEXT_LENGTH ? `${plain.slice(0, TEXT_LENGTH)}…` : plain
}

/** Whether the endpoint will not give this answer: it has no such method, keeps no such state, or refuses the call. */
export const isRefusal = (error: unknown): error is NodeFault =>
  error instanceof NodeFault && (error.kind === 'unsupported' || error.kind === 'no_state' || error.kind === 'refused')

const WHAT_TO_DO: Readonly<Record<FaultKind, string>> = {
  unreachable: 'did not answer; it may be down or unreachable',
  busy: 'reports too many requests; wait, or use an endpoint with a higher limit',
  too_large: 'does not return answers of this size; use an endpoint with a higher limit',
  unsupported: 'does not offer this call; use another endpoint',
  no_state: 'does not keep old state; use an archive endpoint',
  behind: 'does not have this block yet; one of its nodes may be behind the others',
  reverted: 'reports that the contract call reverted',
  refused: 'refused the call',
}

function sentence({ kind, host, method, text }: { kind: FaultKind; host: string; method: string; text: string }): string {
  return `${host} ${WHAT_TO_DO[kind]} (${method}${text === '' ? '' : `: ${text}`}).`
}

/** An answer that contradicts itself or another answer is refused, with both sides named. */
export function contradiction(host: string, what: string): AppError {
  return new AppError('source_unavailable', { message: `${host} gave a wrong answer: ${what}.`, facts: { host } })
}
