import { expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { IncrementalState } from '../../../src-main/detectors/incremental/state.ts'
import { blocks } from './early-story.ts'
import { buildFacts, shippedRules } from './story.ts'

it('contracts of one owner stop being a bundle once one of them sends the token to a stranger', () => {
  const facts = buildFacts({
    holds: { first: 10, second: 20, stranger: 5 },
    contracts: ['first', 'second'],
    creator: 'dev',
    sends: [['first', 'stranger', 5, blocks(9)]],
    buys: [
      ['first', 10, 3, blocks(0)],
      ['second', 20, 7, blocks(1)],
    ],
  })
  const after = {
    ...facts,
    contractOwners: ['first', 'second'].map((contract) => ({
      contract: trustedAddress(contract),
      owner: trustedAddress('boss'),
      deployerNonce: 3,
    })),
  }
  const before = { ...facts, contractOwners: after.contractOwners, transfers: [] }
  const active = { rules: shippedRules, changed: [] }
  const state = new IncrementalState()
  expect(detectAll(before, active, state).bundles.bundlers.map(({ address }) => address)).toEqual(['first', 'second'])

  state.knownRows = { transfers: 0, trades: before.trades.length }
  expect(detectAll(after, active, state).bundles).toEqual(detectAll(after, active).bundles)
})
