import { describe, expect, it } from 'vitest'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { findDevContracts } from '../../../src-main/detectors/insiders/dev-contracts.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { buildFacts, shippedRules, type Story } from './story.ts'

/** Contracts of the creator `dev`, which has them from the start. */

const find = (story: Story, owners: Readonly<Record<string, string>>) => {
  const contractOwners = Object.entries(owners).map(([contract, owner]) => ({
    contract: trustedAddress(contract),
    owner: trustedAddress(owner),
    deployerNonce: null,
  }))
  return findDevContracts(indexFacts({ ...buildFacts({ creator: 'dev', ...story }), contractOwners }, shippedRules))
}

describe('contracts of the creator', () => {
  it('are those that it owns and alone filled', () => {
    const sends = [
      ['dev', 'vault', 500, 1],
      ['vault', 'dev', 100, 2],
    ] as const
    const story = { holds: { dev: 100, vault: 400 }, sends, contracts: ['vault'] }
    expect(find(story, { vault: 'dev' })).toEqual({ controlled: ['vault'], locked: [] })
    expect(find(story, { vault: 'another' })).toEqual({ controlled: [], locked: [] })
    expect(find(story, {})).toEqual({ controlled: [], locked: [] })
  })

  it('are none into which others put tokens, and none of which transfers are missing', () => {
    const sends = [
      ['dev', 'staking', 500, 1],
      ['stranger', 'staking', 100, 2],
    ] as const
    expect(find({ holds: { staking: 600 }, sends, contracts: ['staking'] }, { staking: 'dev' }).controlled).toEqual([])
    expect(find({ holds: { vault: 900 }, sends: [['dev', 'vault', 500, 1]], contracts: ['vault'] }, { vault: 'dev' }).controlled).toEqual([])
  })

  it('are told apart where they lock', () => {
    const story = {
      holds: { locker: 500 },
      sends: [['dev', 'locker', 500, 1]] as const,
      contracts: ['locker'],
      labels: { locker: 'vesting' } as const,
    }
    expect(find(story, { locker: 'dev' })).toEqual({ controlled: [], locked: ['locker'] })
  })
})
