import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { SERVICES, type ServiceId } from '../../../src-shared/services.ts'
import type { AskSource } from '../../chains/security.ts'
import { kept, writeSetting } from '../../config/config-file.ts'
import { parseServiceUrl, shownEndpoint, type Config, type SourceSetBy } from '../../config/config.ts'
import type { Logger } from '../../lib/logger.ts'
import { writeServiceKey } from '../../config/secrets.ts'
import { refuseWhatStartDecided } from '../settings/startup-overrides.ts'
import { typedByOwner } from '../settings/user-input.ts'
import { askForCreator, type ToldCreator } from './creators.ts'
import type { ServiceAccess } from '../../config/config.ts'
import { askSourcify } from './sourcify.ts'

/** What may be shown of a service: never its key, and of its address no more than scheme and host. */
export interface ShownService {
  readonly endpoint: string | null
  readonly hasKey: boolean
  /** Null where it is not set. */
  readonly setBy: SourceSetBy | null
}

export interface ServiceChange {
  readonly url: string | null
  readonly key?: string | null | undefined
}

/** The services outside the chain that the owner set, and may change while Holderscope runs. Nothing is asked of one that is not set. */
export interface Services {
  shown(id: ServiceId): ShownService
  /**
   * Sets a service by its base address, or takes it away with null. A key that is not given stays, unless the address is of
   * another host. Throws AppError `validation_error`, or `conflict` where a flag or a variable set it.
   */
  change(id: ServiceId, to: ServiceChange): Promise<void>
  /** Null where no service that knows sources is set for the network. */
  source(network: NetworkId): AskSource | null
  /** Who made a token, for where the chain does not tell; null where no service that is set knows it. */
  creator(token: TokenKey, signal: AbortSignal): Promise<ToldCreator | null>
}

export interface ServicesOptions {
  readonly config: Pick<Config, 'dataDir' | 'services' | 'servicesSetBy'>
  readonly logger: Logger
}

/** Creators that were told, of tokens that no read stored yet; a restart or a change of the services asks anew. */
const REMEMBERED = 500

export function createServices({ config, logger }: ServicesOptions): Services {
  const set = new Map<ServiceId, ServiceAccess>(Object.entries(config.services) as [ServiceId, ServiceAccess][])
  const setBy = new Map<ServiceId, SourceSetBy>(Object.entries(config.servicesSetBy) as [ServiceId, SourceSetBy][])
  const told = new Map<string, ToldCreator>()
  let changes: Promise<unknown> = Promise.resolve()

  async function change(id: ServiceId, { url: text, key }: ServiceChange): Promise<void> {
    refuseWhatStartDecided(setBy.get(id) ?? null, {
      name: SERVICES[id].name,
      isMany: false,
      flag: '--service',
      variable: `HOLDERSCOPE_SERVICE_${id.toUpperCase()}`,
    })
    const url = text === null ? null : typedByOwner(parseServiceUrl, text)
    const before = set.get(id)
    const sameHost = url !== null && before !== undefined && new URL(url).origin === new URL(before.url).origin
    const nextKey = url === null || !SERVICES[id].takesKey ? null : key === undefined ? (sameHost ? before.key : null) : key
    await kept(writeServiceKey(config.dataDir, id, nextKey))
    await writeSetting(config.dataDir, 'services', id, url)
    told.clear()
    if (url === null) {
      set.delete(id)
      setBy.delete(id)
    } else {
      set.set(id, { url, key: nextKey })
      setBy.set(id, 'file')
    }
  }

  return {
    shown(id) {
      const access = set.get(id)
      return {
        endpoint: access === undefined ? null : shownEndpoint(access.url),
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
      return (contract, signal) => askSourcify(access, network, contract, signal)
    },
    async creator(token, signal) {
      const asked = `${token.network}:${token.address}`
      const known = told.get(asked)
      if (known !== undefined) return known
      const answer = await askForCreator(set, token, logger, signal)
      if (answer === null) return null
      told.set(asked, answer)
      const [oldest] = told.keys()
      if (told.size > REMEMBERED && oldest !== undefined) told.delete(oldest)
      return answer
    },
  }
}

/** None is set. */
export const NO_SERVICES: Pick<Services, 'source' | 'creator'> = { source: () => null, creator: async () => null }
