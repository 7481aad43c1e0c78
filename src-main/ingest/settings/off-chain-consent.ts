import { writeLoneSetting } from '../../config/config-file.ts'
import type { Config } from '../../config/config.ts'
import { refuseWhatStartDecided } from './startup-overrides.ts'

/** Whether a scan may ask for the metadata file that a token names: its host sees this machine then. The owner may change it at any time. */
export interface OffChainConsent {
  given(): boolean
  /** Null where nobody decided: it is not given then. */
  setBy(): Config['offChainMetadataSetBy']
  /**
   * Keeps the decision in the settings file and goes by it from now on. Throws AppError `conflict` where a variable decided, which
   * the next start would put over the file.
   */
  change(given: boolean): Promise<void>
}

export function createOffChainConsent(config: Pick<Config, 'dataDir' | 'offChainMetadata' | 'offChainMetadataSetBy'>): OffChainConsent {
  let given = config.offChainMetadata
  let setBy = config.offChainMetadataSetBy
  return {
    given: () => given,
    setBy: () => setBy,
    async change(next) {
      refuseWhatStartDecided(setBy, { name: 'Metadata files', isMany: true, variable: 'HOLDERSCOPE_OFF_CHAIN_METADATA' })
      await writeLoneSetting(config.dataDir, 'off_chain_metadata', next)
      given = next
      setBy = 'file'
    },
  }
}

export const NO_CONSENT: Pick<OffChainConsent, 'given'> = { given: () => false }
