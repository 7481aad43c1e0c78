import { MultiGraph } from 'graphology'
import { parse as parseGexf } from 'graphology-gexf'
import { parse as parseGraphml } from 'graphology-graphml'
import { describe, expect, it } from 'vitest'
import type { SnapshotLink, SnapshotNode, SnapshotRecord } from '../contract/records/snapshot.ts'
import { toGexf } from './gexf.ts'
import { graphFileOf, type GraphFile } from './graph-file.ts'
import { toGraphml } from './graphml.ts'
import { xmlText } from './xml-text.ts'

const node = (address: string, more: Partial<SnapshotNode> = {}): SnapshotNode => ({
  address,
  label: null,
  tags: ['wallet'],
  balance: 10,
  balance_usd: null,
  percentage: 1,
  rank: 1,
  is_holder: true,
  degree_in: 0,
  degree_out: 0,
  first_seen: null,
  cluster: null,
  ...more,
})
const link = (source: string, target: string, more: Partial<SnapshotLink> = {}): SnapshotLink => ({
  source,
  target,
  kind: 'transfer',
  token: 'self',
  forward: 5,
  backward: 0,
  forward_count: 2,
  backward_count: 0,
  first_time: 1_700_000_000,
  last_time: 1_700_000_100,
  evidence: ['tx1', 'tx2'],
  ...more,
})

const HOSTILE = '</node><script>alert("1")</script> & \u0000\u0008\ud800 \u{1f438} \'x\''

const snapshot: SnapshotRecord = {
  network: 'sol',
  token_address: 'Token',
  timestamp: 1_743_986_234,
  token_metadata: {
    address: 'Token',
    name: HOSTILE,
    symbol: 'A&B',
    logo: null,
    decimals: 6,
    total_supply: 1000,
    holder_count: null,
    creator: null,
    created_at: null,
  },
  currency: { native: { symbol: 'SOL', price_usd: null }, token: { price_usd: null }, as_of: 0 },
  nodes: [
    node('a', { label: HOSTILE, cluster: 0, balance_usd: 2.5 }),
    node('b', { cluster: 0 }),
    node('c', { balance: 0, percentage: 0, rank: null, is_holder: false }),
  ],
  links: [
    link('a', 'b'),
    link('a', 'b', { kind: 'same_tx' }),
    link('c', 'a', { token: 'native', forward: 0, forward_count: 0, backward: 3, backward_count: 1 }),
    link('a', 'outside'),
  ],
  token_links: [
    { token: { address: 'Usdc', symbol: 'USDC', name: null }, links: [link('b', 'c', { token: 'Usdc', backward: 2, backward_count: 1 })] },
  ],
  categories: [],
}

interface Format {
  readonly write: (file: GraphFile) => string
  /** Reads files as Gephi Lite does. */
  readonly read: (xml: string) => MultiGraph
}
const FORMATS: Readonly<Record<string, Format>> = {
  GEXF: { write: toGexf, read: (xml) => parseGexf(MultiGraph, xml, { respectInputGraphType: true }) as MultiGraph },
  GraphML: { write: toGraphml, read: (xml) => parseGraphml(MultiGraph, xml) as MultiGraph },
}

describe.each(Object.entries(FORMATS))('%s', (_name, { write, read }) => {
  const graph = read(write(graphFileOf(snapshot)))

  it('has every address and every link whose ends are there, of all tokens', () => {
    expect(graph.nodes()).toEqual(['a', 'b', 'c'])
    expect(graph.mapEdges((_edge, { kind, token }, source, target) => [source, target, kind, token])).toEqual([
      ['a', 'b', 'transfer', 'self'],
      ['a', 'b', 'same_tx', 'self'],
      // Moved only against its own direction.
      ['a', 'c', 'transfer', 'native'],
      ['b', 'c', 'transfer', 'Usdc'],
    ])
  })

  it('stays well-formed whatever names say, and keeps what can be kept', () => {
    expect(write(graphFileOf(snapshot))).not.toContain('<script>')
    expect(graph.getNodeAttribute('a', 'label')).toBe('</node><script>alert("1")</script> &  \u{1f438} \'x\'')
    expect(graph.getNodeAttribute('b', 'label')).toBe('b')
    expect(graph.getAttribute('description')).toContain('Holders of sol Token')
  })

  it('says in its description what the snapshot leaves out', () => {
    const partial = { ...snapshot, token_metadata: { ...snapshot.token_metadata, holder_count: 9 } }
    expect(read(write(graphFileOf(partial))).getAttribute('description')).toMatch(/; largest \d of 9 holders only$/)
  })

  it('has colour, size, kind, share, value and cluster number of a wallet, and the weight of a link', () => {
    expect(graph.getNodeAttributes('a')).toMatchObject({ size: 14, kind: 'wallet', percentage: 1, balance_usd: 2.5, cluster: 0, cluster_number: 1 })
    expect(['#375ecf', 'rgb(55,94,207)']).toContain(graph.getNodeAttribute('a', 'color'))
    expect(graph.getEdgeAttributes('e0')).toMatchObject({ weight: 2, forward: 5, first_time: 1_700_000_000, evidence: 'tx1 tx2' })
  })

  it('leaves unknown values out instead of writing zeros', () => {
    for (const unknown of ['name', 'rank', 'balance', 'balance_usd', 'percentage', 'cluster', 'cluster_number', 'first_seen'])
      expect(graph.hasNodeAttribute('c', unknown)).toBe(false)
  })

  it('gives a link without direction none', () => {
    expect(write(graphFileOf(snapshot))).toMatch(/<edge id="e1" source="a" target="b" (type="undirected"|directed="false")/)
  })

  it('is the same for the same snapshot, and takes a part with places', () => {
    const first = snapshot.links[0]
    if (first === undefined) throw new Error('the story has links')
    const part = graphFileOf(snapshot, { addresses: new Set(['a', 'b']), links: new Set([first]), places: new Map([['a', { x: 1.26, y: -3 }]]) })
    expect(write(part)).toBe(write(part))
    const alone = read(write(part))
    expect([alone.order, alone.size]).toEqual([2, 1])
    // GEXF counts y upwards.
    expect(alone.getNodeAttributes('a')).toMatchObject({ x: 1.3, y: write === toGexf ? 3 : -3 })
  })
})

describe('text in XML', () => {
  it('drops halves of pairs and keeps whole ones', () => {
    expect(xmlText('\udc00a\ud83d\udc38b\ud83d')).toBe('a\u{1f438}b')
  })
})
