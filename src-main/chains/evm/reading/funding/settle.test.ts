import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { settle } from './settle.ts'

const party = fc.constantFrom('0xa', '0xb', '0xc', '0xd').map(trustedAddress)
const step = fc.record({ from: party, to: party, value: fc.bigInt({ min: 0n, max: 20n }) })

function netOf(rows: readonly { from: Address; to: Address; raw: bigint }[]): Map<Address, bigint> {
  const net = new Map<Address, bigint>()
  for (const { from, to, raw } of rows) {
    net.set(from, (net.get(from) ?? 0n) - raw)
    net.set(to, (net.get(to) ?? 0n) + raw)
  }
  return new Map([...net].filter(([, change]) => change !== 0n))
}

test('what a transaction pays changes every balance as its steps do, and nobody pays themselves or nothing', () => {
  fc.assert(
    fc.property(party, fc.array(step, { maxLength: 12 }), (sender, steps) => {
      const paid = settle(sender, steps)
      expect(netOf(paid)).toEqual(netOf(steps.map(({ from, to, value }) => ({ from, to, raw: value }))))
      expect(paid.filter(({ from, to, raw }) => from === to || raw <= 0n)).toEqual([])
    }),
  )
})
