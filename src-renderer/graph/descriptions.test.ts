import { describe, expect, it } from 'vitest'
import { link, snapshotOf, wallet } from './testing/story.fixture.ts'
import { statedBalance } from '../../src-shared/domain/snapshot-diff.ts'
import { describeLink, describeNode, sinceLaunch } from './descriptions.ts'
import { buildElements } from './elements/build-elements.ts'

const LAUNCH = 1_743_900_000
const base = snapshotOf([wallet('alice', 5, { label: 'Alice' }), wallet('bob', 1, { label: 'Bob' })])
const launched = { ...base, token_metadata: { ...base.token_metadata, created_at: LAUNCH } }
const names = new Map(base.nodes.map((node) => [node.address, node]))

describe('what a link says', () => {
  it.each([
    [
      'totals of an import',
      link('alice', 'bob', { token: 'native', forward: 12.4, forward_count: null, backward_count: null }),
      'Alice sent Bob 12.4 SOL in total; times unknown.',
    ],
    [
      'totals both ways',
      link('alice', 'bob', { forward: 5, backward: 2, forward_count: null, backward_count: null }),
      'Alice sent Bob 5 STORY and got back 2 STORY in total; times unknown.',
    ],
    [
      'totals the other way only',
      link('alice', 'bob', { forward: 0, backward: 2, forward_count: null, backward_count: null }),
      'Bob sent Alice 2 STORY in total; times unknown.',
    ],
    [
      'several transfers',
      link('alice', 'bob', { token: 'native', forward: 12.4, forward_count: 3, first_time: LAUNCH - 7_200 }),
      'Alice sent Bob 12.4 SOL in 3 transfers, first 2 h before launch.',
    ],
    [
      'a single transfer',
      link('alice', 'bob', { forward: 1_240_000, first_time: LAUNCH + 90 }),
      'Alice sent Bob 1.24 M STORY in 1 transfer, 1 min after launch.',
    ],
    [
      'first funding with less than one coin',
      link('alice', 'bob', { kind: 'funding', token: 'native', forward: 0.5, first_time: LAUNCH }),
      'Alice first funded Bob with 0.5 SOL, at launch.',
    ],
    [
      'first funding',
      link('alice', 'bob', { kind: 'funding', token: 'native', forward: 2, first_time: LAUNCH }),
      'Alice first funded Bob with 2 SOL, at launch.',
    ],
    [
      'one transaction',
      link('alice', 'bob', { kind: 'same_tx', forward: 0, forward_count: 4 }),
      'Alice and Bob acted in the same transaction, 4 times; times unknown.',
    ],
  ])('%s', (_, record, sentence) => {
    expect(describeLink(record, launched, names)).toBe(sentence)
  })

  it('gives the date when the launch is unknown', () => {
    expect(describeLink(link('alice', 'bob', { first_time: 1_743_986_234 }), base, names)).toBe(
      'Alice sent Bob 100 STORY in 1 transfer, on 7 Apr 2025, 00:37 UTC.',
    )
  })
})

describe('moments around the launch', () => {
  it.each([
    [LAUNCH, 'at launch'],
    [LAUNCH - 30, '30 s before launch'],
    [LAUNCH + 172_800, '2 d after launch'],
  ])('%d', (time, words) => {
    expect(sinceLaunch(time, LAUNCH)).toBe(words)
  })
})

describe('what a wallet says', () => {
  it('gives share, balance and links', () => {
    const elements = buildElements(snapshotOf([wallet('alice', 5), wallet('pool', 2, { tag: 'liquidity_pool' })], [link('alice', 'pool')]), null)
    const [alice, pool] = elements.nodes
    expect(alice === undefined ? '' : describeNode(alice, 50_000, 'STORY')).toBe('Holds 5.00 %, 50.0 K STORY; 1 link.')
    expect(pool === undefined ? '' : describeNode(pool, 20_000, 'STORY')).toBe('Pool. Holds 2.00 %, 20.0 K STORY; 1 link.')
  })

  it('gives the balance of a token whose supply, and so every share, reads as zero', () => {
    const [alice] = buildElements(snapshotOf([wallet('alice', 0)], []), null).nodes
    expect(alice === undefined ? '' : describeNode(alice, 7, 'STORY')).toMatch(/Holds 0 %, 7 STORY; no links here\.$/)
    expect(alice === undefined ? '' : describeNode(alice, 0, 'STORY')).toMatch(/Holds nothing; no links here\.$/)
  })

  it('does not say that a wallet holds nothing if it is listed for its links only and some holders were not read', () => {
    const payer = wallet('payer', 0, { is_holder: false })
    const snapshot = snapshotOf([wallet('alice', 5), payer], [link('alice', 'payer')])
    const listing = (holder_count: number | null) => ({ ...snapshot, token_metadata: { ...snapshot.token_metadata, holder_count } })
    const node = buildElements(snapshot, null).nodeById.get('payer')
    const text = (count: number | null) => node && describeNode(node, statedBalance(listing(count), payer), 'STORY')
    expect([1, 2, null].map(text)).toEqual(['Holds nothing', 'Holds nothing', 'Balance unknown'].map((words) => expect.stringContaining(words)))
  })
})
