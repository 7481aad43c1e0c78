import { describe, expect, it } from 'vitest'
import { avatarCells, avatarHue } from './address.ts'

describe('avatars', () => {
  it('are the same for the same address and differ between addresses', () => {
    expect(avatarHue('abc')).toBe(avatarHue('abc'))
    expect(avatarHue('abc')).not.toBe(avatarHue('abd'))
  })

  it('are never empty or full', () => {
    for (let i = 0; i < 500; i++) {
      const cells = avatarCells(`wallet${i}`)
      expect(cells).toBeGreaterThan(0)
      expect(cells).toBeLessThan(0xff)
    }
  })
})
