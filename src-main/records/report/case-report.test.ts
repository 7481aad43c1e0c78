import { describe, expect, it } from 'vitest'
import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import type { EvidenceEdge } from '../../../src-shared/contract/records/local.ts'
import { caseReport } from './case-report.ts'

const HOSTILE = '"><script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>'
const edge: EvidenceEdge = {
  a: 'A1',
  b: 'B1',
  p: 0.9,
  accepted: true,
  bridge: false,
  facts: [
    { rule: 'funding.shared', family: 'funding', value: '2', threshold: '1', weight: 0.9, sentence: `F paid both. ${HOSTILE}`, evidence: ['tx"1'] },
  ],
} as unknown as EvidenceEdge
const basis = { as_of: 1_700_000_000, coverage: 'holders=500/1234', rule_set: { version: '1', changed: [] } }
const token = { network: 'sol', token_address: 'T' } as const
const record: CaseRecord = {
  id: 'c',
  name: HOSTILE,
  created_at: 1,
  changed_at: 2,
  revision: 3,
  step: 3,
  undo: null,
  redo: null,
  items: [],
  notes: [
    {
      id: '3',
      target: { kind: 'trade', network: 'sol', token_address: 'T', transaction: 'sw"ap', leg: 1 },
      text: `Sold at the top ${HOSTILE}`,
      written_at: 7,
      changed_at: 7,
    },
    { id: '4', target: { kind: 'case' }, text: 'To be kept private', written_at: 8, changed_at: 8 },
  ],
  tags: [],
  entities: [],
  graphs: [],
  thresholds: {},
  views: [],
  findings: [
    {
      id: '1',
      place: 0,
      text: `One owner ${HOSTILE}`,
      written_at: 5,
      changed_at: 5,
      evidence: [
        { kind: 'edge', ...token, ...basis, a: 'A1', b: 'B1', joined: true, sentence: 'Both were funded by F.', edge, path: [] },
        { kind: 'snapshot', ...token, timestamp: 1_700_000_000, sha256: 'ab12' },
      ],
    },
    { id: '2', place: 1, text: 'A guess', written_at: 6, changed_at: 6, evidence: [] },
  ],
}

const file = { root: 'cd34', made_at: 9, revision: 2 }

describe('the report of a case', () => {
  it.each(['html', 'md'] as const)(
    'has findings in order with time, coverage, rules, links and hashes, and says what is unknown, as %s',
    (format) => {
      const text = caseReport({ record, file, at: 1_700_000_000 }, format)
      expect(text.indexOf('One owner')).toBeLessThan(text.indexOf('A guess'))
      for (const part of [
        '2023-11-14 22:13:20 UTC',
        'Case file of revision 2, before the latest changes, saved 1970-01-01 00:00:09 UTC. Root hash cd34',
        'Written 1970-01-01 00:00:05 UTC',
        'threshold 1',
        '500 of 1,234 holders. What is missing is unknown',
        'tx%221',
        'ab12',
        'No evidence is attached',
        'Notes on trades',
        'Sold at the top',
        'Swap 2 of the transaction',
        'sw%22ap',
      ]) {
        expect(text).toContain(part)
      }
      expect(text).not.toContain('To be kept private')
      expect(caseReport({ record, file, at: 1_700_000_000 }, format)).toBe(text)
    },
  )

  it('shows hostile names as text', () => {
    const html = caseReport({ record, file, at: 0 }, 'html')
    expect(html).not.toMatch(/<script|<img|javascript:alert\(1\)"/)
    expect(html).toContain(`default-src 'none'`)
    const md = caseReport({ record, file, at: 0 }, 'md')
    expect(md).not.toMatch(/<script|<img|[^\\]\[x[^\\]?\]\(javascript/)
  })

  it('draws the evidence alone', () => {
    const html = caseReport({ record, file, at: 0 }, 'html')
    expect(html.match(/<circle /g)).toHaveLength(2)
    expect(html.match(/<line /g)).toHaveLength(1)
  })

  it('is JSON with the evidence as it is kept, and says that there are no findings', () => {
    expect(JSON.parse(caseReport({ record, file, at: 7 }, 'json'))).toMatchObject({
      case_file: file,
      findings: record.findings,
      trade_notes: record.notes.slice(0, 1),
    })
    expect(caseReport({ record: { ...record, findings: [] }, file: null, at: 7 }, 'md')).toContain('This case has no findings.')
  })
})
