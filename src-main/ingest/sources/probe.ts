import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Capabilities } from '../../chains/adapter.ts'
import { openAdapter } from '../../chains/registry.ts'
import { redactEndpoint } from '../../config/config.ts'
import { AppError } from '../../lib/app-error.ts'

/** The capabilities of an endpoint, or why it cannot be used. */
export interface ProbedEndpoint {
  readonly network: NetworkId
  /** Scheme and host only, since the rest may contain a key. */
  readonly endpoint: string
  readonly found: Capabilities | null
  /** Why it cannot be used; null when it answers. */
  readonly fault: string | null
}

const PROBE_TIMEOUT_MS = 10_000

/** Tests the capabilities of one endpoint over a connection of its own. Never rejects. */
export async function probeEndpoint(network: NetworkId, url: string): Promise<ProbedEndpoint> {
  const endpoint = redactEndpoint(url)
  const timeout = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  try {
    const adapter = openAdapter({ network, endpoints: [url] })
    try {
      return { network, endpoint, found: await adapter.probe(timeout), fault: null }
    } finally {
      await adapter.close()
    }
  } catch (error) {
    return { network, endpoint, found: null, fault: timeout.aborted ? 'It did not answer within ten seconds.' : faultMessage(error) }
  }
}

function faultMessage(error: unknown): string {
  if (error instanceof AppError) return error.say
  return error instanceof Error ? error.message : String(error)
}
