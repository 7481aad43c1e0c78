import { describe, expect, it } from 'vitest'
import type { Capabilities, Survey } from '../../chains/adapter.ts'
import { describeEndpoint } from './describe.ts'

const FREE: Capabilities & Survey = {
  head: 23_000_000,
  archive: false,
  traces: false,
  simulate: true,
  logsMaxRange: 10,
  events: { since: 22_900_000, isCut: true },
  batches: false,
  pace: { perSecond: 9.8, isLimit: true },
}
const UNKNOWN = { archive: null, traces: null, simulate: null, logsMaxRange: null, events: null, batches: null, pace: null }

describe('what an endpoint can do, in sentences', () => {
  it('a free plan', () => {
    expect(describeEndpoint('eth', FREE)).toEqual([
      'Answers at block 23,000,000.',
      'Logs: up to 10 blocks per query.',
      'Keeps events since about block 22,900,000; older ones are missing, so older tokens cannot be read completely.',
      'Does not keep old state, so creators and first funders may stay unknown.',
      'Traces: no. Simulation: yes.',
      'Batches of calls: no.',
      'Pace: about 10 calls a second; it refused more.',
      'A typical token (30 days old, 1,000 holders, 3,000 swaps) takes about 68,000 calls: about 2 hours at this pace.',
    ])
  })

  it('what is not known is said to be unknown', () => {
    expect(describeEndpoint('sol', { head: 400_000_000, ...UNKNOWN })).toEqual([
      'Answers at slot 400,000,000.',
      'How far back it keeps transactions is unknown.',
      'Batches of calls: unknown.',
      'Pace: unknown.',
      'A typical token (30 days old, 1,000 holders, 3,000 swaps) takes about 4,600 calls; how long is unknown.',
    ])
  })

  it('an endpoint without logs, and one that refused no call', () => {
    expect(describeEndpoint('bsc', { ...FREE, logsMaxRange: 0, events: null }).at(-1)).toBe(
      'A typical token (30 days old, 1,000 holders, 3,000 swaps) cannot be read here.',
    )
    const sentences = describeEndpoint('eth', { ...FREE, logsMaxRange: null, archive: true, traces: true, pace: { perSecond: 900, isLimit: false } })
    expect(describeEndpoint('eth', { ...FREE, batches: true })).toContain(
      'Batches of calls: yes. Long reads use them where a batch counts as one call.',
    )
    expect(sentences).toContain('Logs: no limit found at 10,001 blocks per query.')
    expect(sentences.slice(-2)).toEqual([
      'Pace: about 900 calls a second and no refusal, so it may allow more.',
      'A typical token (30 days old, 1,000 holders, 3,000 swaps) takes about 4,700 calls: at most 6 seconds at this pace.',
    ])
  })
})
