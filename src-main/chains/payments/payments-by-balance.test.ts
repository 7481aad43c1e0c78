import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import { paymentsByBalance } from './payments-by-balance.ts'

const changes = (of: Readonly<Record<string, bigint>>): Map<Address, bigint> =>
  new Map(Object.entries(of).map(([name, raw]) => [trustedAddress(name), raw]))
const paymentsOf = (of: Readonly<Record<string, bigint>>) => {
  const { payments, unknown } = paymentsByBalance(changes(of))
  return { payments: payments.map(({ from, to, raw }) => `${from} ${to} ${raw}`), unknown: [...unknown] }
}

test('one payer pays all who gained, and several pay the only one', () => {
  expect(paymentsOf({ a: -5n, b: 3n, c: 2n })).toEqual({ payments: ['a b 3', 'a c 2'], unknown: [] })
  expect(paymentsOf({ a: -5n, b: -3n, c: 8n, d: 0n })).toEqual({ payments: ['a c 5', 'b c 3'], unknown: [] })
})

test('what balances do not explain is left out', () => {
  // Into an object, out of one, and both.
  expect(paymentsOf({ a: -5n, b: 3n })).toEqual({ payments: ['a b 3'], unknown: ['a'] })
  expect(paymentsOf({ a: -5n, b: 7n })).toEqual({ payments: ['a b 5'], unknown: ['b'] })
  expect(paymentsOf({ a: -5n })).toEqual({ payments: [], unknown: ['a'] })
  expect(paymentsOf({ b: 5n })).toEqual({ payments: [], unknown: ['b'] })
  expect(paymentsOf({ a: -5n, b: 3n, c: 4n })).toEqual({ payments: [], unknown: ['a', 'b', 'c'] })
  // Two payers and two payees: four ways to pair them.
  expect(paymentsOf({ a: -5n, b: -3n, c: 4n, d: 4n })).toEqual({ payments: [], unknown: ['a', 'b', 'c', 'd'] })
})

test('payments and changes agree for every address that is not unknown', () => {
  const names = fc.constantFrom(...['a', 'b', 'c', 'd'].map((name) => trustedAddress(name)))
  const some = fc.array(fc.tuple(names, fc.bigInt(-9n, 9n)), { maxLength: 5 }).map((list) => new Map(list))
  fc.assert(
    fc.property(some, (of) => {
      const { payments, unknown } = paymentsByBalance(of)
      for (const [address, raw] of of) {
        const sum = payments.reduce((all, one) => all + (one.to === address ? one.raw : one.from === address ? -one.raw : 0n), 0n)
        if (!unknown.has(address)) expect(sum).toBe(raw)
        else expect(raw < 0n ? sum > raw : sum < raw).toBe(true)
      }
      for (const { raw } of payments) expect(raw).toBeGreaterThan(0n)
    }),
  )
})
