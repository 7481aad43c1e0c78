import { expect, it } from 'vitest'
import { readJsonValues } from './read-json.ts'

it.each(['9007199254740993', '-9007199254740993', '123456789012345678901'])('keeps every digit of %s', (digits) => {
  expect(readJsonValues(`{"raw":${digits}}`)).toEqual([{ raw: BigInt(digits) }])
  expect(readJsonValues(`[1, ${digits} ]`)).toEqual([[1, BigInt(digits)]])
})
