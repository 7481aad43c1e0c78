import { describe, expect, it } from 'vitest'
import { bytecodeConfusion, scanAccuracy } from './bytecode-confusion.ts'

describe('function names in labelled bytecodes', () => {
  it.each(['mint capability', 'honeypot: sells can be stopped'])('%s: nine of ten named contracts have it', (what) => {
    const row = bytecodeConfusion().find((one) => one.what === what && one.set === 'both')
    expect(row).toBeDefined()
    const { right = 0, wrong = 0 } = row ?? {}
    expect(right).toBeGreaterThan(5)
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.9)
  })

  it('counts every labelled contract once', () => {
    const totals = bytecodeConfusion().filter(({ set }) => set === 'both')
    expect(totals.map(({ right, wrong, missed, clear }) => right + wrong + missed + clear)).toEqual([52, 52, 52])
  })

  it('prints one row per question and set', () => {
    let text = ''
    scanAccuracy((part) => (text += part))
    expect(text.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(2 + 9)
  })
})
