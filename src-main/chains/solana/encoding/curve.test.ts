import { expect, it } from 'vitest'
import { isOnCurve } from './curve.ts'

it.each([
  ['the Raydium authority, a program address', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', false],
  ['a Meteora pool authority', 'FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM', false],
  ["an exchange's hot wallet", '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', true],
  ['the migration wallet of pump.fun', '39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg', true],
  ['no address at all', 'hello', false],
])('%s', (_name, address, onCurve) => {
  expect(isOnCurve(address)).toBe(onCurve)
})
