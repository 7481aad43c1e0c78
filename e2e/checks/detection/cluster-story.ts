import { shippedRules, buildFacts, type Story } from './story.ts'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { detectClusters } from '../../../src-main/detectors/clusters/detect.ts'

export const clustersOf = (story: Story): string[][] =>
  detectClusters(indexFacts(buildFacts(story), shippedRules)).clusters.map(({ members, connectors }) => [
    ...members,
    ...connectors.map((name) => `(${name})`),
  ])

export const many = (count: number, name: string): string[] => Array.from({ length: count }, (_, i) => `${name}${String(i).padStart(3, '0')}`)
export const each = (names: readonly string[], raw: number): Record<string, number> => Object.fromEntries(names.map((name, i) => [name, raw + i]))
