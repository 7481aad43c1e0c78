import { describe, expect, it } from 'vitest'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { classifyEvidence, evidenceLink } from './evidence-link.ts'
import { formatField, sortFindings, ledgerLines, formatMeasured, formatCheck, simulationText, formatValue, type Finding } from './scan-labels.ts'

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

describe('scan labels', () => {
  it('lists the points left after each ledger line', () => {
    const lines = ledgerLines([
      { label: 'Start', points: 100 },
      { label: 'Mint', points: -25 },
      { label: 'Cap', points: 5 },
    ])
    expect(lines.map(({ remaining: left }) => left)).toEqual([100, 75, 80])
  })

  it('lists the worst finding of a family first', () => {
    const found = sortFindings(
      [finding({}), finding({ id: 'b', severity: 'critical' }), finding({ id: 'c', points: 9 }), finding({ family: 'exit' })],
      'tax',
    )
    expect(found.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  })

  it('formats measures with units and describes the simulation', () => {
    expect([formatMeasured('top1_10', 20), formatMeasured('low_liquidity', 1000), formatMeasured('few_holders', 12)]).toEqual([
      '20 %',
      '$1,000',
      '12',
    ])
    expect(formatMeasured('mint_open_sol', 'An owner can mint more.')).toBe('An owner can mint more.')
    expect([formatCheck('low_liquidity'), formatCheck('mint_open_sol')]).toEqual(['Low liquidity?', 'Mint open?'])
    for (const method of ['eth_simulateV1', 'eth_call with overridden state', 'simulateTransaction', null]) {
      expect(simulationText(method)).not.toMatch(/[a-z]+_|[a-z][A-Z]/)
    }
  })

  it('never shows an unknown value as empty', () => {
    expect([null, true, 0, 'x', { a: 1 }].map(formatValue)).toEqual(['unknown', 'yes', '0', 'x', '{"a":1}'])
    expect([12.345678, 99.9999996, 1_234_567].map(formatValue)).toEqual(['12.345678', '99.9999996', '1,234,567'])
    expect(formatField('results.advanced.tax.buy_now')).toBe('tax: buy now')
  })
})

describe('evidence', () => {
  const tx = `0x${'a'.repeat(64)}`
  it('is classified by its format on each chain family', () => {
    expect([tx, `0x${'b'.repeat(40)}`, 'mint(address,uint256)'].map((text) => classifyEvidence('evm', text))).toEqual(['tx', 'address', 'text'])
    expect(classifyEvidence('sui', tx)).toBe('address')
    expect(classifyEvidence('solana', 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82')).toBe('address')
  })

  it('links to the explorer, text to nothing', () => {
    expect(evidenceLink(NETWORKS.eth, tx)).toBe(`https://etherscan.io/tx/${tx}`)
    expect(evidenceLink(NETWORKS.eth, 'slot 3')).toBeNull()
    expect(evidenceLink(NETWORKS.sui, '0x2::sui::SUI')).toBeNull()
    const coin = `0x${'2'.padStart(64, '0')}::sui::SUI`
    expect(evidenceLink(NETWORKS.sui, coin)).toBe(`https://suiscan.xyz/mainnet/coin/${encodeURIComponent(coin)}`)
  })
})
