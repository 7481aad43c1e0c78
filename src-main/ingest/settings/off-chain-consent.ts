import { writeTopLevelSetting } from '../../config/config-file.ts'
import type { Config } from '../../config/config.ts'
import { assertNotSetAtStartup } from './startup-overrides.ts'

/**
 * Whether scans may fetch the metadata file that a token names. The fetch reveals this machine to the file's host. The owner may change it at any
 * time.
 */
export interface OffChainConsent {
  given(): boolean
  /** null if it was never set; consent is not given then. */
  setBy(): Config['offChainMetadataSetBy']
  /**
   * Writes the setting to the settings file and applies it immediately.
   *
   * @throws AppError `conflict` if a variable set it, because the next start would override the file with it
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
      assertNotSetAtStartup(setBy, { name: 'Metadata files', isPlural: true, variable: 'HOLDERSCOPE_OFF_CHAIN_METADATA' })
      await writeTopLevelSetting(config.dataDir, 'off_chain_metadata', next)
      given = next
      setBy = 'file'
    },
  }
}

export const NO_CONSENT: Pick<OffChainConsent, 'given'> = { given: () => false }
