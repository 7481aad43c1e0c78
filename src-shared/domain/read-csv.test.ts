import { expect, it } from 'vitest'
import { readCsv, splitCsv } from './read-csv.ts'

it.each([
  [
    'plain rows',
    'a,b\n1,2\n3,4\n',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  ['commas and doubled quotes inside quotes', 'a,b\n"x, y","say ""hi"""\n', [{ a: 'x, y', b: 'say "hi"' }]],
  ['line breaks inside quotes', 'a,b\n"x\ny",2', [{ a: 'x\ny', b: '2' }]],
  ['Windows line ends', 'a,b\r\n1,2\r\n', [{ a: '1', b: '2' }]],
  ['empty last fields', 'a,b\n1,\n', [{ a: '1', b: '' }]],
  ['no rows', 'a,b\n', []],
  ['a byte order mark and empty lines', '\uFEFFa,b\n\n1,2\n\n', [{ a: '1', b: '2' }]],
  ['quotes inside a field', 'a,b\n5" pipe,"x"\n', [{ a: '5" pipe', b: 'x' }]],
  [
    'rows with too few and too many fields',
    'a,b\n1\n1,2,3\n',
    [
      { a: '1', b: '' },
      { a: '1', b: '2' },
    ],
  ],
])('reads %s', (_name, text, rows) => {
  expect(readCsv(text)).toEqual(rows)
})

it('leaves out the row at which a text was cut off', () => {
  const text = 'a,b\n1,2\n3,"x'
  expect(splitCsv(text, { skip_records_with_error: true })).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(() => splitCsv(text)).toThrow('Quote Not Closed')
})
