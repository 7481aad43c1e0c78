import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { anvilMissing, spawnAnvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { openDevChain } from '../../../e2e/fixtures/anvil/chain.ts'
import { launchScenario } from '../../../e2e/fixtures/anvil/scenario.ts'
import { ownArtifact, pairAbi } from '../../../e2e/fixtures/anvil/uniswap.ts'
import type { WatchAlert, WatchRuleBody } from '../../../src-shared/contract/records/watch.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import type { WatchCondition } from '../../../src-shared/domain/watch.ts'
import { createEngine } from '../../engine/engine.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createAdapters } from '../adapters.ts'
import { createFollow } from '../follow/follow.ts'
import { createJobs } from '../jobs/jobs.ts'
import { readScanWeights } from '../scan/read-weights.ts'
import { createScanner } from '../scan/scanner.ts'
import { withOwnReads } from '../testing/own-reads.ts'
import { checkRule, newRule } from './check-rule.ts'
import { testRule } from './test-rule.ts'
import { createWatch } from './watch.ts'

const missing = anvilMissing()
/** A busy machine is ten times slower than a quiet one. */
const PATIENCE_MS = 150_000

test.skipIf(missing !== null)(
  'rules report what happens on a live chain, once, and take it back when the chain does',
  { timeout: 3 * PATIENCE_MS },
  () =>
    withOwnReads('eth', async ({ store, bus, closing }) => {
      const anvil = await spawnAnvil()
      closing({ close: () => anvil.stop() })
      const truth = await launchScenario(anvil.url)
      const token: TokenKey = { network: 'eth', address: trustedAddress(truth.token) }
      const adapters = closing(createAdapters({ sources: { eth: [anvil.url] } }))
      const tools = { store, bus, adapters, clock: systemClock, logger: silentLogger }
      const engine = closing(await createEngine({ ...tools, resourcesDir: 'resources' }))
      const jobs = closing(createJobs({ ...tools, engine }))
      const follow = closing(createFollow({ ...tools, engine, jobs, depth: 500, retry: { firstMs: 10 } }))
      const chain = await openDevChain(anvil.url)
      const contract = { address: truth.token, abi: ownArtifact('LaunchToken').abi }
      const received: { reason: string; id: string }[] = []
      const receiver = createServer((request, response) => {
        let text = ''
        request.on('data', (part: Buffer) => (text += part.toString()))
        request.on('end', () => {
          received.push(JSON.parse(text) as (typeof received)[number])
          response.end()
        })
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      closing({ close: () => new Promise<void>((resolve) => void receiver.close(() => resolve())) })
      const { port } = receiver.address() as { port: number }

      const scanner = closing(createScanner({ ...tools, engine, weights: readScanWeights('resources') }))
      const watch = closing(createWatch({ ...tools, engine, follow, jobs }))
      const ofToken = { kind: 'token', network: 'eth', token_address: truth.token } as const
      const [first, second, third] = truth.groups[0]?.members ?? []
      const [stranger = ''] = truth.strangers
      const body = (name: string, condition: WatchCondition, subject: WatchRuleBody['subject'] = ofToken): WatchRuleBody => ({
        ...{ name, condition, subject, enabled: true, quiet_seconds: 600, notice: false },
        webhook_url: `http://127.0.0.1:${port}/`,
      })
      const rules = [
        body('moves', { kind: 'share_moves', share: 'top10', by: 3, within_seconds: 86_400 }),
        body('sells', { kind: 'holder_sells', over: 0.1 }),
        body('creator', { kind: 'sells_out', roles: ['creator'] }),
        body('top', { kind: 'top_holder_enters', top: 3 }),
        body('pool', { kind: 'liquidity_falls', by: 20 }),
        body('wallet', { kind: 'wallet_trades' }, { kind: 'wallet', network: 'evm', address: stranger.toUpperCase().replace('0X', '0x') }),
      ]
      const save = async (each: WatchRuleBody, at = Math.floor(Date.now() / 1000)): Promise<number> => {
        const rule = newRule(await checkRule(store, each), at)
        await store.write.saveWatchRule(rule)
        return rule.changed_at
      }
      for (const each of rules) await save(each)
      await store.write.createCase({ id: 'case', name: null, at: 1 })
      const other = truth.strangers[1] ?? ''
      const tag = {
        network: 'evm',
        address: stranger,
        name: 'Desk',
        kind: 'suspect',
        effect: 'none',
        note: null,
        source: null,
        confidence: null,
      } as const
      await store.write.changeCase({ id: 'case', revision: 0, command: { op: 'set_tags', tags: [tag] }, at: 1 })
      const wallets = [stranger, other].map((address) => ({ network: 'evm', address }) as const)
      const joined = { op: 'add_entity', rule: 'owner_said', name: null, wallets } as const
      await store.write.changeCase({ id: 'case', revision: 1, command: joined, at: 1 })
      const entities = (await store.read.caseRecord('case'))?.entities ?? []
      const quietly = (...parts: Parameters<typeof body>): WatchRuleBody => ({ ...body(...parts), webhook_url: null })
      await save(quietly('tag', { kind: 'holder_sells', over: 0.01 }, { kind: 'tag', name: 'Desk' }))
      await save(quietly('entity', { kind: 'holder_sells', over: 0.01 }, { kind: 'entity', case: 'case', entity: entities[0]?.id ?? '' }))
      await save(quietly('finding', { kind: 'finding_appears', severity: 'high' }))
      await save(quietly('score', { kind: 'score_falls', by: 1 }))
      // The node's clock is behind this one.
      await save(quietly('made', { kind: 'token_created' }, { kind: 'creator', network: 'eth', address: truth.creator }), 0)
      const alerts = async (): Promise<WatchAlert[]> => (await store.read.watchAlerts({ unread: false, before: null, limit: 100 })).alerts
      const named = async (name: string): Promise<WatchAlert[]> => (await alerts()).filter(({ rule_name }) => rule_name === name)
      const reported = (name: string): Promise<WatchAlert> =>
        vi.waitFor(async () => {
          const [alert] = await named(name)
          expect(alert, name).toBeDefined()
          return alert as WatchAlert
        }, PATIENCE_MS)

      await watch.start()
      await vi.waitFor(async () => expect((await store.read.watchMoment(token))?.moment.values.shares.cluster).toBeGreaterThan(0), PATIENCE_MS)
      const share = (await store.read.watchMoment(token))?.moment.values.shares.cluster ?? 0
      const since = await save(body('clusters', { kind: 'share_crosses', share: 'cluster', direction: 'below', line: share - 0.01 }))
      // Times are whole seconds, and an evaluation of this second may have begun without the rule.
      await vi.waitFor(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(since), PATIENCE_MS)
      await watch.rulesChanged()
      await vi.waitFor(async () => expect((await store.read.watchMoment(token))?.madeAt).toBeGreaterThan(since), PATIENCE_MS)
      const made = [`${shortAddress(truth.creator)} made the token “LNCH”.`]
      await vi.waitFor(async () => expect((await alerts()).map(({ reason }) => reason)).toEqual(made), PATIENCE_MS)
      await scanner.scan(token)

      // Two members of the cluster leave it, and the pool's liquidity is withdrawn.
      const members = [first, second, third].map((address) => ({ impersonate: address as `0x${string}` }))
      for (const member of members) {
        const held = await chain.read(contract, 'balanceOf', [member.impersonate])
        await chain.call(member, contract, 'transfer', ['0x00000000000000000000000000000000000000aa', held])
      }
      const sells = await reported('sells')
      expect(sells.reason).toMatch(/^LNCH: 0x\w{3}…\w{3} of cluster \d sent \d\.\d\d % of supply within an hour\.$/)
      expect(sells.evidence).toHaveLength(1)
      expect(await store.read.snapshot({ token, timestamp: sells.snapshot })).not.toBeNull()
      await vi.waitFor(async () => expect((await named('sells'))[0]?.count).toBe(3), PATIENCE_MS)
      expect(await named('sells')).toHaveLength(1)
      expect((await reported('top')).reason).toContain('0x000…0aa entered the top 3')

      expect((await reported('clusters')).reason).toContain('the share of clusters went from')
      const creator = { impersonate: truth.creator }
      const pool = { address: truth.pool, abi: pairAbi }
      const shares = (await chain.read(pool, 'balanceOf', [truth.creator])) as bigint
      await chain.call(creator, pool, 'transfer', [truth.pool, shares / 2n])
      await chain.call(creator, pool, 'burn', ['0x00000000000000000000000000000000000000bb'])
      expect((await reported('pool')).reason).toMatch(/^LNCH: 50\.0 % of the tokens of pool 0x\w{3}…\w{3} was withdrawn\.$/)
      expect((await reported('moves')).reason).toContain('the share of the top 10 went from')

      const held = (await chain.read(contract, 'balanceOf', [truth.creator])) as bigint
      await chain.call(creator, contract, 'transfer', ['0x00000000000000000000000000000000000000cc', held])
      expect((await reported('creator')).wallets).toEqual([truth.creator])
      await vi.waitFor(() => expect(received.map(({ id }) => id).toSorted()).toHaveLength(6), PATIENCE_MS)

      await scanner.scan(token)
      expect((await reported('finding')).reason).toMatch(/^LNCH: new finding \((high|critical)\): /)
      expect((await reported('score')).reason).toMatch(/^LNCH: the scan score fell from \d+ to \d+\.$/)

      // Transfers between an entity's own wallets do not count as leaving it.
      const desk = { impersonate: stranger as `0x${string}` }
      await chain.call(desk, contract, 'transfer', [other, await chain.read(contract, 'balanceOf', [stranger])])
      expect((await reported('tag')).wallets).toEqual([stranger])
      expect(await named('entity')).toEqual([])

      // The same events are found in what is stored.
      const now = (await store.read.token(token))?.asOf ?? 0
      const past = async (name: string): Promise<string[]> => {
        const rule = rules.find((each) => each.name === name)
        return rule === undefined
          ? []
          : (await testRule({ store, engine, follow }, await checkRule(store, rule), now)).alerts.map(({ reason }) => reason)
      }
      expect(await past('pool')).toEqual([(await reported('pool')).reason])
      expect(await past('creator')).toEqual([(await reported('creator')).reason])
      expect(await past('wallet')).toHaveLength(truth.swaps.filter(({ signer }) => signer === stranger).length)

      // The chain reverts the creator's transfer and the one after it.
      await chain.rpc('anvil_reorg', [2, []])
      await vi.waitFor(async () => expect((await named('creator'))[0]?.reverted_at).not.toBeNull(), PATIENCE_MS)
      expect((await reported('sells')).reverted_at).toBeNull()
      await vi.waitFor(() => expect(received.at(-1)?.reason).toMatch(/^Reverted by the chain: LNCH: the creator, /), PATIENCE_MS)
      expect(new Set(received.map(({ id }) => id)).size).toBe(received.length)
      await chain.call(creator, contract, 'transfer', ['0x00000000000000000000000000000000000000dd', held])
      await vi.waitFor(
        async () => expect((await named('creator')).map(({ reverted_at }) => reverted_at === null)).toEqual([true, false]),
        PATIENCE_MS,
      )
      expect(await named('wallet')).toEqual([])
    }),
)
