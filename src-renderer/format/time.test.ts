import { describe, expect, it } from 'vitest'
import { distinctMoments, exactTime, formatAge, formatDuration, formatMoment, formatTapeTime, parseSeconds } from './time.ts'

const NOW = 1_743_986_234

describe('ages', () => {
  it.each([
    [NOW - 3, 'just now'],
    [NOW - 10, 'just now'],
    [NOW - 11, '11 s ago'],
    [NOW - 45, '45 s ago'],
    [NOW - 60, '1 min ago'],
    [NOW - 3 * 3600 - 5, '3 h ago'],
    [NOW - 40 * 86_400, '1 mo ago'],
    [NOW - 800 * 86_400, '2 y ago'],
    [NOW + 120, 'in 2 min'],
    [null, '–'],
  ])('%s reads %s', (at, text) => {
    expect(formatAge(at, NOW)).toBe(text)
  })
})

describe('moments', () => {
  it('are exact in UTC', () => {
    expect(exactTime(NOW)).toBe('2025-04-07 00:37:14 UTC')
    expect(exactTime(null)).toBe('time unknown')
    expect(formatMoment(NOW)).toBe('7 Apr 2025, 00:37 UTC')
    expect(formatDuration(59.6)).toBe('60 s')
  })

  it('of a list have seconds if two are in one minute', () => {
    const list = [NOW, NOW + 40, NOW + 60]
    expect(list.map(distinctMoments(list))).toEqual(['7 Apr 2025, 00:37:14 UTC', '7 Apr 2025, 00:37:54 UTC', '7 Apr 2025, 00:38 UTC'])
  })

  it('of trades are ages for a day, then exact times', () => {
    expect(formatTapeTime(NOW - 7200, NOW)).toBe('2 h ago')
    expect(formatTapeTime(NOW - 86_399, NOW)).toBe('23 h ago')
    expect(formatTapeTime(NOW - 86_400, NOW)).toBe('2025-04-06 00:37:14')
    expect(formatTapeTime(NOW - 90_000, NOW)).toBe('2025-04-05 23:37:14')
    expect(formatTapeTime(null, NOW)).toBe('–')
  })

  it('parse ISO 8601 only', () => {
    expect(parseSeconds('2025-04-07T00:37:14.500Z')).toBe(NOW + 0.5)
    expect(parseSeconds('yesterday')).toBeNull()
  })
})
