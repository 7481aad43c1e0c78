import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each([
  ['plain values', ['a', 1.5, null], 'a,1.5,\r\n'],
  ['commas, quotes and line ends', ['a,b', 'say "x"', 'a\nb'], '"a,b","say ""x""","a\nb"\r\n'],
  ['names that a spreadsheet would run', ['=HYPERLINK(1)', '@x'], "'=HYPERLINK(1),'@x\r\n"],
  ['negative numbers as numbers', [-1], '-1\r\n'],
] as const)('%s', (_name, fields, line) => {
  expect(csvLine(fields)).toBe(line)
})
