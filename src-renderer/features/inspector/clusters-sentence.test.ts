import { expect, it } from 'vitest'
import { clustersSentence } from './clusters-sentence.ts'

it('the share of clusters is a lower bound if wallets may be missing from them', () => {
  const sentence = (unknown: string | null, clusters = 3): string => clustersSentence({ wallets: 12, clusters, share: 4.509, holders: 50, unknown })
  expect(sentence(null)).toBe('12 wallets in 3 clusters hold 4.51 % of supply.')
  expect(sentence('Not all was read.')).toBe('12 wallets in 3 clusters hold at least 4.50 % of supply.')
  expect([sentence(null, 0), sentence('Not all was read.', 0)]).toEqual([
    'No clusters found among 50 holders.',
    'Clusters are unknown. Not all was read.',
  ])
})
