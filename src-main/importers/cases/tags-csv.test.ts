import { describe, expect, it } from 'vitest'
import { TAG_COLUMNS, type CaseTag } from '../../../src-shared/domain/cases/claims.ts'
import { csvLine } from '../../../src-shared/domain/csv.ts'
import { readTagsCsv } from './tags-csv.ts'

const ADDRESS = '0x6982508145454ce325ddbe47a25d4ec3d2311933'

describe('tags as CSV', () => {
  it('are read back as they were written', () => {
    const tags: CaseTag[] = [
      { network: 'evm', address: ADDRESS, name: 'OTC "desk", 2', kind: 'service', effect: 'hub', note: '=1+1', source: null, confidence: 0.5 },
      {
        network: 'eth',
        address: ADDRESS,
        name: '-x',
        kind: 'other',
        effect: 'none',
        note: 'two\nlines',
        source: 'https://example.org',
        confidence: null,
      },
    ]
    expect(readTagsCsv(`\uFEFF${[csvLine(TAG_COLUMNS), ...tags.map((tag) => csvLine(TAG_COLUMNS.map((column) => tag[column])))].join('')}`)).toEqual(
      tags,
    )
  })

  it('need only a network, an address and a name', () => {
    expect(readTagsCsv(`name,address,network\nDesk,${ADDRESS.toUpperCase().replace('0X', '0x')},base\n`)).toEqual([
      { network: 'base', address: ADDRESS, name: 'Desk', kind: 'other', effect: 'none', note: null, source: null, confidence: null },
    ])
  })

  it.each([
    ['', 'The file has no rows.'],
    [`address,label\n${ADDRESS},x\n`, 'The first row has no column network, name.'],
    [`network,address,name\neth,nobody,x\n`, 'Row 2: '],
    [`network,address,name\neth,${ADDRESS},"x\n`, 'Row 2 has a quote that is not closed'],
    [`network,address,name,confidence\neth,${ADDRESS},x,2\n`, 'Row 2: confidence is not valid.'],
    [`network,address,name,kind\neth,${ADDRESS},ok,team\nmars,${ADDRESS},x,team\n`, 'Row 3: network is not valid.'],
  ])('%j is refused with the reason and the format', (text, why) => {
    expect(() => readTagsCsv(text)).toThrow(why)
    expect(() => readTagsCsv(text)).toThrow('Expected a CSV file with the columns network,address,name,')
  })
})
