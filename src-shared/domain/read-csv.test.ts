import { expect, it } from 'vitest'
import { readCsv } from './read-csv.ts'

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
])('reads %s', (_name, text, rows) => {
  expect([...readCsv(text)]).toEqual(rows)
})
