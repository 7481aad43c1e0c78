import { parseAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import { SERVICES, type ServiceId } from '../../../src-shared/services.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Logger } from '../../lib/logger.ts'
import { birdeye } from './birdeye.ts'
import type { CreatorService } from './creator-service.ts'
import { etherscan } from './etherscan.ts'
import type { ServiceAccess } from '../../config/config.ts'

export interface ToldCreator {
  readonly creator: Address
  /** Who says so, for people: "Etherscan v2 (api.etherscan.io)". */
  readonly source: string
}

/** In the order in which they are asked. */
const CREATOR_SERVICES: readonly CreatorService[] = [etherscan, birdeye]

/** The first address that a set service gives. What fails is a line in the journal, and the next one is asked. */
export async function askForCreator(
  set: ReadonlyMap<ServiceId, ServiceAccess>,
  token: TokenKey,
  logger: Logger,
  signal: AbortSignal,
): Promise<ToldCreator | null> {
  for (const { id, ask } of CREATOR_SERVICES) {
    const access = set.get(id)
    const { name, networks } = SERVICES[id]
    if (access === undefined || !networks.includes(token.network)) continue
    const journal = (why: string): void =>
      logger.warn({ service: id, network: token.network, token: token.address, why }, 'no creator from a service')
    try {
      const told = await ask(access, token, signal)
      const parsed = told === null ? null : parseAddress(token.network, told)
      if (parsed?.ok === true) return { creator: parsed.address, source: `${name} (${new URL(access.url).host})` }
      journal(parsed === null ? 'it names none' : parsed.reason)
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error
      journal(error.say)
    }
  }
  return null
}
