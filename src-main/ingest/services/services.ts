import { LRUCache } from 'lru-cache'
import { formatTokenKey, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { SERVICES, type ServiceId } from '../../../src-shared/services.ts'
import type { ReadSource } from '../../chains/security/facts.ts'
import { asConflict, writeSetting } from '../../config/config-file.ts'
import { parseServiceUrl, redactEndpoint, type Config, type SourceSetBy } from '../../config/config.ts'
import type { Logger } from '../../lib/logger.ts'
import { writeServiceKey } from '../../config/secrets.ts'
import { assertNotSetAtStartup } from '../settings/startup-overrides.ts'
import { parseUserInput } from '../settings/user-input.ts'
import { findCreator, type ServiceCreator } from './creators.ts'
import type { ServiceAccess } from '../../config/config.ts'
import { readVerifiedSource } from './sourcify.ts'

/** A service as users see it: never its key, and only scheme and host of its address. */
export interface ShownService {
  readonly endpoint: string | null
  readonly hasKey: boolean
  /** null if it is not set. */
  readonly setBy: SourceSetBy | null
}

export interface ServiceChange {
  readonly url: string | null
  readonly key?: string | null | undefined
}

/** The services outside the chain, which the owner may change while Holderscope runs. A service that is not set is never queried. */
export interface Services {
  /** Null if it is not set. */
  access(id: ServiceId): ServiceAccess | null
  shown(id: ServiceId): ShownService
  /**
   * Sets a service by its base address, or removes it with null. An omitted key is kept unless the host of the address changes.
   *
   * @throws AppError `validation_error`, or `conflict` if a flag or a variable set the service
   */
  change(id: ServiceId, to: ServiceChange): Promise<void>
  /** Reads verified source; null if no service with sources is set for the network. */
  source(network: NetworkId): ReadSource | null
  /** The creator of a token if the chain does not name it. Null if no service names it either. */
  creator(token: TokenKey, signal: AbortSignal): Promise<ServiceCreator | null>
}

export interface ServicesOptions {
  readonly config: Pick<Config, 'dataDir' | 'services' | 'servicesSetBy'>
  readonly logger: Logger
}

/** Cached creators of tokens that no read has stored yet. A restart or a change of the services clears them. */
const CACHED_CREATORS = 500

export function createServices({ config, logger }: ServicesOptions): Services {
  const set = new Map<ServiceId, ServiceAccess>(Object.entries(config.services) as [ServiceId, ServiceAccess][])
  const setBy = new Map<ServiceId, SourceSetBy>(Object.entries(config.servicesSetBy) as [ServiceId, SourceSetBy][])
  const creators = new LRUCache<string, ServiceCreator>({ max: CACHED_CREATORS })
  let changes: Promise<unknown> = Promise.resolve()

  async function change(id: ServiceId, { url: text, key }: ServiceChange): Promise<void> {
    assertNotSetAtStartup(setBy.get(id) ?? null, {
      name: SERVICES[id].name,
      isPlural: false,
      flag: '--service',
      variable: `HOLDERSCOPE_SERVICE_${id.toUpperCase()}`,
    })
    const url = text === null ? null : parseUserInput(parseServiceUrl, text)
    const before = set.get(id)
    const sameHost = url !== null && before !== undefined && new URL(url).origin === new URL(before.url).origin
    const nextKey = url === null || !SERVICES[id].takesKey ? null : key === undefined ? (sameHost ? before.key : null) : key
    await asConflict(writeServiceKey(config.dataDir, id, nextKey))
    await writeSetting(config.dataDir, 'services', id, url)
    creators.clear()
    if (url === null) {
      set.delete(id)
      setBy.delete(id)
    } else {
      set.set(id, { url, key: nextKey })
      setBy.set(id, 'file')
    }
  }

  return {
    access: (id) => set.get(id) ?? null,
    shown(id) {
      const access = set.get(id)
      return {
        endpoint: access === undefined ? null : redactEndpoint(access.url),
        hasKey: (access?.key ?? null) !== null,
        setBy: setBy.get(id) ?? null,
      }
    },
    change(id, to) {
      const done = changes.then(() => change(id, to))
      changes = done.catch(() => undefined)
      return done
    },
    source(network) {
      const access = set.get('sourcify')
      if (access === undefined || !SERVICES.sourcify.networks.includes(network)) return null
      return (contract, signal) => readVerifiedSource(access, network, contract, signal)
    },
    async creator(token, signal) {
      const key = formatTokenKey(token)
      const known = creators.get(key)
      if (known !== undefined) return known
      const found = await findCreator(set, token, logger, signal)
      if (found !== null) creators.set(key, found)
      return found
    },
  }
}

/** No service is set. */
export const NO_SERVICES: Pick<Services, 'source' | 'creator'> = { source: () => null, creator: async () => null }
