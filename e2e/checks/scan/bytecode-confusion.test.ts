import { describe, expect, it } from 'vitest'
import { bytecodeConfusion, scanAccuracy } from './bytecode-confusion.ts'

const FLOORS = [
  { what: 'mint capability', precision: 0.95, recall: 0.9 },
  { what: 'honeypot: sells can be stopped', precision: 0.88, recall: 1 },
] as const

const CONFUSION = bytecodeConfusion()

describe('labelled bytecodes', () => {
  it.each(FLOORS)('$what: finds the labelled contracts of real rug pulls', ({ what, precision, recall }) => {
    const { right = 0, wrong = 0, missed = 0 } = CONFUSION.find((one) => one.what === what && one.set === 'ground-truth') ?? {}
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(precision)
    expect(right / (right + missed)).toBeGreaterThanOrEqual(recall)
  })

  it('counts every labelled contract once', () => {
    const totals = CONFUSION.filter(({ set }) => set === 'both')
    expect(totals.map(({ right, wrong, missed, clear }) => right + wrong + missed + clear)).toEqual([52, 52, 52])
  })

  it('prints one row per question and set', () => {
    let text = ''
    scanAccuracy((part) => (text += part))
    expect(text.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(2 + 9)
  })
})
