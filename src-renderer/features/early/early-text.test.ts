import { describe, expect, it } from 'vitest'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { bundleText, creatorShares, holdersText, originText, shareText, windowText } from './early-text.ts'

const held = (...percentages: (number | null)[]) => percentages.map((percentage) => ({ percentage }))

describe('the text about a list', () => {
  it('says who of it holds', () => {
    expect(holdersText(held(1, 2, 3), 'sniper')).toBe('3 snipers')
    expect(holdersText(held(1, 0, 0), 'sniper')).toBe('1 of 3 snipers')
    expect(holdersText(held(1, null, 0), 'sniper')).toBe('at least 1 of 3 snipers')
    expect(holdersText(held(0, null), 'sniper')).toBe('the 2 snipers')
    expect(holdersText(held(0, 0), 'sniper')).toBe('the 2 snipers')
    expect(holdersText(held(0), 'sniper')).toBe('the 1 sniper')
  })

  it('adds up the shares, as a lower bound if one is unknown', () => {
    expect(shareText(held(1, 2.5))).toBe('3.50 %')
    expect(shareText(held(1, null))).toBe('at least 1.00 %')
    expect(shareText(held(1, 2.5), true)).toBe('at least 3.50 %')
    expect(shareText(held(0.004), true)).toBe('more than 0 %')
    expect(shareText(held(99.97), true)).toBe('at least 99.9 %')
  })
})

describe('the text about the launch window', () => {
  const window = { first_block: 1_000, last_block: 1_011, first_time: 1_743_986_234, last_time: 1_743_986_274, how: 'From the first swap.' }
  const text = (change: Partial<typeof window> | Record<string, null>): string =>
    windowText({ ...window, ...change } as unknown as EarlyRecord['window'])

  it('has its blocks, and its length and time as far as they are known', () => {
    expect(text({})).toBe('Window: block 1,000 to 1,011, 40 s from 7 Apr 2025, 00:37 UTC. From the first swap.')
    expect(text({ last_time: window.first_time })).toBe('Window: block 1,000 to 1,011 from 7 Apr 2025, 00:37 UTC. From the first swap.')
    expect(text({ last_time: null })).toBe('Window: block 1,000 to 1,011 from 7 Apr 2025, 00:37 UTC. From the first swap.')
    expect(text({ first_time: null })).toBe('Window: block 1,000 to 1,011. From the first swap.')
    expect(windowText(null)).toContain('unknown')
  })
})

it('a bundle without a known price does not cost nothing', () => {
  const bundle = { bought_pct: 4.1, held_pct: 2 }
  expect(bundleText({ ...bundle, spent: 12.3 }, 'SOL')).toBe('bought 4.10 % for 12.3 SOL, 2.00 % still held')
  expect(bundleText({ ...bundle, spent: null }, 'SOL')).toBe('bought 4.10 % for an unknown amount, 2.00 % still held')
  expect(bundleText({ ...bundle, spent: 12.3 }, 'SOL', true)).toBe('bought 4.10 % for 12.3 SOL, at least 2.00 % still held')
})

it('a creator whose balance may not have been read does not hold nothing', () => {
  const shares = (percentage: number, total: number, mayHold = true) => creatorShares({ percentage, total_percentage: total }, mayHold)
  expect(shares(0, 0, false)).toEqual({ total: '0 %', own: '0 %' })
  expect(shares(2, 3)).toEqual({ total: '3.00 %', own: '2.00 %' })
  expect(shares(0, 0)).toEqual({ total: 'an unknown share', own: 'an unknown share' })
  expect(shares(0, 1)).toEqual({ total: '≥ 1.00 %', own: 'an unknown share' })
})

describe('the text about who paid a first coin', () => {
  const origin = { address: 'mix', kind: 'mixer', label: null, tx: null, time: null, amount: 0.5, seconds_after_creator: null }
  const text = (change: object): string => originText({ ...origin, ...change } as unknown as Parameters<typeof originText>[0], 'SOL')

  it('names the payer and the amount, if it is known', () => {
    expect(text({})).toBe('Mixer mix paid its first coin, 0.5 SOL.')
    expect(text({ label: 'Tornado', amount: null })).toBe('Mixer Tornado paid its first coin.')
    expect(text({ kind: 'wallet' })).toBe('Wallet mix paid its first coin, 0.5 SOL.')
  })

  it('names a payment of the creator to the same service as a hint', () => {
    expect(text({ kind: 'bridge', seconds_after_creator: 120 })).toBe(
      'Bridge mix paid its first coin, 0.5 SOL. 2 min before, the creator had paid the same bridge about as much. Others do so too, so this is a hint and counts for nothing.',
    )
  })
})
