import { describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { txHash } from '../testing/samples.ts'

describe('fingerprints of transactions', () => {
  it('stay what they are, for they are on disk', () => {
    expect([txHash(1), 'sig', ''].map(fingerprint)).toEqual([197_907_813_022_910, 62_381_548_923_674, 173_961_307_212_395])
  })

  it('differ for a hundred thousand similar texts', () => {
    const seen = new Set(Array.from({ length: 100_000 }, (_, i) => fingerprint(txHash(i))))
    expect(seen.size).toBe(100_000)
  })

  it('fit 48 bits', () => {
    for (let i = 0; i < 1000; i++) expect(fingerprint(txHash(i))).toBeLessThan(2 ** 48)
  })
})
