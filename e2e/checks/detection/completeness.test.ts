import { describe, expect, it } from 'vitest'
import type { FirstRead } from '../../../src-shared/domain/token.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { clustersUnknown, completenessOf } from '../../../src-main/records/completeness.ts'
import { buildFacts, people, shippedRules, type Story } from './story.ts'

/** What answers name as unknown (docs/api/rest.md#unknown-figures). */

const story: Story = { holds: { dev: 10, w1: 5 }, creator: 'dev', buys: [['w1', 5, 3, 1]], sends: [['dev', 'friend', 5, 0.5]] }
type Change = Partial<Omit<TokenFacts, 'token'>> & { readonly token?: Partial<TokenFacts['token']> }
const found = ({ token, ...change }: Change = {}, of: Story = story) => {
  const facts = buildFacts(of)
  return detectAll({ ...facts, ...change, token: { ...facts.token, ...token } }, { rules: shippedRules, changed: [] })
}
const reading = (...missing: FirstRead['missing']): FirstRead => ({ ended: false, missing })
const ended = (...missing: FirstRead['missing']): FirstRead => ({ ended: true, missing })
const seen: FirstRead = { ...reading(), holdersSeen: true }

it.each<[string, Change, FirstRead | null, readonly string[], string | null]>([
  ['everything is read', {}, null, [], null],
  ['a read that ended brought everything', {}, ended(), [], null],
  ['a group may still arrive', {}, reading('accounts'), ['clusters', 'bundlers', 'insiders', 'dev'], 'accounts=missing'],
  ['a read goes on without anything missing', {}, reading(), [], null],
  ['a read ended without a group', {}, ended('accounts'), [], 'accounts=missing'],
  ['a read ended without transfers', {}, ended('transfers'), ['clusters'], 'transfers=missing'],
  ['a read ended without trades and holders', {}, ended('trades', 'holders'), ['bundlers'], null],
  ['the trades begin late', { tradesFromBirth: false }, null, ['snipers', 'bundlers'], 'trades=partial'],
  ['no trades are stored', { tradesFromBirth: false, trades: [] }, null, ['snipers', 'bundlers'], 'trades=missing'],
  [
    'neither trades nor transfers are stored, as in a holder map',
    { tradesFromBirth: false, trades: [], transfers: [] },
    null,
    ['clusters', 'snipers', 'bundlers', 'insiders'],
    'trades=missing',
  ],
  ['nobody ever traded', { trades: [] }, null, [], null],
  [
    'only the largest holders are stored',
    { complete: false, token: { holderCount: 1_234 } },
    null,
    ['snipers', 'bundlers', 'insiders', 'nakamoto'],
    'holders=2/1234',
  ],
  [
    'nobody knows how many there are',
    { complete: false, token: { holderCount: null } },
    null,
    ['snipers', 'bundlers', 'insiders', 'nakamoto'],
    'holders=2/?',
  ],
  ['the creator is unknown', { token: { creator: null } }, null, ['insiders', 'dev'], null],
  ['holders are those of a sample', {}, seen, ['distribution', 'top10'], null],
  [
    'holders hide parts of their balances',
    { complete: false, token: { holderCount: null } },
    { ...ended(), balancesHidden: true },
    ['clusters', 'snipers', 'bundlers', 'insiders', 'dev', 'top10', 'distribution', 'nakamoto'],
    'holders=2/?',
  ],
])('%s', (_name, change, firstRead, unknown, coverage) => {
  expect(completenessOf(found(change), firstRead)).toMatchObject({ unknown, coverage })
})

it('the creator and insiders are unknown if their balances may be missing, not zero', () => {
  const largest: Story = { ...story, holds: { w1: 5 } }
  expect(completenessOf(found({}, largest), null).unknown).toEqual([])
  expect(completenessOf(found({ complete: false }, largest), null).unknown).toEqual(['snipers', 'bundlers', 'insiders', 'dev', 'nakamoto'])
  expect(completenessOf(found({ complete: false }, largest), { ...ended(), holdersSeen: true }).unknown).not.toContain('dev')
})

it('clusters are unknown if the balance of one of their wallets may be missing', () => {
  const joined: Story = {
    holds: { a: 5, b: 4, c: 3 },
    pays: [
      ['boss', 'a', 10, 0],
      ['boss', 'b', 17, 0.2],
      ['boss', 'c', 24, 0.4],
    ],
  }
  const unknown = (complete: boolean, holds: Story['holds']): readonly string[] =>
    completenessOf(found({ complete }, { ...joined, holds }), null).unknown
  expect(found({}, joined).clusters.clusters.map(({ connectors }) => connectors)).toEqual([['boss']])
  expect(unknown(true, joined.holds)).not.toContain('clusters')
  expect(unknown(false, joined.holds)).toContain('clusters')
  expect(unknown(false, { ...joined.holds, boss: 1 })).not.toContain('clusters')
})

it('names only what the public records of the network have', () => {
  const unknown = ['clusters', 'snipers', 'bundlers', 'insiders', 'dev']
  const change = { tradesFromBirth: false }
  const ofNetwork = (network: 'eth' | 'sol') => completenessOf(found({ ...change, token: { network } }), reading('funding'))
  expect(ofNetwork('eth')).toMatchObject({ unknown, publicUnknown: ['clusters'] })
  expect(ofNetwork('sol')).toMatchObject({ unknown, publicUnknown: unknown })
})

describe('the ten largest of a sample', () => {
  const of = (tenth: number, more: Readonly<Record<string, number>>, labels: Story['labels'] = {}) =>
    completenessOf(found({}, { holds: { ...Object.fromEntries(people(9).map((one) => [one, 100_000])), tenth, ...more }, labels }), seen).unknown

  it('are known if the tenth has at least what nobody was seen to have', () => {
    expect(of(50_000, {})).not.toContain('top10')
    expect(of(49_999, {})).toContain('top10')
    expect(of(30_000, { eleventh: 30_000 })).toContain('top10')
    expect(of(30_000, { eleventh: 30_000, twelfth: 10_000 })).not.toContain('top10')
  })

  it('do not count a pool', () => {
    expect(of(50_000, {}, { tenth: 'liquidity_pool' })).toContain('top10')
    expect(of(20_000, { pool: 60_000 })).not.toContain('top10')
  })

  it('are known if they are fewer and hold everything', () => {
    expect(completenessOf(found({}, { holds: { a: 600_000, b: 400_000 } }), seen).unknown).not.toContain('top10')
    expect(completenessOf(found({}, { holds: { a: 600_000, b: 399_999 } }), seen).unknown).toContain('top10')
  })
})

it('clusters that a file states are known, whatever else is', () => {
  const nothing = { transfers: [], trades: [], funding: [], nativeTransfers: [] }
  expect(clustersUnknown(found(nothing), null)).toMatch(/^No transfer, trade, funding or link/)
  expect(clustersUnknown(found(), reading('pools'))).toMatch(/still being read/)
  expect(clustersUnknown(found(), ended('transfers'))).toMatch(/could not be read/)
  expect(clustersUnknown(found(), ended('pools'))).toBeNull()
  expect(clustersUnknown(found({ ...nothing, statedClusters: [] }), null)).not.toBeNull()
  expect(clustersUnknown({ ...found(nothing), facts: { ...found(nothing).facts, statedClusters: [{} as never] } }, reading('pools'))).toBeNull()
})
