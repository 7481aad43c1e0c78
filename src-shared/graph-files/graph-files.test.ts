import { describe, expect, it } from 'vitest'
import type { SnapshotLink, SnapshotNode, SnapshotRecord } from '../contract/records/snapshot.ts'
import { toGexf } from './gexf.ts'
import { graphFileOf } from './graph-file.ts'
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
  nodes: [node('a', { label: HOSTILE, cluster: 0 }), node('b', { cluster: 0 }), node('c', { rank: null, is_holder: false })],
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

/** A small XML reader of its own: every tag closed in order, every `<` a tag, every `&` an entity. */
function checkWellFormed(xml: string): void {
  const open: string[] = []
  const body = xml.replace(/^<\?xml[^>]*\?>\n/, '')
  for (const [piece, slash, name, rest] of body.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:.]+="[^"<]*")*)\s*(?:\/?)>|<|&(?!amp;|lt;|gt;|quot;|#39;)/g)) {
    expect(name, `${piece} is no tag`).toBeDefined()
    if (slash === '/') expect(open.pop()).toBe(name)
    else if (!piece.endsWith('/>')) open.push(name ?? '')
    expect(rest).not.toContain('<')
  }
  expect(open).toEqual([])
}

describe.each([
  ['GEXF', toGexf],
  ['GraphML', toGraphml],
])('%s', (_name, write) => {
  it('stays well-formed whatever names say, and keeps what can be kept', () => {
    const xml = write(graphFileOf(snapshot))
    checkWellFormed(xml)
    expect(xml).not.toContain('<script>')
    expect(xml).not.toMatch(/[\u0000\u0008\ud800](?![\udc00-\udfff])/)
    expect(xml).toContain('&lt;/node&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;  \u{1f438} &#39;x&#39;')
  })

  it('has every address and every link whose ends are there, of all tokens', () => {
    const xml = write(graphFileOf(snapshot))
    expect(xml.match(/<node /g)).toHaveLength(3)
    expect(xml.match(/<edge /g)).toHaveLength(4)
    expect(xml).not.toContain('outside')
  })

  it('turns a link round where things moved only against it', () => {
    expect(write(graphFileOf(snapshot))).toMatch(/<edge id="e2" source="a" target="c"/)
  })

  it('gives a link without direction none', () => {
    expect(write(graphFileOf(snapshot))).toMatch(/<edge id="e1" source="a" target="b" (type="undirected"|directed="false")/)
  })

  it('leaves unknown values out instead of writing zeros', () => {
    const [only] = snapshot.nodes.filter((each) => each.address === 'c')
    const xml = write(graphFileOf({ ...snapshot, nodes: only === undefined ? [] : [only], links: [], token_links: [] }))
    const inNode = xml.slice(xml.indexOf('<node '))
    expect(inNode).not.toMatch(/rank|first_seen|cluster|name/)
    expect(inNode).toContain('#8a8f98')
  })

  it('has colour, size, kind, share and cluster number of a wallet, and the weight of a link', () => {
    const xml = write(graphFileOf(snapshot))
    for (const name of ['color', 'size', 'kind', 'percentage', 'cluster_number', 'weight'])
      expect(xml).toMatch(new RegExp(`(title|attr.name)="${name}"`))
    const inNode = xml.slice(xml.indexOf('<node '))
    expect(inNode).toMatch(/(for="cluster_number" value="1"|key="n_cluster_number">1<)/)
    expect(inNode).toContain('#375ecf')
    expect(inNode).toMatch(/(for="weight" value="2"|key="e_weight">2<)/)
  })

  it('is the same for the same snapshot, and takes a part with places', () => {
    const first = snapshot.links[0]
    if (first === undefined) throw new Error('the story has links')
    const part = graphFileOf(snapshot, { addresses: new Set(['a', 'b']), links: new Set([first]), places: new Map([['a', { x: 1.26, y: -3 }]]) })
    const xml = write(part)
    expect(xml).toBe(write(part))
    expect(xml.match(/<edge /g)).toHaveLength(1)
    expect(xml).toMatch(/x="1.3" y="3"|key="x">1.3<\/data><data key="y">-3</)
  })
})

describe('text in XML', () => {
  it('drops halves of pairs and keeps whole ones', () => {
    expect(xmlText('\udc00a\ud83d\udc38b\ud83d')).toBe('a\u{1f438}b')
  })
})
