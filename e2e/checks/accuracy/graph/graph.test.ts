import { describe, expect, it } from 'vitest'
import { loadShippedRules } from '../report.ts'
import { precision, recall } from '../score.ts'
import { compareWithLabels, measureGraph } from './measure-graph.ts'
import { HOP_PART, readLabelledGraph } from './read-graph.ts'

const { rules } = loadShippedRules()
const graph = readLabelledGraph(HOP_PART)

describe('a part of the graph of the Hop airdrop', () => {
  it.each([
    ['with its service lists', true],
    ['without them', false],
  ])('%s, clusters are operators that the team struck', (_, withServices) => {
    const { pairs, addresses } = measureGraph(graph, rules, withServices)
    expect(precision(pairs)).toBeGreaterThan(0.94)
    expect(recall(pairs)).toBeGreaterThan(0.69)
    expect(precision(addresses)).toBeGreaterThan(0.95)
  })

  it('merges strangers when services are neither listed nor recognised', () => {
    const blind = { ...rules, hub: { ...rules.hub, unrelated_counterparties: 1_000_000, degree_lifetime: 1_000_000 } }
    expect(precision(measureGraph(graph, blind, false).pairs)).toBeLessThan(0.1)
  })
})

describe('figures of a labelled graph', () => {
  const people = Array.from({ length: 12 }, (_, i) => `p${i}`)
  const struck = new Map(people.map((person, i) => [person, i < 10]))
  const groups = new Map(people.slice(0, 10).map((person) => [person, 'one']))

  it('flag addresses in clusters of ten labelled addresses or more', () => {
    const found = new Map([...people.slice(1, 11), 'unlabelled'].map((person) => [person, 0]))
    expect(compareWithLabels(found, { groups, struck }).addresses).toEqual({ right: 9, wrong: 1, missed: 1 })
    found.delete('p10')
    expect(compareWithLabels(found, { groups, struck }).addresses).toEqual({ right: 0, wrong: 0, missed: 10 })
  })

  it('count pairs of labelled addresses only', () => {
    const found = new Map(['p0', 'p1', 'p11', 'unlabelled'].map((person) => [person, 0]))
    expect(compareWithLabels(found, { groups, struck }).pairs).toEqual({ right: 1, wrong: 2, missed: 44 })
  })
})
