import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { InCommonRecord, SerialRecord } from '../../../src-shared/contract/records/in-common.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { launchTogether, type Together } from '../../fixtures/anvil/together.ts'
import { wallet } from '../../fixtures/surfpool/client.ts'
import { launchToken, type Launch } from '../../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../fixtures/surfpool/surfpool.ts'
import { storedTokens, type StoredTokens } from './stored-tokens.ts'

/** Compares what several launches on real nodes have in common with the script that made them. */
const inCommon = (stored: StoredTokens, network: string, tokens: readonly string[], more = ''): Promise<InCommonRecord> =>
  stored.get(`/local/v1/${network}/in-common?tokens=${tokens.join()}${more}`)

const addresses = (list: readonly { readonly address: string }[]): string[] => list.map(({ address }) => address).sort()

/** Binomial coefficient, in exact integers. */
function choose(n: number, k: number): bigint {
  let ways = k < 0 || k > n ? 0n : 1n
  for (let i = 1; i <= k; i++) ways = (ways * BigInt(n - k + i)) / BigInt(i)
  return ways
}

function chanceOf(shared: number, [a, b]: readonly [number, number], population: number): number {
  let ways = 0n
  for (let k = shared; k <= Math.min(a, b); k++) ways += choose(a, k) * choose(population - a, b - k)
  return Number((ways * 10n ** 15n) / choose(population, b)) / 1e15
}

describe.skipIf(surfpoolMissing() !== null)(`tokens in common on Solana ${surfpoolMissing() ?? ''}`, () => {
  const shared = ['creator', 'funder', 'sniper one', 'sniper two', 'bundle one']
  const people = shared.map((role) => wallet(`shared ${role}`).publicKey.toBase58())
  let node: Surfpool
  let stored: StoredTokens
  let launches: readonly [Launch, Launch, Launch]
  let tokens: readonly [string, string, string]
  let early: Map<string, Map<string, string[]>>

  beforeAll(async () => {
    node = await spawnSurfpool()
    launches = [
      await launchToken(node, { name: 'first', shared, buyAfter: 1 }),
      await launchToken(node, { name: 'second', shared, at: 2_000, buyAfter: 1 }),
      await launchToken(node, { name: 'alone', at: 3_000, buyAfter: 1 }),
    ]
    tokens = [launches[0].token, launches[1].token, launches[2].token]
    stored = await storedTokens('sol', node.url, tokens)
    early = new Map()
    for (const token of tokens) {
      const { snipers, bundlers, insiders } = await stored.get<EarlyRecord>(`/local/v1/sol/${token}/early`)
      const roles = new Map<string, string[]>()
      for (const [role, list] of Object.entries({ sniper: snipers, bundler: bundlers, insider: insiders }))
        for (const { address } of list) roles.set(address, [...(roles.get(address) ?? []), role])
      early.set(token, roles)
    }
  })
  afterAll(async () => {
    await stored.close()
    await node.stop()
  })

  test('lists exactly the wallets that the script used twice, with what they are and hold', async () => {
    const found = await inCommon(stored, 'sol', [tokens[0], tokens[1]])
    expect(addresses(found.wallets)).toEqual([...people].sort())
    expect(found.wallets_total).toBe(people.length)
    for (const one of found.wallets) {
      expect(one.in.map(({ token }) => token)).toEqual([tokens[0], tokens[1]])
      for (const [at, place] of one.in.entries()) {
        const held = launches[at]?.holders().find(({ address }) => address === one.address)?.raw ?? 0n
        expect(place.balance).toBeCloseTo(Number(held) / 1e6, 6)
        const isCreator = one.address === launches[at]?.creator
        expect(place.roles).toEqual([...(isCreator ? ['creator'] : []), ...(early.get(place.token)?.get(one.address) ?? [])])
      }
    }
    const [first, second] = [wallet('shared sniper one'), wallet('shared sniper two')].map(({ publicKey }) => publicKey.toBase58())
    for (const sniper of [first, second])
      expect(found.wallets.find(({ address }) => address === sniper)?.in.map(({ roles }) => roles)).toEqual([
        expect.arrayContaining(['sniper']),
        expect.arrayContaining(['sniper']),
      ])
    expect(found.services.map(({ label }) => label)).toEqual(['Raydium CPMM vault authority'])
    expect(found.creators).toMatchObject([{ address: launches[0].creator, tokens: [tokens[0], tokens[1]] }])
  })

  test('counts who funded wallets of both', async () => {
    const { funders } = await inCommon(stored, 'sol', [tokens[0], tokens[1]])
    const funder = funders.find(({ address }) => address === launches[0].funding[0]?.funder)
    // The funded traders that hold the token or had a role in it, which is true of all of them.
    const traders = new Set(launches.slice(0, 2).flatMap(({ funding }) => funding.map((row) => row.wallet)))
    const stillHere = new Set(launches.slice(0, 2).flatMap((launch) => launch.holders().map(({ address }) => address)))
    expect(funder?.wallets).toBe([...traders].filter((one) => stillHere.has(one)).length)
  })

  test('says how unlikely the overlap is against the stored wallets, and nothing where there are no others', async () => {
    const { overlaps, population, tokens: sizes } = await inCommon(stored, 'sol', [tokens[0], tokens[1]])
    const everyone = new Set(
      launches.flatMap((launch) => [...launch.holders(), ...launch.funding.map(({ funder }) => ({ address: funder }))]).map(({ address }) => address),
    )
    everyone.delete(launches[0].pool.authority.toBase58())
    expect(population).toMatchObject({ wallets: everyone.size, tokens: 3 })
    const [a, b] = [sizes[0]?.wallets ?? 0, sizes[1]?.wallets ?? 0]
    expect(overlaps[0]?.wallets).toEqual({
      shared: people.length,
      expected: expect.closeTo((a * b) / everyone.size, 9) as number,
      probability: expect.closeTo(chanceOf(people.length, [a, b], everyone.size), 9) as number,
    })
    const all = await inCommon(stored, 'sol', tokens)
    expect(all.population.others).toBe(0)
    expect(all.overlaps.map(({ wallets }) => [wallets.shared, wallets.expected])).toEqual([
      [people.length, null],
      [0, null],
      [0, null],
    ])
  })

  test('finds nothing but the service and the payer of the node between launches of different people', async () => {
    const found = await inCommon(stored, 'sol', [tokens[1], tokens[2]])
    expect([found.wallets, found.creators, found.deposits]).toEqual([[], [], []])
    expect(found.services).toHaveLength(1)
    expect(found.funders.map(({ in: places }) => places.map(({ wallets }) => wallets))).toEqual([[2, 2]])
  })

  test('pages through the wallets', async () => {
    const whole = await inCommon(stored, 'sol', [tokens[0], tokens[1]])
    const page = await inCommon(stored, 'sol', [tokens[0], tokens[1]], '&offset=1&limit=2')
    expect(page.wallets).toEqual(whole.wallets.slice(1, 3))
    expect(page.wallets_total).toBe(whole.wallets_total)
  })

  test('names who was early in both, with what they took', async () => {
    const serial = await stored.get<SerialRecord>('/local/v1/sol/serial')
    const inTokens = [...early.values()].flatMap((roles) => [...roles.keys()])
    const twice = [...new Set(inTokens.filter((one, at) => inTokens.indexOf(one) !== at))].sort()
    expect(twice).toEqual(people.slice(2, 4).sort())
    expect(serial.entries.flatMap(({ wallets }) => addresses(wallets)).sort()).toEqual(twice)
    expect(serial).toMatchObject({ counted: 3, not_counted: [], total: twice.length })
    for (const { wallets, lines, tokens: count, native } of serial.entries) {
      expect(count).toBe(2)
      for (const line of lines) {
        const own = launches.find(({ token }) => token === line.token)?.swaps.filter(({ signer }) => signer === wallets[0]?.address) ?? []
        const total = (buys: boolean, side: 'paid' | 'got'): number =>
          Number(own.reduce((sum, swap) => (swap.buys === buys ? sum + swap[side] : sum), 0n))
        expect([line.bought, line.sold]).toEqual([total(true, 'got') / 1e6, total(false, 'paid') / 1e6])
        if (line.bought === 0) continue
        const cost = total(true, 'paid') / total(true, 'got')
        expect(line.native.realised).toBeCloseTo((total(false, 'got') - cost * total(false, 'paid')) / 1e9, 9)
      }
      expect(native.realised ?? 0).toBeCloseTo(
        lines.reduce((sum, line) => sum + (line.native.realised ?? 0), 0),
        12,
      )
    }
  })

  test('refuses what is no pair of stored tokens', async () => {
    expect(await inCommon(stored, 'sol', [tokens[0], tokens[0]])).toMatchObject({ code: 'validation_error' })
    expect(await inCommon(stored, 'sol', [tokens[0], 'nothing'])).toMatchObject({ code: 'validation_error' })
    expect(await inCommon(stored, 'sol', [tokens[0], launches[0].creator])).toMatchObject({ code: 'token_not_found' })
    expect(await stored.get('/local/v1/sol/serial?case=unknown')).toMatchObject({ code: 'not_found' })
    expect(await stored.get<SerialRecord>('/local/v1/eth/serial')).toMatchObject({ counted: 0, total: 0, entries: [] })
  })
})

describe.skipIf(anvilMissing() !== null)(`tokens in common on Ethereum ${anvilMissing() ?? ''}`, () => {
  let anvil: Anvil
  let stored: StoredTokens
  let truth: Together
  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchTogether(anvil.url)
    stored = await storedTokens('eth', anvil.url, truth.tokens)
  })
  afterAll(async () => {
    await stored.close()
    await anvil.stop()
  })

  test('lists exactly the wallets that the script used in both', async () => {
    const [a, b, c] = truth.tokens
    const found = await inCommon(stored, 'eth', [a, b])
    expect(addresses(found.wallets)).toEqual([...truth.shared].sort())
    for (const sniper of truth.snipers)
      expect(found.wallets.find(({ address }) => address === sniper)?.in.map(({ roles }) => roles.includes('sniper'))).toEqual([true, true])
    expect(found.creators).toMatchObject([{ address: truth.creator, tokens: [a, b] }])
    const apart = await inCommon(stored, 'eth', [a, c])
    expect([apart.wallets, apart.creators, apart.deposits]).toEqual([[], [], []])
  })

  test('tells a shared funder from an exchange, and names the deposit address', async () => {
    const [a, b, c] = truth.tokens
    const found = await inCommon(stored, 'eth', [a, b, c])
    expect(found.funders.find(({ address }) => address === truth.funder)?.in).toMatchObject([
      { token: a, wallets: truth.funded[0] },
      { token: b, wallets: truth.funded[1] },
    ])
    expect(found.funder_services).toMatchObject([{ address: truth.exchange, in: [{ token: a }, { token: b }, { token: c }] }])
    expect(found.deposits).toMatchObject([
      {
        address: truth.deposit,
        in: [
          { token: a, wallets: 1 },
          { token: b, wallets: 1 },
        ],
      },
    ])
  })

  test('lists the snipers of both as serial', async () => {
    const { entries } = await stored.get<SerialRecord>('/local/v1/eth/serial')
    const snipers = entries.filter(({ lines }) => lines.every(({ roles }) => roles.includes('sniper')))
    expect(snipers.flatMap(({ wallets }) => addresses(wallets)).sort()).toEqual([...truth.snipers].sort())
    // Their coin has no known price on this chain.
    for (const { native } of snipers) expect(native).toEqual({ realised: null, known: 0 })
  })
})
