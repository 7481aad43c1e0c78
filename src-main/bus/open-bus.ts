import type { Logger } from '../lib/logger.ts'
import type { Bus } from './interface.ts'
import { createLocalBus } from './local-bus.ts'

/** Opens the bus at a URL; null means the bus inside this process. The NATS client is loaded only if a URL is set. */
export async function openBus(url: string | null, logger: Logger): Promise<Bus> {
  if (url === null) return createLocalBus()
  const { openNatsBus } = await import('./nats/nats-bus.ts')
  return openNatsBus(url, logger)
}
