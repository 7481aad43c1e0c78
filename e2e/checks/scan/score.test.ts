import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeScore } from '../../../src-main/scan/score.ts'
import { weights } from './inputs.ts'

const whole = (ids: readonly string[]) =>
  computeScore(
    weights,
    ids.map((id) => ({ id, half: false })),
  )
const subset = fc.subarray(weights.findings.map(({ id }) => id))
const counted = subset.chain((ids) =>
  fc.array(fc.boolean(), { minLength: ids.length, maxLength: ids.length }).map((halves) => ids.map((id, i) => ({ id, half: halves[i] ?? false }))),
)

describe('the published examples', () => {
  it.each(weights.examples)('$name: $score, $message', ({ findings, score, message }) => {
    expect(whole(findings)).toMatchObject({ score, message })
  })
})

describe('any findings', () => {
  it('the ledger starts with 100 and sums to the score', () => {
    fc.assert(
      fc.property(counted, (found) => {
        const { ledger, score } = computeScore(weights, found)
        expect(ledger[0]).toEqual({ label: 'Start', points: 100 })
        expect(ledger.reduce((sum, { points }) => sum + points, 0)).toBe(score)
      }),
    )
  })

  it('points of findings minus points returned by caps, plus the score, is 100', () => {
    fc.assert(
      fc.property(counted, (found) => {
        const { findings, cuts, score } = computeScore(weights, found)
        const taken = findings.reduce((sum, { points }) => sum + points, 0) - cuts.reduce((sum, { points }) => sum + points, 0)
        expect(score + taken).toBe(100)
        expect(score).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('only one step of a ladder counts', () => {
    fc.assert(
      fc.property(subset, (ids) => {
        const kept = whole(ids).findings.map(({ weight }) => weight.id)
        for (const ladder of weights.ladders) {
          const present = ladder.filter((id) => ids.includes(id))
          expect(kept.filter((id) => ladder.includes(id))).toEqual(present.slice(0, 1))
        }
      }),
    )
  })

  it('one more finding never raises the score', () => {
    fc.assert(
      fc.property(subset, fc.constantFrom(...weights.findings.map(({ id }) => id)), (ids, more) => {
        expect(whole([...new Set([...ids, more])]).score).toBeLessThanOrEqual(whole(ids).score)
      }),
    )
  })

  it('a power held by a multisig costs half, rounded up', () => {
    expect(computeScore(weights, [{ id: 'mint_open_sol', half: true }])).toMatchObject({ score: 87, findings: [{ points: 13 }] })
  })
})
