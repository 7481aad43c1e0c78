import { describe, expect, it } from 'vitest'
import { citation, paragraph, table } from './table.ts'

const WALLET = 'CmnENjeuQfyPWHprK752FnU2wQgCZ8at4uMDBedctryo'
const ROWS = [
  ['1', '27.0 %', WALLET, 'Binance 18'],
  ['12', '<0.01 %', WALLET, 'Raydium AMM v4 authority of many pools'],
]
const HEAD = ['rank', 'percent', 'address', 'label']

describe('a table', () => {
  it('fits the terminal: addresses are cut in the middle, other text at its end, numbers not at all', () => {
    const lines = table(HEAD, ROWS, 60).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(lines[2]).toMatch(/^ {3}1 {3}27\.0 % {2}CmnE\w+…\w+tryo {2}Binance 18$/)
    expect(lines[3]).toMatch(/^ {2}12 {2}<0\.01 % .* Raydium AMM v4 .*…$/)
  })

  it('is not cut where it fits', () => {
    expect(table(HEAD, ROWS, 200)).toContain(`${WALLET}  Raydium AMM v4 authority of many pools`)
  })

  it('is lines with tabs and whole values in a pipe, one a row whatever a name contains', () => {
    expect(table(HEAD, [['1', '2 %', WALLET, 'two\nlines\tand a tab']], null)).toBe(`1\t2 %\t${WALLET}\ttwo lines and a tab`)
  })
})

describe('a paragraph', () => {
  it('is wrapped under its bullet on a terminal, and one line in a pipe', () => {
    expect(paragraph('one two three four', { bullet: '- ', width: 11 })).toBe('- one two\n  three\n  four')
    expect(paragraph('one two three four', { bullet: '- ', width: null })).toBe('- one two three four')
  })
})

it('cites the first transaction and counts the others', () => {
  expect([citation([]), citation(['a']), citation(['a', 'b', 'c'])]).toEqual(['', ' Transaction a.', ' Transaction a and 2 more.'])
})
