import { spawnNats } from '../../../e2e/fixtures/nats/nats.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { Bus } from '../interface.ts'
import { openBus } from '../open-bus.ts'

/** The buses of two processes over NATS servers of their own. Adds what to close to `opened`, to be closed in reverse order. */
export async function openNatsPair(opened: { close(): Promise<void> }[], servers = 1): Promise<[worker: Bus, api: Bus]> {
  const nats = await spawnNats(servers)
  opened.push({ close: () => nats.stop() })
  const open = async (): Promise<Bus> => {
    const bus = await openBus(nats.url, silentLogger)
    opened.push(bus)
    return bus
  }
  return [await open(), await open()]
}
