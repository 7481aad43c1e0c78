import { describe, expect, it } from 'vitest'
import { anvilMissing } from '../../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../../fixtures/anvil/chain.ts'
import { ownArtifact } from '../../../fixtures/anvil/uniswap.ts'
import { surfpoolMissing } from '../../../fixtures/surfpool/surfpool.ts'
import { MAKER } from '../launch.ts'
import { seeded, type Script } from '../script.ts'
import { SCENARIOS } from '../scenarios.ts'
import { playOnAnvil } from './anvil-player.ts'
import type { NodeNetwork } from './skipped-scenarios.ts'
import { measureOnNode } from './measure-on-node.ts'
import type { PlayedScript, ScriptPlayer } from './script-player.ts'
import { readBack } from './read-back.ts'
import { computeFunds, limitGroupSizes, toSteps } from './steps.ts'
import { playOnSui } from './sui-player.ts'
import { playOnSurfpool } from './surfpool-player.ts'

/**
 * Plays a few scenarios on fresh nodes and reads them with the app. This tests what the simulator cannot: that reading a node
 * yields the facts that the detectors need. `npm run accuracy -- --nodes` plays them all. Reads mostly wait, so the nodes run together.
 */

const PLAY_LIMIT_MS = 240_000
const LAUNCH = 'the creator funds buyers right behind its own transaction'

describe.concurrent.each<{ network: NodeNetwork; play: ScriptPlayer; missing: string | null; names: readonly string[] }>([
  {
    network: 'eth',
    play: playOnAnvil,
    missing: anvilMissing(),
    names: [
      'exempt wallets buy on Uniswap v4 before trading is opened',
      'a busy launch on Uniswap v3, initialised empty four blocks before its liquidity',
      'a contract buys in the first block and spreads it over many wallets',
      'a curve whose last buyer’s transaction also gives the rest of the tokens to the launchpad',
      'the receiver of taxes buys for its wallets in one transaction',
      'never used wallets from exchanges buy in the first block with the same odd gas settings',
    ],
  },
  { network: 'sol', play: playOnSurfpool, missing: surfpoolMissing(), names: [LAUNCH] },
  { network: 'sui', play: playOnSui, missing: null, names: [LAUNCH] },
])('on a node of $network', ({ network, play, missing, names }) => {
  it.skipIf(missing !== null).each(names)(
    `%s ${missing ?? ''}`,
    async (name) => {
      const scenario = SCENARIOS.find((one) => one.name === name)
      if (scenario === undefined) throw new Error(`Unknown scenario: ${name}`)
      const { clusters, snipers, bundlers, insiders, sniperStates } = await measureOnNode(scenario, network, 1, play)
      const scores = [clusters, snipers, bundlers, insiders].filter((score) => score !== null)
      for (const score of scores) expect(score).toMatchObject({ wrong: 0, missed: 0 })
      const tied = [clusters, bundlers, insiders].reduce((sum, score) => sum + (score?.right ?? 0), 0)
      if (scenario.purpose !== 'trap') expect(tied).toBeGreaterThan(0)
      expect(sniperStates).toBe(0)
    },
    PLAY_LIMIT_MS,
  )
})

it.skipIf(anvilMissing() !== null)(
  `reads on EVM networks which snipers paid a block builder, and what the creator keeps in contracts ${anvilMissing() ?? ''}`,
  async () => {
    const scenario = SCENARIOS.find(({ name }) => name === 'a busy launch: strangers crowd the first block')
    if (scenario === undefined) throw new Error('Unknown scenario')
    const script = scenario.build(limitGroupSizes(seeded(1)))
    const played = await playOnAnvil(script)
    try {
      const vault = await fillContracts(played)
      const { snipers, tipped, creator } = await readBack(script, 'eth', played)
      expect(creator?.contracts).toEqual([{ address: vault, percentage: 4 }])
      expect(creator?.total_percentage).toBeCloseTo((creator?.percentage ?? 0) + 4, 9)
      const paid = new Set<string>(script.actions.flatMap((action) => (action.do === 'buy' && action.tip === true ? [played.at(action.wallet)] : [])))
      expect(tipped).toEqual(new Set([...snipers.keys()].filter((address) => paid.has(address))))
      expect(tipped.size).toBeGreaterThan(1)
      expect(tipped.size).toBeLessThan(snipers.size)
    } finally {
      await played.stop()
    }
  },
  PLAY_LIMIT_MS,
)

/**
 * Two contracts of the creator. A buyer also puts tokens into one, and the creator alone fills the other with 4 % of supply.
 *
 * @returns the address of the latter
 */
async function fillContracts({ endpoints: [url = ''], token, at }: PlayedScript): Promise<string> {
  const chain = await openDevChain(url)
  const [dev, buyer] = [account(MAKER), account('wallet 1')]
  const played = { address: token as string as `0x${string}`, abi: ownArtifact('LaunchToken').abi }
  const [vault, staking] = [
    await chain.deploy(dev, ownArtifact('OwnedVault'), [at(MAKER)]),
    await chain.deploy(dev, ownArtifact('OwnedVault'), [at(MAKER)]),
  ]
  const million = 10n ** 24n
  await chain.call(dev, played, 'transfer', [vault.address, 40n * million])
  await chain.call(dev, played, 'transfer', [staking.address, 20n * million])
  await chain.setBalance(addressOf(buyer), 10n ** 18n)
  const held = (await chain.read(played, 'balanceOf', [buyer.address])) as bigint
  await chain.call(buyer, played, 'transfer', [staking.address, held / 2n])
  return vault.address
}

describe('steps of a script', () => {
  const script: Script = {
    actions: [
      { do: 'pay', from: 'exchange', to: 'one', coins: 2 },
      { do: 'wait', seconds: 60 },
      { do: 'buy', wallet: 'one', coins: 3 },
      { do: 'buy', wallet: 'two', coins: 1, signer: 'one', sameTransaction: true },
      { do: 'gap', transactions: 90 },
      { do: 'blocks', count: 2 },
    ],
    truth: { owners: [], snipers: null, bundlers: null, insiders: null },
    exchanges: [],
    contracts: [],
    accounts: [],
    pathEnds: new Map(),
    controlled: [],
    services: [],
    coinPrice: null,
    venue: 'v2',
    skipped: [],
  }

  it('groups actions into transactions and converts time to blocks', () => {
    expect(toSteps(script, 12).map((step) => (step.do === 'transaction' ? step.actions.length : step))).toEqual([
      1,
      { do: 'pass', seconds: 60, blocks: 5 },
      2,
      { do: 'others', transactions: 8 },
      { do: 'pass', seconds: 24, blocks: 2, exact: true },
    ])
  })

  it('funds unpaid wallets before the script and paid wallets after their first payment', () => {
    const { before, later } = computeFunds(script, 0)
    expect(Object.fromEntries(before)).toEqual({ exchange: 2 })
    expect(Object.fromEntries(later)).toEqual({ one: 2 })
  })

  it('draws small groups', () => {
    const drawn = Array.from({ length: 50 }, (_, i) => limitGroupSizes(seeded(i + 1)).whole(8, 20))
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([8, 10])
  })
})
