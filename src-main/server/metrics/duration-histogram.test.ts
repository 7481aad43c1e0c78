import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { DurationHistogram } from './duration-histogram.ts'

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Values inside the buckets, on their bounds, and beyond them. */
const SECONDS = [0, 0.0005, ...BOUNDS, 0.5, 0.5, 29.5, 30.5, 3600]

const sorted = (text: string): string[] => text.split('\n').filter(Boolean).sort()

it('prints what the histogram of prom-client prints', async () => {
  const registry = new Registry()
  const theirs = new Histogram({ name: 'wait_seconds', help: 'Time of a call.', labelNames: ['call'], buckets: BOUNDS, registers: [registry] })
  const ours = new DurationHistogram('wait_seconds', 'Time of a call.', 'call')
  for (const [index, seconds] of SECONDS.entries()) {
    const call = index % 3 === 0 ? 'read' : '/a/:b'
    theirs.observe({ call }, seconds)
    ours.series(call).observe(seconds)
  }
  expect(sorted(ours.exposition())).toEqual(sorted(await registry.metrics()))
})

it('prints no series before its first observation', () => {
  const histogram = new DurationHistogram('wait_seconds', 'Time of a call.', 'call')
  histogram.series('read')
  expect(histogram.exposition()).toBe('# HELP wait_seconds Time of a call.\n# TYPE wait_seconds histogram\n')
})
