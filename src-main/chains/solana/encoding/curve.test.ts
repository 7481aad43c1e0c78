import { createHash } from 'node:crypto'
import { PublicKey } from '@solana/web3.js'
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

it('agrees with @solana/web3.js on hashes, half of which are points', () => {
  const keys = Array.from({ length: 300 }, (_, n) => createHash('sha256').update(String(n)).digest())
  const found = keys.map((bytes) => isOnCurve(new PublicKey(bytes).toBase58()))
  expect(found).toEqual(keys.map((bytes) => PublicKey.isOnCurve(bytes)))
  expect(found.filter(Boolean).length).toBeGreaterThan(100)
  expect(found.filter(Boolean).length).toBeLessThan(200)
})

it.each([0n, 1n, 2n ** 255n - 20n, 2n ** 255n - 19n, 2n ** 255n - 1n])('agrees with it at the limit y = %s', (y) => {
  const bytes = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
  expect(isOnCurve(new PublicKey(bytes).toBase58())).toBe(PublicKey.isOnCurve(bytes))
})
