import { describe, expect, it } from 'vitest'
import type { AdvancedSui, LocalScan } from '../../../src-shared/contract/records/scan.ts'
import { renderScanHtml } from './scan-html.ts'

const WALLET = `0x${'ab'.repeat(32)}`
const UNREAD = { value: null, object_id: null, owner_kind: null, version: null }

const advanced: AdvancedSui = {
  mintable: { value: true, object_id: WALLET, owner_kind: 'address', version: '7' },
  blacklist: UNREAD,
  contract_upgradable: UNREAD,
  metadata_modifiable: UNREAD,
  creator: null,
  honeypot: { score: null, message: 'Sell could not be tested' },
  holder_count: null,
  top_holders: [{ address: WALLET, balance: 1234.5, percentage: 12.345 }],
  locked_liquidity: [
    { pair_address: '0xpool', total_locked: 0, locks: [] },
    { pair_address: '0xother', total_locked: 60, locks: [{ percentage: 60, type: 'burn', unlock_at: null }] },
  ],
}

const scan: LocalScan = {
  report: {
    network: { name: 'Sui', symbol: 'SUI' },
    token: {
      address: '0xcoin',
      name: '<script>alert(1)</script>',
      symbol: 'A&B"',
      logo: null,
      decimals: 9,
      total_supply: 10_000,
      additional_info: null,
      age: null,
      socials: [],
    },
    extensions: {},
    results: { generated_at: 1_743_986_234, simple: { score: 75, message: 'Caution', reasons: [] }, advanced },
  },
  rule_set: 'f00d',
  score: 75,
  findings: [
    {
      id: 'mint_open_sui',
      family: 'authority',
      severity: 'high',
      points: 25,
      value: null,
      threshold: null,
      sentence: 'Supply can be increased',
      clears: 'The capability is frozen.',
      evidence: [WALLET, 'javascript:alert(1)'],
      rule_version: 'f00d',
    },
  ],
  ledger: [
    { label: 'Start', points: 100 },
    { label: 'Supply can be increased', points: -25 },
  ],
  unknowns: [{ id: 'low_liquidity', flag: 'locked_liquidity', why: 'The pools have no price in USD.' }],
  partial: ['Holders are those of a file.'],
  changes: null,
  previous_at: null,
  simulated_with: null,
}

describe('the HTML export of a scan', () => {
  const html = renderScanHtml(scan, 'sui')

  it('says of a cap neither what it measured nor what resolves it', () => {
    const [found] = scan.findings
    if (found === undefined) throw new Error('the scan has no finding')
    const cap = { ...found, id: 'cap_distribution', sentence: 'No more than 25 points', points: -15, value: null, clears: '' }
    const row = /<tr>(?:(?!<tr>)[^])*No more than 25 points[^]*?<\/tr>/.exec(renderScanHtml({ ...scan, findings: [cap] }, 'sui'))?.[0]
    expect(row).toContain('+15')
    expect(row).not.toContain('unknown')
  })

  it('contains score, ledger, findings, unknowns, locks, holders and time', () => {
    for (const text of ['75 of 100: Caution', '2025-04-07 00:37:14 UTC', '<td>−25</td><td>75</td>', 'The pools have no price in USD.', '12.345 %']) {
      expect(html).toContain(text)
    }
    expect(html).toContain('<td>0xpool</td><td>not locked</td><td>0 %</td><td></td>')
    expect(html).toContain('<td>0xother</td><td>burned</td><td>60 %</td><td>forever</td>')
    expect(html).toContain('Holders are those of a file.')
  })

  it('lists what changed since the scan before, says if nothing did, and is silent about it at a first scan', () => {
    const after = (changes: LocalScan['changes']): string => renderScanHtml({ ...scan, changes, previous_at: 1_743_986_234 }, 'sui')
    expect(after([{ field: 'is_mintable', before: false, after: null } as never])).toMatch(
      /Since the scan of 2025-04-07 00:37:14 UTC[^]*<td>no<\/td><td>unknown<\/td>/,
    )
    expect(after([])).toContain('<p>No changes.</p>')
    expect(html).not.toContain('Since the scan of')
  })

  it('shows unknown values as unknown', () => {
    expect(html).toContain('<td>Can deny addresses</td><td>unknown</td>')
    expect(html).toContain('<td>Creator</td><td>unknown</td>')
  })

  it('escapes token text and links only to the explorer', () => {
    expect(html).not.toMatch(/<script|href="javascript/)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('A&amp;B&quot;')
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual([expect.stringMatching(/^https:\/\//)])
  })
})
