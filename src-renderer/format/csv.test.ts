import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

describe('CSV', () => {
  it('quotes text where needed and leaves numbers unchanged', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,y', 1.5],
          ['say "hi"', null],
        ],
      ),
    ).toBe('a,b\r\n"x,y",1.5\r\n"say ""hi""",\r\n')
  })

  it('keeps negative numbers and escapes formulas', () => {
    expect(toCsv(['v'], [[-3], ['=1+1'], ['@cmd']])).toBe("v\r\n-3\r\n'=1+1\r\n'@cmd\r\n")
  })
})
