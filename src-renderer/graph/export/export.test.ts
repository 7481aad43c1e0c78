import { describe, expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import { bubbleLayout } from '../layout/bubble-layout.ts'
import { computeHulls, type Scene } from '../painting/scene.ts'
import { smallStory } from '../testing/story.fixture.ts'
import { LIGHT } from '../testing/theme.fixture.ts'
import { linksToCsv, toJson } from './data.ts'
import { createSheet } from './sheet.ts'
import { toSvg } from './svg.ts'

const snapshot = smallStory()
const elements = buildElements(snapshot, null)
const positions = bubbleLayout(elements)
const scene: Scene = { elements, positions, hulls: computeHulls(elements, positions), theme: LIGHT, axis: null }
const measure = (text: string, size: number): number => text.length * size * 0.55

describe('the graph as SVG', () => {
  const svg = toSvg(createSheet(scene, snapshot, measure), 'Who holds <Story> & "why"')

  it('is deterministic', () => {
    expect(toSvg(createSheet(scene, snapshot, measure), 'Who holds <Story> & "why"')).toBe(svg)
  })

  it('numbers the clusters in the drawing and in the legend', () => {
    const [largest] = elements.clusters
    const named = svg.match(new RegExp(`>${(largest?.id ?? 0) + 1} · [\\d.]+ % · ${largest?.holders ?? 0} wallets<`, 'g'))
    expect(named).toHaveLength(2)
  })

  it('escapes untrusted names', () => {
    expect(svg).toContain('<title>Who holds &lt;Story&gt; &amp; &quot;why&quot;</title>')
  })

  it('carries token, address, date and legend', () => {
    for (const words of [
      'Story (STORY)',
      'Token1111111111111111111111111111111111111',
      '2025-04-07 00:37:14 UTC',
      'Wallets alone (31)',
      'First funding (3)',
      'Pools (1)',
      'as of 2025-04-07 00:37:14 UTC',
      'largest 38 holders only',
    ]) {
      expect(svg).toContain(words)
    }
  })

  it('draws every shape: wallets in the colour of their cluster, funders dashed, funding dashed', () => {
    expect(svg.match(/fill="#375ecf"/g)?.length).toBeGreaterThanOrEqual(3)
    expect(svg).toContain('stroke-dasharray="3 2.5"')
    expect(svg).toContain('stroke-dasharray="5 4"')
  })

  it('has no invalid number', () => {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  })

  it('closes every element', () => {
    const opened = svg.match(/<(g|text|title|svg)\b/g)?.length
    const closed = svg.match(/<\/(g|text|title|svg)>/g)?.length
    expect(opened).toBe(closed)
  })
})

describe('the graph as data', () => {
  it('has a row per link; unknown counts and times stay empty', () => {
    const rows = linksToCsv(elements, snapshot).trim().split('\r\n')
    expect(rows).toHaveLength(1 + elements.links.length)
    expect(rows.at(-1)).toBe('exchange,loner0,transfer,native,SOL,30,0,,,,')
  })

  it('has every wallet with its balance and position', () => {
    const data = JSON.parse(toJson(elements, positions, snapshot)) as {
      partial: string | null
      nodes: { address: string; x: number | null; cluster: number | null; balance: number | null }[]
      links: unknown[]
    }
    expect(data.nodes).toHaveLength(elements.nodes.length)
    expect(data.nodes.every((node) => node.x !== null)).toBe(true)
    expect(data.nodes.map(({ balance }) => balance)).toEqual(snapshot.nodes.map(({ balance }) => balance))
    expect(data.partial).toBe('largest 38 holders only')
    expect(data.links).toHaveLength(elements.links.length)
  })
})
