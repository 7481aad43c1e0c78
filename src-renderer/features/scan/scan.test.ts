import { describe, expect, it } from 'vitest'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { evidenceKind, evidenceLink } from './evidence-kind.ts'
import { fieldWords, findingsOf, ledgerLines, measuredWords, questionWords, triedWords, valueWords, type Finding } from './scan-words.ts'

const finding = (over: Partial<Finding>): Finding => ({
  id: 'a',
  family: 'tax',
  severity: 'low',
  points: 5,
  value: 1,
  threshold: null,
  sentence: '',
  clears: '',
  evidence: [],
  rule_version: '',
  ...over,
})

describe('a scan in words', () => {
  it('has a ledger that tells what is left after each line', () => {
    const lines = ledgerLines([
      { label: 'Start', points: 100 },
      { label: 'Mint', points: -25 },
      { label: 'Cap', points: 5 },
    ])
    expect(lines.map(({ left }) => left)).toEqual([100, 75, 80])
  })

  it('lists the worst finding of a family first', () => {
    const found = findingsOf(
      [finding({}), finding({ id: 'b', severity: 'critical' }), finding({ id: 'c', points: 9 }), finding({ family: 'exit' })],
      'tax',
    )
    expect(found.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  })

  it('gives each measure its unit, and says how a sale was tried without naming the method', () => {
    expect([measuredWords('top1_10', 20), measuredWords('low_liquidity', 1000), measuredWords('few_holders', 12)]).toEqual(['20 %', '$1000', '12'])
    expect(measuredWords('mint_open_sol', 'Somebody can mint more.')).toBe('Somebody can mint more.')
    expect([questionWords('low_liquidity'), questionWords('mint_open_sol')]).toEqual(['Low liquidity?', 'Mint open?'])
    for (const method of ['eth_simulateV1', 'eth_call with overridden state', 'simulateTransaction', null]) {
      expect(triedWords(method)).not.toMatch(/[a-z]+_|[a-z][A-Z]/)
    }
  })

  it('never shows an unknown value as none', () => {
    expect([null, true, 0, 'x', { a: 1 }].map(valueWords)).toEqual(['unknown', 'yes', '0', 'x', '{"a":1}'])
    expect(fieldWords('results.advanced.tax.buy_now')).toBe('tax: buy now')
  })
})

describe('evidence', () => {
  const tx = `0x${'a'.repeat(64)}`
  it('is told apart by its form on each kind of chain', () => {
    expect([tx, `0x${'b'.repeat(40)}`, 'mint(address,uint256)'].map((text) => evidenceKind('evm', text))).toEqual(['tx', 'address', 'words'])
    expect(evidenceKind('sui', tx)).toBe('address')
    expect(evidenceKind('solana', 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82')).toBe('address')
  })

  it('leads to the explorer of its network, words to nowhere', () => {
    expect(evidenceLink(NETWORKS.eth, tx)).toBe(`https://etherscan.io/tx/${tx}`)
    expect(evidenceLink(NETWORKS.eth, 'slot 3')).toBeNull()
  })
})
