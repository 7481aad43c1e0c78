import { postJson } from '../../../src-main/lib/http-post.ts'

/** Calls one endpoint without the app's pacing, retries and checks, to see its raw answer. */
export type RawCall = (method: string, params: readonly unknown[]) => Promise<RawAnswer>

export type RawAnswer = { readonly result: unknown } | { readonly refusal: string }

const ANSWER_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 30_000

export function rawCallTo(url: string): RawCall {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await postJson(new URL(url), body, { signal: AbortSignal.timeout(TIMEOUT_MS), answerBytes: ANSWER_BYTES })
    const wait = answer.waitSeconds === null ? '' : `, wait of ${answer.waitSeconds} s`
    if (answer.status !== 200) return { refusal: `HTTP ${answer.status}${wait}` }
    const { result, error } = JSON.parse(answer.body?.toString('utf8') ?? '{}') as { result?: unknown; error?: { code?: number; message?: string } }
    return error === undefined ? { result } : { refusal: `error ${error.code ?? ''} ${error.message ?? ''}`.trim() }
  }
}
