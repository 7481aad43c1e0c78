import { expect, it } from 'vitest'
import type { ScanDetail, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { scanText } from './scan.ts'

const report = {
  token: { symbol: 'PEP' },
  results: { simple: { score: 70, message: 'Caution', reasons: ['No liquidity found', 'Sell could not be tested'] } },
} as unknown as ScanReport
const finding = { sentence: 'No liquidity found', points: 30, evidence: ['0xabc', '0xdef'] }
const unknown = { id: 'a', flag: 'transfer_tax', why: 'No pool was found.' }

it('has points and transactions behind a reason, and each unknown flag once', () => {
  const detail = { findings: [finding], unknowns: [unknown, { ...unknown, id: 'b' }] } as unknown as ScanDetail
  expect(scanText(report, detail).split('\n')).toEqual([
    'PEP: 70 of 100, Caution',
    '- No liquidity found (−30) See 0xabc and 1 more.',
    '- Sell could not be tested',
    'Not determined:',
    '? transfer tax: No pool was found.',
  ])
})
