import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Capabilities } from '../../chains/adapter.ts'
import { openAdapter } from '../../chains/registry.ts'
import { shownEndpoint } from '../../config/config.ts'
import { AppError } from '../../lib/app-error.ts'

/** What one endpoint can do, or why it cannot be used. */
export interface ProbedEndpoint {
  readonly network: NetworkId
  /** As it may be shown: no path, no key. */
  readonly endpoint: string
  readonly found: Capabilities | null
  /** One sentence; null when the endpoint answers. */
  readonly fault: string | null
}

const PROBE_LIMIT_MS = 10_000

/** Asks one endpoint what it can do, on a connection of its own; never rejects. */
export async function probeEndpoint(network: NetworkId, url: string): Promise<ProbedEndpoint> {
  const endpoint = shownEndpoint(url)
  const limit = AbortSignal.timeout(PROBE_LIMIT_MS)
  try {
    const adapter = openAdapter({ network, endpoints: [url] })
    try {
      return { network, endpoint, found: await adapter.probe(limit), fault: null }
    } finally {
      await adapter.close()
    }
  } catch (error) {
    return { network, endpoint, found: null, fault: limit.aborted ? 'It did not answer within ten seconds.' : faultWords(error) }
  }
}

function faultWords(error: unknown): string {
  if (error instanceof AppError) return error.say
  return error instanceof Error ? error.message : String(error)
}
