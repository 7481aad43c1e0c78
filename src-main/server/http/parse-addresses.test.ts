import { expect, it } from 'vitest'
import type { InputError } from './input-error.ts'
import { parseAddresses } from './parse-addresses.ts'

const [A, B, C] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`)
const parse = (text: string): string[] => parseAddresses('eth', text, ['query', 'wallets'], 2)

it('takes as many addresses as allowed, each once, in their order', () => {
  expect(parse(` ${B} , ${A},`)).toEqual([B, A])
  expect(parse(`${A},${A}`)).toEqual([A])
})

it.each([
  ['none', ' , ', 'Between 1 and 2 addresses are needed.', ['query', 'wallets']],
  ['one too many', `${A},${B},${C}`, 'Between 1 and 2 addresses are needed.', ['query', 'wallets']],
  ['one that is none', `${A},0x12`, expect.any(String), ['query', 'wallets', 1]],
])('refuses %s', (_, text, msg, loc) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ msg, loc })] }) as InputError)
})
