import type { Logger } from '../lib/logger.ts'
import type { Bus } from './interface.ts'
import { createLocalBus } from './local-bus.ts'

/** The bus at an address; null for the one inside this process. NATS is loaded only where it is set. */
export async function openBus(url: string | null, logger: Logger): Promise<Bus> {
  if (url === null) return createLocalBus()
  const { openNatsBus } = await import('./nats/nats-bus.ts')
  return openNatsBus(url, logger)
}
