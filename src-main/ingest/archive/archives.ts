import { ARCHIVE_DATASETS, ARCHIVE_NETWORKS, SERVICES, type ArchiveNetwork } from '../../../src-shared/services.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { ArchiveAccess } from '../../chains/archive/request.ts'
import type { ArchiveSettings, ArchiveUse } from '../../chains/archive/use.ts'
import { writeSetting, writeTopLevelSetting } from '../../config/config-file.ts'
import { parseDataset, type Config, type SourceSetBy } from '../../config/config.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Adapters } from '../adapters.ts'
import { assertNotSetAtStartup } from '../settings/startup-overrides.ts'
import { parseUserInput } from '../settings/user-input.ts'
import type { Services } from '../services/services.ts'
import { testArchive, type TestedArchive } from './test-archive.ts'

/** No flag sets them. */
type SetBy = Exclude<SourceSetBy, 'flag'>

export interface ShownArchive {
  readonly history: boolean
  readonly wallets: boolean
  readonly historySetBy: SetBy | null
  readonly walletsSetBy: SetBy | null
  readonly datasets: readonly { readonly network: ArchiveNetwork; readonly dataset: string; readonly setBy: SetBy | null }[]
}

export interface ArchiveChange {
  readonly history?: boolean | undefined
  readonly wallets?: boolean | undefined
  /** Null restores the name at the public gateway. */
  readonly datasets?: Readonly<Partial<Record<ArchiveNetwork, string | null>>> | undefined
}

/**
 * The archives that the services `archive` and `hypersync` set: what may be requested from them, and the names of their data sets
 * (docs/chains.md#archives).
 */
export interface Archives {
  /** The archive settings of a network, for its adapter. */
  settings(network: NetworkId): ArchiveSettings
  shown(): ShownArchive
  /**
   * Stores the settings in the settings file and applies them immediately. @throws AppError `validation_error`, or `conflict` if a variable set one
   * of them
   */
  change(change: ArchiveChange): Promise<void>
  /** Tests every data set of every archive. @throws AppError `source_unavailable` if no archive is set */
  test(): Promise<readonly TestedArchive[]>
}

const USES: readonly { readonly use: ArchiveUse; readonly name: string }[] = [
  { use: 'history', name: 'Reading history from the archive' },
  { use: 'wallets', name: 'Reading wallets from the archive' },
]

export interface ArchivesOptions {
  readonly config: Pick<Config, 'dataDir' | 'archive'>
  readonly services: Pick<Services, 'access'>
  /** The nodes that a test compares with. */
  readonly adapters: () => Pick<Adapters, 'canRead' | 'get'>
}

export function createArchives({ config, services, adapters }: ArchivesOptions): Archives {
  const { setBy: given } = config.archive
  const allowed: Record<ArchiveUse, boolean> = { history: config.archive.history, wallets: config.archive.wallets }
  const setBy: Record<ArchiveUse, SetBy | null> = { history: given.history, wallets: given.wallets }
  const datasets: Record<ArchiveNetwork, string> = { ...config.archive.datasets }
  const datasetsSetBy = new Map<string, SetBy>(Object.entries(given.datasets))

  /** The portal first: it names its final blocks and needs no account. */
  const accesses = (network: ArchiveNetwork): ArchiveAccess[] => {
    const portal = services.access('archive')
    const hypersync = SERVICES.hypersync.networks.includes(network) ? services.access('hypersync') : null
    return [
      ...(portal === null ? [] : [{ protocol: 'portal', dataset: datasets[network], ...portal } as const]),
      ...(hypersync === null ? [] : [{ protocol: 'hypersync', dataset: network, ...hypersync } as const]),
    ]
  }

  async function changeUse(use: ArchiveUse, name: string, value: boolean): Promise<void> {
    assertNotSetAtStartup(setBy[use], { name, isPlural: false, variable: `HOLDERSCOPE_ARCHIVE_${use.toUpperCase()}` })
    await writeTopLevelSetting(config.dataDir, `archive_${use}`, value)
    allowed[use] = value
    setBy[use] = 'file'
  }

  async function changeDataset(network: ArchiveNetwork, text: string | null): Promise<void> {
    assertNotSetAtStartup(datasetsSetBy.get(network) ?? null, {
      name: `The data set of ${NETWORKS[network].name}`,
      isPlural: false,
      variable: `HOLDERSCOPE_ARCHIVE_DATASET_${network.toUpperCase()}`,
    })
    const dataset = text === null ? null : parseUserInput(parseDataset, text)
    await writeSetting(config.dataDir, 'archive_datasets', network, dataset)
    datasets[network] = dataset ?? ARCHIVE_DATASETS[network]
    if (dataset === null) datasetsSetBy.delete(network)
    else datasetsSetBy.set(network, 'file')
  }

  return {
    settings: (network) => (use) => {
      const own = ARCHIVE_NETWORKS.find((one) => one === network)
      return own === undefined || !allowed[use] ? [] : accesses(own)
    },
    shown: () => ({
      ...allowed,
      historySetBy: setBy.history,
      walletsSetBy: setBy.wallets,
      datasets: ARCHIVE_NETWORKS.map((network) => ({ network, dataset: datasets[network], setBy: datasetsSetBy.get(network) ?? null })),
    }),
    async change(change) {
      for (const { use, name } of USES) {
        const value = change[use]
        if (value !== undefined) await changeUse(use, name, value)
      }
      for (const network of ARCHIVE_NETWORKS) {
        const dataset = change.datasets?.[network]
        if (dataset !== undefined) await changeDataset(network, dataset)
      }
    },
    // A test needs no permission, because it names neither tokens nor wallets.
    async test() {
      const all = ARCHIVE_NETWORKS.flatMap((network) => accesses(network).map((access) => testArchive(network, access, adapters())))
      if (all.length === 0) throw new AppError('source_unavailable', { message: 'No archive is set; add its URL first.' })
      return Promise.all(all)
    },
  }
}
