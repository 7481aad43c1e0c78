import { describe, expect, it } from 'vitest'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { people, shippedRules, buildFacts, type Story } from './story.ts'

function findings(story: Story): Findings {
  const facts = buildFacts({ creator: 'dev', ...story })
  const trades = facts.trades.map((trade) => ({ ...trade, tokenIn: { ...trade.tokenIn, decimals: NETWORKS.sol.native.decimals } }))
  return detectAll({ ...facts, trades, token: { ...facts.token, network: 'sol' } }, { rules: shippedRules, changed: [] })
}

const insiders = (story: Story): string[] => findings(story).insiders.map(({ address }) => address)

describe('tokens from the creator', () => {
  it('make an insider, except for dust', () => {
    expect(
      insiders({
        holds: { dev: 500, friend: 90, dusted: 4 },
        sends: [
          ['dev', 'friend', 90, 5],
          ['dev', 'dusted', 4, 5],
        ],
      }),
    ).toEqual(['friend'])
  })

  it('in many small pieces are counted together', () => {
    const sends = [1, 2, 3].map((hour): [string, string, number, number] => ['dev', 'friend', 3, hour])
    const { insiders: found } = findings({ holds: { dev: 500, friend: 9 }, sends })
    expect(found.map(({ address, facts }) => [address, facts[0]?.sentence, facts[0]?.evidence])).toEqual([
      ['friend', 'The creator sent friend 9 STORY.', ['token-0', 'token-1', 'token-2']],
    ])
  })

  it('do not make an insider when they were paid for', () => {
    const story: Story = {
      holds: { dev: 500, buyer: 900, trader: 100 },
      buys: [['trader', 100, 400, 1]],
      sends: [['dev', 'buyer', 900, 5]],
      pays: [
        ['friend of dev', 'dev', 10, 0],
        ['buyer', 'dev', 3_600, 5.2],
      ],
    }
    expect(insiders(story)).toEqual([])
    expect(insiders({ ...story, pays: [] })).toEqual(['buyer'])
  })

  it('sent to many make insiders only of large receivers', () => {
    const crowd = people(80)
    const holds = Object.fromEntries([['dev', 500], ['friend', 2_000], ...crowd.map((one) => [one, 20])]) as Record<string, number>
    const sends = ['friend', ...crowd].map((one, i): [string, string, number, number] => ['dev', one, one === 'friend' ? 2_000 : 20, 100 + i])
    expect(insiders({ holds, sends })).toEqual(['friend'])
  })

  it('sent to hundreds in a day keep the creator and its friends', () => {
    const crowd = people(300)
    const holds = Object.fromEntries([['dev', 500], ['friend', 700], ...crowd.map((one) => [one, 20])]) as Record<string, number>
    const sends = crowd.map((one, i): [string, string, number, number] => ['dev', one, 20, 100 + i / 50])
    const found = findings({ holds, sends, pays: [['dev', 'friend', 50, 2]] })
    expect(found.index.hubReason('dev')).toContain('different addresses')
    expect(found.index.creator).toBe('dev')
    expect(found.insiders.map(({ address }) => address)).toEqual(['friend'])
  })

  it('in a locker make insiders of its payees, not of the locker', () => {
    const story: Story = {
      holds: { dev: 500, locker: 7_000, worker: 2_000, other: 100 },
      labels: { locker: 'vesting' },
      contracts: ['locker'],
      sends: [
        ['dev', 'locker', 9_000, 5],
        ['locker', 'worker', 2_000, 300],
        ['locker', 'dev', 50, 400],
      ],
    }
    const { insiders: found } = findings(story)
    expect(found.map(({ address, path }) => [address, path.map(({ from, to }) => `${from} to ${to}`)])).toEqual([
      ['worker', ['dev to locker', 'locker to worker']],
    ])
    expect(insiders({ ...story, sends: [...(story.sends ?? []), ['other', 'locker', 100, 6]] })).toEqual([])
  })
})
