import type { ArchiveSetting, OffChainSetting, ServiceSetting } from '../../../src-shared/contract/records/service.ts'
import type { ServiceId } from '../../../src-shared/services.ts'
import type { Archives } from '../../ingest/archive/archives.ts'
import type { Services } from '../../ingest/services/services.ts'
import type { OffChainConsent } from '../../ingest/settings/off-chain-consent.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

/** What may be asked of others, and where: services, the archive, and files that tokens name. */

/** A service as it may be shown. */
export function serviceSetting(services: Services, service: ServiceId): ServiceSetting {
  const { endpoint, hasKey, setBy } = services.shown(service)
  return { service, endpoint, has_key: hasKey, set_by: setBy }
}

export const setService: Handler<'setService'> = async ({ params: { service }, body }, { services, clock }) => {
  await services.change(service, body)
  return liveAnswer(serviceSetting(services, service), clock)
}

export function archiveSetting(archives: Archives): ArchiveSetting {
  const { history, wallets, historySetBy, walletsSetBy, datasets } = archives.shown()
  return {
    history,
    wallets,
    history_set_by: historySetBy,
    wallets_set_by: walletsSetBy,
    datasets: datasets.map(({ network, dataset, setBy }) => ({ network, dataset, set_by: setBy })),
  }
}

export const setArchive: Handler<'setArchive'> = async ({ body }, { archives, clock }) => {
  await archives.change(body)
  return liveAnswer(archiveSetting(archives), clock)
}

/** Tests every data set. */
export const testArchive: Handler<'testArchive'> = async (_call, { archives, clock }) => {
  const networks = await archives.test()
  return liveAnswer({ networks: networks.map(({ sentences, ...rest }) => ({ ...rest, sentences: [...sentences] })) }, clock)
}

export const offChainSetting = (consent: OffChainConsent): OffChainSetting => ({ allowed: consent.given(), set_by: consent.setBy() })

/** Allows or forbids fetching the metadata files that tokens name. */
export const setOffChain: Handler<'setOffChain'> = async ({ body }, { offChain, clock }) => {
  await offChain.change(body.allowed)
  return liveAnswer(offChainSetting(offChain), clock)
}
