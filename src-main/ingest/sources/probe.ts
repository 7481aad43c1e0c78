import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Capabilities, Survey } from '../../chains/adapter.ts'
import { openAdapter } from '../../chains/registry.ts'
import type { PaceStore } from '../../chains/rpc/pacing/saved-pace.ts'
import { redactEndpoint } from '../../config/config.ts'
import { AppError } from '../../lib/app-error.ts'
import { waitText } from '../jobs/waits.ts'
import { describeEndpoint } from './describe.ts'
import { typicalCalls } from './typical-read.ts'

/** What an endpoint can do, or why it cannot be used. */
export interface ProbedEndpoint {
  readonly network: NetworkId
  /** Scheme and host only, because the path and query may contain a key. */
  readonly endpoint: string
  readonly found: FoundEndpoint | null
  /** Why it cannot be used; null when it answers. */
  readonly fault: string | null
}

export interface FoundEndpoint extends Capabilities, Survey {
  /** What it can do and what that means for reading. */
  readonly sentences: readonly string[]
  /** Calls that a typical token takes; null if it cannot be read. */
  readonly typicalCalls: number | null
}

/** An endpoint with a low limit answers the probe's calls one at a time. */
const PROBE_TIMEOUT_MS = 20_000
const SURVEY_TIMEOUT_MS = 20_000

/** Tests what one endpoint can do over a separate connection. Never rejects. */
export async function probeEndpoint(network: NetworkId, url: string, paces?: PaceStore): Promise<ProbedEndpoint> {
  const endpoint = redactEndpoint(url)
  const timeout = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  let waits: string | null = null
  try {
    const adapter = openAdapter({ network, endpoints: [url], paces })
    try {
      timeout.addEventListener('abort', () => (waits = waitText(adapter.waiting())), { once: true })
      const capabilities = await adapter.probe(timeout)
      const survey = await adapter.survey(capabilities, AbortSignal.timeout(SURVEY_TIMEOUT_MS))
      const found = { ...capabilities, ...survey }
      return {
        network,
        endpoint,
        found: { ...found, sentences: describeEndpoint(network, found), typicalCalls: typicalCalls(network, found) },
        fault: null,
      }
    } finally {
      await adapter.close()
    }
  } catch (error) {
    const silent = `It did not answer within ${PROBE_TIMEOUT_MS / 1_000} seconds.`
    return { network, endpoint, found: null, fault: timeout.aborted ? (waits ?? silent) : faultMessage(error) }
  }
}

function faultMessage(error: unknown): string {
  if (error instanceof AppError) return error.message
  return error instanceof Error ? error.message : String(error)
}
