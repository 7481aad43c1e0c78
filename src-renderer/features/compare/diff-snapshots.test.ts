import { describe, expect, it } from 'vitest'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { link, snapshotOf, wallet } from '../../graph/testing/story.fixture.ts'
import { diffSnapshots, diffSummary } from '../../../src-shared/domain/snapshot-diff.ts'

const inCluster = (cluster: number | null, ...names: string[]) => names.map((name) => wallet(name, 1, { cluster }))

/** A snapshot of a token that has this number of holders. */
const ofHolders = (holder_count: number, snapshot: SnapshotRecord): SnapshotRecord => ({
  ...snapshot,
  token_metadata: { ...snapshot.token_metadata, holder_count },
})

describe('snapshot differences', () => {
  const before = ofHolders(
    14,
    snapshotOf(
      [
        ...inCluster(0, 'a1', 'a2', 'a3'),
        ...inCluster(1, 'b1', 'b2'),
        ...inCluster(2, 'c1', 'c2', 'c3', 'c4'),
        ...inCluster(3, 'd1', 'd2'),
        wallet('same', 5),
        wallet('rich', 3),
        wallet('leaver', 2),
        wallet('passing', 0),
      ],
      [link('a1', 'a2'), link('c1', 'c3'), link('rich', 'leaver')],
    ),
  )
  const after = ofHolders(
    16,
    snapshotOf(
      [
        ...inCluster(0, 'a1', 'a2', 'b1', 'b2'),
        ...inCluster(1, 'c1', 'c2'),
        ...inCluster(2, 'c3', 'c4'),
        ...inCluster(3, 'e1', 'e2'),
        ...inCluster(null, 'a3', 'd1', 'd2'),
        wallet('same', 5),
        wallet('rich', 2),
        wallet('passing', 0.5),
      ],
      [link('a2', 'a1', { backward: 7 }), link('a1', 'b1')],
    ),
  )
  const diff = diffSnapshots(before, after)

  it('lists wallets that entered, left, grew or shrank, largest change first', () => {
    const rows = diff.wallets.map(({ address, change, points }) => [address, change, points])
    expect(rows[0]).toEqual(['leaver', 'left', -2])
    expect(rows).toContainEqual(['rich', 'shrank', -1])
    expect(rows).toContainEqual(['passing', 'entered', 0.5])
    expect(rows).toContainEqual(['e1', 'entered', 1])
    expect(rows.map(([address]) => address)).not.toContain('same')
  })

  it('knows no change of a wallet that one of the snapshots may have left out', () => {
    const [then, now] = [snapshotOf([wallet('old', 3), wallet('same', 2)]), snapshotOf([wallet('same', 2.5), wallet('seen', 2)])]
    const changes = (earlier: SnapshotRecord, later: SnapshotRecord) =>
      diffSnapshots(earlier, later).wallets.map(({ address, before: was, after: is, points, amount }) => [address, was, is, points, amount === null])
    expect(changes(ofHolders(2, then), ofHolders(9, now))).toEqual([
      ['old', 3, null, null, true],
      ['seen', 0, 2, 2, false],
      ['same', 2, 2.5, 0.5, false],
    ])
    expect(changes(ofHolders(9, then), ofHolders(2, now))).toEqual([
      ['old', 3, 0, -3, false],
      ['seen', null, 2, null, true],
      ['same', 2, 2.5, 0.5, false],
    ])
    expect(diffSummary(diffSnapshots(ofHolders(9, then), ofHolders(9, now)))).toBe('1 newly listed, 1 no longer listed, 1 grew')
  })

  it('finds merged, split, new and gone clusters with members that joined or left', () => {
    expect(diff.clusters.map(({ change, before: then, after: now }) => [change, then, now])).toEqual([
      ['merged', [0, 1], [0]],
      ['split', [2], [1, 2]],
      ['new', [], [3]],
      ['gone', [3], []],
    ])
    expect(diff.clusters[0]).toMatchObject({ joined: [], left: ['a3'], pctBefore: 5, pctAfter: 4 })
  })

  it('matches clusters by id if they share a member, else by balance', () => {
    const then = snapshotOf([...inCluster(4, 'a', 'b', 'c'), ...inCluster(5, 'd', 'e')], [])
    const rotated = snapshotOf([...inCluster(4, 'c', 'x', 'y'), ...inCluster(5, 'd', 'e')], [])
    const turned = snapshotOf([...inCluster(4, 'd', 'e'), ...inCluster(5, 'a', 'b', 'c')], [])
    expect(diffSnapshots(then, rotated).clusters).toMatchObject([
      { change: 'changed', before: [4], after: [4], joined: ['x', 'y'], left: ['a', 'b'] },
    ])
    expect(diffSnapshots(then, turned).clusters).toEqual([])
  })

  it('leaves services and former holders out of the share of a cluster', () => {
    const then = snapshotOf([...inCluster(0, 'a', 'b'), wallet('exchange', 50, { cluster: 0, tags: ['exchange'] })], [])
    const now = snapshotOf([...inCluster(0, 'a', 'b', 'c'), wallet('exchange', 40, { cluster: 0, tags: ['exchange'] })], [])
    expect(diffSnapshots(then, now).clusters).toMatchObject([{ change: 'changed', pctBefore: 2, pctAfter: 3, joined: ['c'], left: [] }])
  })

  it('finds new and gone links, ignoring their direction', () => {
    expect(diff.links.map(({ change, link: { source, target } }) => `${change} ${source}-${target}`)).toEqual([
      'new a1-b1',
      'gone c1-c3',
      'gone rich-leaver',
    ])
  })

  it('summarises in one line, or null without changes', () => {
    expect(diffSummary(diff)).toBe('3 in, 1 out, 1 shrank, 1 merge, 1 split, 1 new cluster, 1 cluster gone, 1 new link')
    expect(diffSummary(diffSnapshots(before, before))).toBeNull()
    const wallets = Array.from({ length: 1_234 }, (_, i) => wallet(`wallet${i}`, 0.01))
    const none = ofHolders(0, snapshotOf([]))
    expect(diffSummary(diffSnapshots(none, snapshotOf(wallets)))).toBe('1,234 in')
  })
})
