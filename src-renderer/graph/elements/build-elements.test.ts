import { describe, expect, it } from 'vitest'
import type { ExplainedClusters } from '../../../src-shared/contract/records/index.ts'
import { buildElements, lineKind, nodeKind } from './build-elements.ts'
import type { NodeKind } from './elements.ts'
import { nodeRadius } from './style-table.ts'
import { link, smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'

describe('the kind of a node', () => {
  it.each([
    ['a holder', { tags: ['wallet'], is_holder: true }, 'wallet'],
    ['a funder that holds nothing', { tags: ['wallet', 'funding_address'], is_holder: false }, 'passing'],
    ['a pool, even when it is a contract', { tags: ['smart_contract', 'liquidity_pool'], is_holder: true }, 'pool'],
    ['an exchange', { tags: ['exchange'], is_holder: true }, 'exchange'],
    ['a locker', { tags: ['vesting'], is_holder: true }, 'vesting'],
    ['the burn address before everything', { tags: ['burn', 'liquidity_pool'], is_holder: true }, 'burn'],
    ['another contract', { tags: ['smart_contract'], is_holder: true }, 'contract'],
  ] as const)('%s', (_, node, kind) => {
    expect(nodeKind({ ...node, tags: [...node.tags] })).toBe(kind)
  })
})

describe('the kind of a line', () => {
  it.each([
    ['funding', 'native', 'funding'],
    ['transfer', 'self', 'token'],
    ['transfer', 'native', 'coin'],
    ['transfer', 'Usdc', 'coin'],
    ['same_tx', 'self', 'together'],
    ['same_block', 'self', 'together'],
  ] as const)('%s of %s is %s', (kind, token, line) => {
    expect(lineKind({ kind, token })).toBe(line)
  })
})

describe('the elements of a snapshot', () => {
  const elements = buildElements(smallStory(), null)
  const radius = (id: string): number => elements.nodeById.get(id)?.radius ?? 0

  it('give a wallet an area in proportion to its share', () => {
    expect((radius('a1') / radius('a3')) ** 2).toBeCloseTo(4)
  })

  it('keep services small, whatever they hold', () => {
    const alone = (kind: NodeKind, percentage: number): number => nodeRadius({ kind, percentage, cluster: null })
    expect([alone('exchange', 27), alone('pool', 69), alone('exchange', 0.001)]).toEqual([10, 10, 4.5])
    expect([alone('contract', 23), alone('contract', 0.04)]).toEqual([10, 9])
    expect(nodeRadius({ kind: 'contract', percentage: 4, cluster: 0 })).toBe(34)
  })

  it('list clusters by size with their members, also those that hold nothing', () => {
    expect(elements.clusters).toEqual([
      { id: 0, pct: 7, holders: 3, members: ['a1', 'a2', 'a3', 'funder'] },
      { id: 1, pct: 1.5, holders: 2, members: ['b1', 'b2'] },
    ])
  })

  it('draw links to exchanges as hairlines', () => {
    const toExchange = elements.links.find((each) => each.source === 'exchange')
    expect(toExchange).toMatchObject({ toHub: true, inside: false, width: 0.8 })
  })

  it('point arrows where something moved', () => {
    const [both] = buildElements(snapshotOf([wallet('a', 1), wallet('b', 1)], [link('a', 'b', { forward: 5, backward: 2 })]), null).links
    expect(both).toMatchObject({ forward: true, backward: true })
    const [onlyBack] = buildElements(
      snapshotOf([wallet('a', 1), wallet('b', 1)], [link('a', 'b', { forward: 0, forward_count: 0, backward: 2, backward_count: 1 })]),
      null,
    ).links
    expect(onlyBack).toMatchObject({ forward: false, backward: true })
  })

  it('leave out links to wallets that are not in the snapshot, and to oneself', () => {
    const { links } = buildElements(snapshotOf([wallet('a', 1)], [link('a', 'gone'), link('a', 'a')]), null)
    expect(links).toEqual([])
  })

  it('bend several links between the same two wallets apart', () => {
    const { links } = buildElements(
      snapshotOf([wallet('a', 1), wallet('b', 1)], [link('a', 'b'), link('b', 'a', { token: 'native' }), link('a', 'b', { token: 'native' })]),
      null,
    )
    expect(links.map((each) => each.bend)).toEqual([-11, -0, 11])
    expect(new Set(links.map((each) => each.id)).size).toBe(3)
  })

  it('take connectors and weights from the explanation', () => {
    const member = { address: 'x', balance: 0, percentage: 0, tags: ['intermediary' as const], label: null, role: 'connector' as const }
    const explained: ExplainedClusters = {
      rule_set: { version: '1', changed: [] },
      as_of: 0,
      partial: false,
      notes: [],
      total_cluster_pct: 2,
      hubs: [],
      clusters: [
        {
          id: 0,
          pct: 2,
          tags: ['wallet'],
          sentence: '',
          weakest: 0.8,
          members: [member, { ...member, address: 'a', role: 'holder' }, { ...member, address: 'b', role: 'holder' }],
          tree: [{ a: 'b', b: 'a', p: 0.8, accepted: true, bridge: true, facts: [] }],
        },
      ],
    }
    const made = buildElements(
      snapshotOf([wallet('a', 1, { cluster: 0 }), wallet('b', 1, { cluster: 0 }), wallet('x', 0)], [link('a', 'b')]),
      explained,
    )
    expect(made.nodeById.get('x')?.cluster).toBe(0)
    expect(made.links[0]?.weight).toBe(0.8)
    expect(made.clusters[0]).toMatchObject({ pct: 2, holders: 2 })
  })
})
