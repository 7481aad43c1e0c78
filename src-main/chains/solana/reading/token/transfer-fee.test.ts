import { describe, expect, test } from 'vitest'
import { feeNote, type FeeStep } from './transfer-fee.ts'

describe('the note about a transfer fee', () => {
  const step = (epoch: number, basisPoints: number, maximum = 2n ** 64n - 1n): FeeStep => ({ epoch, basisPoints, maximum })
  const rest = '; fees that are withheld and not yet collected belong to no holder.'

  test('states the fee in force, and the one that replaces it', () => {
    const rising = { older: step(5, 100), newer: step(12, 9_000) }
    expect(feeNote(rising, 11)).toBe(`Transfers are charged 1 % before epoch 12 and 90 % from then on${rest}`)
    expect(feeNote(rising, 12)).toBe(`Transfers are charged 90 %${rest}`)
    expect(feeNote(rising, null)).toBe(feeNote(rising, 11))
    expect(feeNote({ older: step(5, 250), newer: step(12, 0) }, 11)).toBe(`Transfers are charged 2.5 % before epoch 12 and 0 % from then on${rest}`)
  })

  test('states the most that a transfer is charged', () => {
    const capped = step(5, 9_999, 25n)
    expect(feeNote({ older: capped, newer: capped }, 6)).toBe(`Transfers are charged 99.99 % (at most 25 raw units)${rest}`)
  })

  test('is none without a fee, or where its maximum is zero', () => {
    expect(feeNote({ older: step(5, 0), newer: step(5, 0) }, null)).toBeNull()
    expect(feeNote({ older: step(5, 100), newer: step(12, 0) }, 12)).toBeNull()
    expect(feeNote({ older: step(5, 500, 0n), newer: step(5, 500, 0n) }, null)).toBeNull()
  })
})
