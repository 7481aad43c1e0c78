import { expect, it } from 'vitest'
import type { InCommonRecord } from '../../../src-shared/contract/records/in-common.ts'
import { inCommonText } from './in-common.ts'

const SHARED = { shared: 1, expected: null, probability: null }
const token = (address: string) => ({ address, symbol: 'TST', wallets: 2, early: null, counted: null, holders_complete: true })

it('tokens with the same symbol are distinguished by their addresses, as on the page', () => {
  const tokens = [token('address-of-one'), token('address-of-two')]
  const addresses = tokens.map(({ address }) => address)
  const found = {
    ...{ tokens, overlaps: [{ tokens: addresses, wallets: SHARED, early: SHARED }], population: { wallets: 2, others: 0, tokens: 2 } },
    ...{ wallets: [], wallets_total: 0, creators: [], deposits: [], deposits_total: 0, funders_total: 1 },
    funders: [{ address: 'payer', label: null, in: addresses.map((of) => ({ token: of, wallets: 2 })) }],
  } as unknown as InCommonRecord
  const lines = inCommonText(found).split('\n')
  expect(lines).toContain('TST add…one and TST add…two\t1\tunknown\tunknown\t1\tunknown\tunknown')
  expect(lines).toContain('TST add…one 2; TST add…two 2\tpayer')
})
