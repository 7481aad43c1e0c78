import { openAnswerThread } from '../../../../lib/answer-thread.ts'
import { workerUrl } from '../../../../lib/worker-url.ts'
import type { CodeAccess, CodeAnalysis } from '../../bytecode/analyze.ts'
import type { DecodedFunction } from '../powers/trials/functions.ts'
import { TIME_LIMITS } from '../time-limits.ts'
import type { CodeAnswer, CodeQuestion } from './code-worker.ts'

/** Five times the largest contract of https://eips.ethereum.org/EIPS/eip-170, because some chains allow larger ones. */
const MAX_CODE_BYTES = 5 * 24_576

/** One thread for all scans, because hostile code can keep it busy. */
const thread = openAnswerThread<CodeQuestion, CodeAnswer>(() => workerUrl(import.meta.url, './code-worker.ts', 'evm-code-worker'), 'evm-code')

/** Decodes the functions of runtime code on a worker thread; null if the code is too large or takes too long. */
export const decodeFunctions = async (code: string, limitMs?: number): Promise<readonly DecodedFunction[] | null> =>
  (await ask({ kind: 'functions', code }, limitMs)).functions ?? null

/** Analyzes runtime code on a worker thread; null if the code is too large or takes too long. */
export const analyzeInThread = async (code: string, limitMs?: number): Promise<CodeAnalysis | null> =>
  (await ask({ kind: 'analysis', code }, limitMs)).analysis ?? null

/** What the functions of runtime code may change and whom they obey, on a worker thread; null if the code is too large or takes too long. */
export const readAccess = async (code: string, limitMs?: number): Promise<CodeAccess | null> =>
  (await ask({ kind: 'access', code }, limitMs)).access ?? null

async function ask(question: CodeQuestion, limitMs: number = TIME_LIMITS.code): Promise<CodeAnswer> {
  if (question.code.length / 2 > MAX_CODE_BYTES) return {}
  const late = setTimeout(() => thread.end(), limitMs)
  try {
    return await thread.ask(question)
  } catch {
    return {}
  } finally {
    clearTimeout(late)
  }
}
