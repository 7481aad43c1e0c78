import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { WatchRule } from '../../../src-shared/contract/records/watch.ts'

export const watchedToken: TokenKey = { network: 'eth', address: trustedAddress(`0x${'a0'.repeat(20)}`) }

/** A rule without a quiet time, so that each event is an alert. */
export const webhookRule = (url: string): WatchRule => ({
  id: 'rule',
  name: null,
  enabled: true,
  subject: { kind: 'token', network: 'eth', token_address: watchedToken.address },
  condition: { kind: 'holder_sells', over: 1 },
  quiet_seconds: 0,
  notice: false,
  webhook_url: url,
  secret: 'whsec_test',
  created_at: 0,
  changed_at: 0,
})
