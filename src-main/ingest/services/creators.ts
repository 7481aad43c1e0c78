import type { Address, TokenKey } from '../../../src-shared/domain/address.ts'
import { parseAddress } from '../../../src-shared/domain/parse-address.ts'
import { SERVICES, type ServiceId } from '../../../src-shared/services.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Logger } from '../../lib/logger.ts'
import { birdeye } from './birdeye.ts'
import type { CreatorService } from './creator-service.ts'
import { etherscan } from './etherscan.ts'
import type { ServiceAccess } from '../../config/config.ts'

export interface ServiceCreator {
  readonly creator: Address
  /** Name and host of the service, as shown to users: "Etherscan v2 (api.etherscan.io)". */
  readonly source: string
}

/** In order of preference. */
const CREATOR_SERVICES: readonly CreatorService[] = [etherscan, birdeye]

/** The creator named by the first service that knows one. A failing service is logged, and the next one is queried. */
export async function findCreator(
  services: ReadonlyMap<ServiceId, ServiceAccess>,
  token: TokenKey,
  logger: Logger,
  signal: AbortSignal,
): Promise<ServiceCreator | null> {
  for (const { id, readCreator } of CREATOR_SERVICES) {
    const access = services.get(id)
    const { name, networks } = SERVICES[id]
    if (access === undefined || !networks.includes(token.network)) continue
    const warn = (why: string): void => logger.warn({ service: id, network: token.network, token: token.address, why }, 'a service named no creator')
    try {
      const text = await readCreator(access, token, signal)
      const parsed = text === null ? null : parseAddress(token.network, text)
      if (parsed?.ok === true) return { creator: parsed.address, source: `${name} (${new URL(access.url).host})` }
      warn(parsed === null ? 'it does not know the token' : parsed.reason)
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error
      warn(error.message)
    }
  }
  return null
}
