import { describe, expect, it } from 'vitest'
import { NETWORK_IDS, type NetworkId } from '../../src-shared/networks.ts'
import { avatarCells, avatarHue, explorerAddress, explorerPool } from './address.ts'

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

describe('the page of an explorer', () => {
  it('is that of the account, the coin type or the pool, and a pool id has none', () => {
    const coin = '0x2::sui::SUI'
    expect(explorerAddress('sui', '0x2')).toBe('https://suiscan.xyz/mainnet/account/0x2')
    expect(explorerAddress('sui', coin)).toBe(`https://suiscan.xyz/mainnet/coin/${encodeURIComponent(coin)}`)
    expect(explorerPool('sui', '0x2')).toBe('https://suiscan.xyz/mainnet/object/0x2')
    const pool = (network: NetworkId) => explorerPool(network, `0x${'b'.repeat(64)}`)
    expect(NETWORK_IDS.filter((network) => pool(network) === null)).toEqual(['eth', 'base', 'bsc'])
    expect(explorerPool('eth', `0x${'b'.repeat(40)}`)).toBe(`https://etherscan.io/address/0x${'b'.repeat(40)}`)
  })
})
