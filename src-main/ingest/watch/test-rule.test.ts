import { expect, it } from 'vitest'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import type { WatchRuleBody } from '../../../src-shared/contract/records/watch.ts'
import type { TokenInfo } from '../../../src-shared/domain/token.ts'
import { OTHER_TOKEN, sampleToken, tempStore, txHash, wallet } from '../../store/testing/samples.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { NOT_FOLLOWED } from '../follow/followed-token.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { testRule } from './test-rule.ts'

const DAY = 86_400
const NOW = 1_700_000_000
const CREATOR = wallet(0x11)
const rule = (network: 'eth' | 'evm'): WatchRuleBody => ({
  ...{ name: 'new tokens', enabled: true, subject: { kind: 'creator', network, address: CREATOR }, condition: { kind: 'token_created' } },
  ...{ quiet_seconds: 0, notice: false, webhook_url: null },
})

it('a rule about a creator would have reported the tokens that it made in the last 30 days, newest first', async () => {
  const temp = tempStore()
  const store = await openTestStore(temp.path)
  const token = (n: number, changes: Partial<TokenInfo>): TokenInfo =>
    sampleToken({ address: wallet(n), creator: CREATOR, symbol: `T${n}`, createdTx: txHash(n), ...changes })
  const tokens = [
    token(1, { createdAt: NOW - 29 * DAY }),
    token(2, { createdAt: NOW - DAY, symbol: null, createdTx: null }),
    token(3, { createdAt: NOW - 31 * DAY }),
    token(4, { createdAt: null }),
    token(5, { createdAt: NOW - DAY, creator: OTHER_TOKEN.address }),
    token(6, { createdAt: NOW - 2 * DAY, network: 'base' }),
  ]
  for (const one of tokens) await store.write.saveToken(one)
  const trial = (network: 'eth' | 'evm') => testRule({ store, engine: quietEngine(), follow: { state: () => NOT_FOLLOWED } }, rule(network), NOW)
  const { from, to, alerts, basis } = await trial('eth')
  expect([from, to]).toEqual([NOW - 30 * DAY, NOW])
  expect(alerts.map(({ token_address, at, reason, wallets, evidence }) => [token_address, at, reason, wallets, evidence])).toEqual([
    [wallet(2), NOW - DAY, '0x000…011 made the token 0x000…002.', [CREATOR], []],
    [wallet(1), NOW - 29 * DAY, '0x000…011 made the token “T1”.', [CREATOR], [txHash(1)]],
  ])
  expect(basis).toEqual(['4 stored tokens concern this rule.', 'Found among stored tokens.'])
  expect((await trial('evm')).alerts.map(({ network, token_address }) => [network, token_address])).toEqual([
    ['eth', wallet(2)],
    ['base', wallet(6)],
    ['eth', wallet(1)],
  ])
  await store.close()
  temp.remove()
})

it('a lock that several scans find would have been reported once, in the first that found it', async () => {
  const temp = tempStore()
  const store = await openTestStore(temp.path)
  const token = { network: 'eth', address: CREATOR } as const
  await store.write.saveToken(sampleToken({ address: CREATOR }))
  const locks = [{ percentage: 90, type: 'Locker', unlock_at: NOW + 5 * DAY }]
  for (const at of [NOW - 31 * DAY, NOW - 3 * DAY, NOW - DAY, NOW]) {
    const report = {
      token: { symbol: 'T' },
      results: {
        generated_at: at,
        simple: { score: 1, message: 'OK', reasons: [] },
        advanced: { locked_liquidity: [{ pair_address: 'pair', locks }] },
      },
    } as unknown as ScanReport
    await store.write.saveScan({ token, report, detail: null, block: null })
  }
  const condition = { kind: 'lock_ends', within_days: 7 } as const
  const ends = { ...rule('eth'), subject: { kind: 'token', network: 'eth', token_address: CREATOR } as const, condition }
  const { alerts, basis } = await testRule({ store, engine: quietEngine(), follow: { state: () => NOT_FOLLOWED } }, ends, NOW)
  expect(alerts.map(({ at, count, reason }) => [at, count, reason])).toEqual([
    [NOW - DAY, 1, 'T: the lock of 90.0 % of the liquidity of pair ends within 6 days.'],
  ])
  expect(basis).toEqual(['1 stored token concerns this rule.', 'Found in 3 stored scans.'])
  await store.close()
  temp.remove()
})
