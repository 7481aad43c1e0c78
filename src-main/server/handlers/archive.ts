import type { ArchiveSetting } from '../../../src-shared/contract/records/service.ts'
import type { Archives } from '../../ingest/archive/archives.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

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

/** Changes what may be read from the archive, and returns the setting. */
export const setArchive: Handler<'setArchive'> = async ({ body }, { archives, clock }) => {
  await archives.change(body)
  return liveAnswer(archiveSetting(archives), clock)
}

export const testArchive: Handler<'testArchive'> = async (_call, { archives, clock }) => {
  const networks = await archives.test()
  return liveAnswer({ networks: networks.map(({ sentences, ...rest }) => ({ ...rest, sentences: [...sentences] })) }, clock)
}
