import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import { findLinkHubs } from './link-hubs.ts'

type Pair = readonly [string, string]

const MOST = 3
const customers = Array.from({ length: 5 }, (_, i) => `customer${i}`)
/** Each customer deals with the desk and with one friend. */
const desk: Pair[] = customers.flatMap((customer, i): Pair[] => [
  [customer, 'desk'],
  [customer, `friend${i}`],
])

function find(pairs: readonly Pair[], stated: Record<string, number>, services: readonly string[] = []): Record<string, number> {
  const links = pairs.map(([source, target]) => ({
    source: trustedAddress(source),
    target: trustedAddress(target),
    token: NATIVE,
    forward: 1,
    backward: 0,
  }))
  const counterparties = new Map(Object.entries(stated))
  return Object.fromEntries(findLinkHubs({ links, counterparties, isService: (address) => services.includes(address) }, MOST))
}

describe('services among links', () => {
  it('deal with many that have nothing else in common', () => {
    expect(find(desk, { desk: 5 })).toEqual({ desk: 5 })
  })

  it('are not found among people with few counterparties', () => {
    expect(find(desk.slice(0, 2 * MOST), { desk: MOST })).toEqual({})
  })

  it('include counterparties that the map does not show', () => {
    expect(find(desk.slice(0, 2), { desk: 9 })).toEqual({ desk: 9 })
  })

  it('are not found where the map does not state the number of counterparties', () => {
    expect(find(desk, {})).toEqual({})
  })

  it('are not wallets whose counterparties deal with nobody else', () => {
    expect(
      find(
        customers.map((customer): Pair => ['operator', customer]),
        { operator: 5 },
      ),
    ).toEqual({})
  })

  it('are not wallets whose counterparties deal with each other', () => {
    const ring = customers.map((customer, i): Pair => [customer, customers[(i + 1) % customers.length] ?? ''])
    expect(find([...customers.map((customer): Pair => ['operator', customer]), ...ring], { operator: 5 })).toEqual({})
  })

  it('are found although their customers share another service, listed or not', () => {
    const both: Pair[] = [...desk, ...customers.map((customer): Pair => [customer, 'exchange']), ['exchange', 'desk']]
    expect(find(both, { desk: 6 }, ['exchange'])).toEqual({ desk: 5 })
    expect(find(both, { desk: 6, exchange: 50 })).toEqual({ exchange: 44, desk: 5 })
  })

  it('do not depend on the order of links', () => {
    expect(find([...desk].reverse(), { desk: 5 })).toEqual(find(desk, { desk: 5 }))
  })
})
