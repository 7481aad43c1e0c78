import { describe, expect, it } from 'vitest'
import { avatarCells, avatarHue, shortAddress } from './address.ts'

describe('short addresses', () => {
  it.each([
    ['3gd3dqgtJ4jWfBfLYTX67DALFetjc5iS72sCgRhCkW2u', '3gd…W2u'],
    ['0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', '0x1f9…984'],
    ['0x0000000000000000000000000000000000000000000000000000000000000002::sui::SUI', '0x000…002::sui::SUI'],
    ['native', 'native'],
  ])('%s reads %s', (address, text) => {
    expect(shortAddress(address)).toBe(text)
  })
})

describe('avatars', () => {
  it('are the same for the same address and differ between addresses', () => {
    expect(avatarHue('abc')).toBe(avatarHue('abc'))
    expect(avatarHue('abc')).not.toBe(avatarHue('abd'))
  })

  it('always show something', () => {
    for (let i = 0; i < 500; i++) {
      const cells = avatarCells(`wallet${i}`)
      expect(cells).toBeGreaterThan(0)
      expect(cells).toBeLessThan(0xff)
    }
  })
})
