import type { OffChainSetting } from '../../../src-shared/contract/records/service.ts'
import type { OffChainConsent } from '../../ingest/settings/off-chain-consent.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

export const offChainSetting = (consent: OffChainConsent): OffChainSetting => ({ allowed: consent.given(), set_by: consent.setBy() })

/** Allows or forbids fetching the metadata files that tokens name, and returns the setting. */
export const setOffChain: Handler<'setOffChain'> = async ({ body }, { offChain, clock }) => {
  await offChain.change(body.allowed)
  return liveAnswer(offChainSetting(offChain), clock)
}
