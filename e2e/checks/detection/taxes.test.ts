import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { IncrementalState } from '../../../src-main/detectors/incremental/state.ts'
import { classifyWallet } from '../../../src-main/detectors/wallets/wallet-classes.ts'
import { explainedClusters } from '../../../src-main/records/explained-clusters.ts'
import { lifeLines } from '../../../src-main/records/life-lines.ts'
import { walletRecord } from '../../../src-main/records/wallet.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { seeded, type Scenario } from '../accuracy/script.ts'
import { simulate, type Simulation } from '../accuracy/simulate.ts'
import { POOL } from '../accuracy/simulated-token.ts'
import { TAX_CATCHES, TAX_TRAPS } from '../accuracy/tax-scenarios.ts'
import { shippedRules } from './story.ts'

/** Recipients of taxes, on simulated tokens whose code takes a share of each move. */

const active = { rules: shippedRules, changed: [] }

function play(name: string): Simulation {
  const scenario = [...TAX_TRAPS, ...TAX_CATCHES].find((one) => one.name === name)
  if (scenario === undefined) throw new Error(`Unknown scenario: ${name}`)
  return simulate((scenario as Scenario).build(seeded(3)), 'eth')
}

/** The same trades of a pool that has an id, at a manager that holds its tokens. */
function underId({ facts, at, ...others }: Simulation): Simulation {
  const id = trustedAddress(`0x${'ab'.repeat(32)}`)
  const isPool = (address: string | null): boolean => address === at(POOL)
  return {
    ...others,
    at,
    facts: {
      ...facts,
      pools: facts.pools.map((pool) => (isPool(pool.address) ? { ...pool, address: id } : pool)),
      trades: facts.trades.map((trade) => (isPool(trade.pool) ? { ...trade, pool: id } : trade)),
    },
  }
}

/** Shares of tax recipients by name, in millionths. */
function recipients({ facts, at }: Simulation, names: readonly string[]): Record<string, readonly number[]> {
  const { taxRecipients } = detectAll(facts, active).index.flows
  expect(taxRecipients.size).toBe(names.length)
  return Object.fromEntries(names.map((name) => [name, Object.values(taxRecipients.get(at(name))?.ppm ?? {})]))
}

describe('tax recipients', () => {
  it.each<[string, Record<string, readonly number[]>]>([
    ['a tax on each move goes to the owner', { owner: [50_000, 50_000] }],
    ['a tax goes to three wallets', { owner: [20_000, 20_000], marketing: [20_000, 20_000], developer: [10_000, 10_000] }],
    ['a tax that the buyer’s balance pays on', { owner: [50_000, 50_000] }],
    ['a tax on buys only', { owner: [50_000, 50_000] }],
    ['a tax whose rate changes', { owner: [10_000, 250_000] }],
    ['a tax that the token’s contract sells for coin', {}],
    ['a burn on each move', {}],
    ['a reflection to all holders', {}],
  ])('%s', (name, expected) => {
    const found = recipients(play(name), Object.keys(expected))
    for (const [wallet, shares] of Object.entries(expected))
      found[wallet]?.forEach((ppm, i) => expect(Math.abs(ppm - (shares[i] ?? 0))).toBeLessThanOrEqual(1))
  })

  it('are none where one owner disperses steady shares from several wallets', () => {
    const played = play('one owner disperses steady shares from several wallets')
    expect(Object.keys(recipients(played, ['owner']))).toEqual(['owner'])
  })

  it('are named with evidence, for the wallet and in the notes', () => {
    const { facts, at } = play('a tax goes to three wallets')
    const findings = detectAll(facts, active)
    const [tax] = walletRecord(findings, { wallet: at('marketing') }).classes
    expect(tax).toMatchObject({ name: 'tax_recipient', holds: true })
    expect(tax?.value).toMatch(/^2\.00 % of what \d+ wallets moved$/)
    expect(tax?.evidence).toHaveLength(5)
    expect(explainedClusters(findings).notes.some((note) => note.includes(`2.00 % to ${at('marketing')}`))).toBe(true)
  })

  it('did not buy what they received as a tax, and the buyer’s price is known', () => {
    const { facts, at } = play('a tax on each move goes to the owner')
    const findings = detectAll(facts, active)
    expect(findings.index.flows.buys.filter(({ wallet }) => wallet === at('owner'))).toEqual([])
    expect(findings.index.flows.buys.every(({ native }) => native !== null)).toBe(true)
    const [line] = lifeLines(findings, { wallets: [at('owner')] }).lines
    expect(line?.events.map(({ kind }) => kind)).not.toContain('buy')
  })

  it('are the same where a manager holds the pool under an id, and did not buy either', () => {
    for (const [name, names] of [
      ['a tax on each move goes to the owner', ['owner']],
      ['a tax goes to three wallets', ['owner', 'marketing', 'developer']],
      ['a tax on buys only', ['owner']],
    ] as const) {
      const played = play(name)
      const managed = underId(played)
      expect(recipients(managed, names)).toEqual(recipients(played, names))
      const [{ flows }, { flows: expected }] = [detectAll(managed.facts, active).index, detectAll(played.facts, active).index]
      expect([flows.buys, flows.sells]).toEqual([expected.buys, expected.sells])
    }
  })

  it('a sale along which the token’s contract sells is the seller’s alone', () => {
    const { facts, at } = play('a tax that the token’s contract sells for coin')
    const sells = detectAll(facts, active).index.flows.sells.filter(({ signer }) => signer !== null)
    expect(sells.length).toBeGreaterThan(0)
    expect(sells.every(({ wallet, native }) => wallet !== at('token') && native !== null)).toBe(true)
  })

  it('are the same when later blocks are added to an earlier computation', () => {
    const { facts } = play('a receiver of taxes that also trades')
    const cut = facts.trades[Math.floor(facts.trades.length / 6)]?.position.block ?? 0
    const early = <T extends { readonly position: { readonly block: number } }>(rows: readonly T[]): T[] =>
      rows.filter(({ position }) => position.block <= cut)
    const state = new IncrementalState()
    const before: TokenFacts = { ...facts, transfers: early(facts.transfers), trades: early(facts.trades) }
    detectAll(before, active, state)
    state.knownRows = { transfers: before.transfers.length, trades: before.trades.length }
    const [later, full] = [detectAll(facts, active, state), detectAll(facts, active)]
    expect(later.index.flows.buys).toEqual(full.index.flows.buys)
    expect(later.index.flows.moves).toEqual(full.index.flows.moves)
    expect([...later.index.flows.taxRecipients]).toEqual([...full.index.flows.taxRecipients])
    expect(later.clusters.clusters).toEqual(full.clusters.clusters)
  })
})

describe('wallet classes', () => {
  const held = ({ facts, at }: Simulation, wallet: string): unknown =>
    Object.fromEntries(classifyWallet(detectAll(facts, active).index, at(wallet)).map(({ name, holds }) => [name, holds]))

  it('tell fresh buyers, old ones and wallets that only received', () => {
    const played = play('the receiver of taxes gives tokens to its wallets')
    expect(held(played, 'own wallet 1')).toMatchObject({ tax_recipient: false, fresh_day: false, fresh_month: false, never_bought: true })
    expect(held(played, 'marketing')).toMatchObject({ tax_recipient: true, fresh_month: true, never_bought: false })
    expect(held(played, 'nobody')).toMatchObject({ fresh_day: false, never_bought: false })
  })

  it('are unknown where the facts that decide are not stored', () => {
    const { facts, at } = play('a tax on each move goes to the owner')
    const partial = { facts: { ...facts, tradesFromBirth: false, funding: [] }, at }
    expect(held(partial, 'person 1')).toEqual({ tax_recipient: null, fresh_day: null, fresh_month: null, never_bought: false, coin_dust: null })
    expect(held(partial, 'nobody')).toMatchObject({ tax_recipient: null, never_bought: null })
  })
  it('name the wallet that the token’s contract pays in coin', () => {
    const played = play('a tax that the token’s contract sells for coin')
    expect(held(played, 'marketing')).toMatchObject({ tax_recipient: true })
    expect(held(played, 'person 1')).toMatchObject({ tax_recipient: false })
  })

  it('tell wallets with hardly any coin left', () => {
    const { facts, at } = play('a tax on each move goes to the owner')
    const nativeBalances = new Map([
      [at('person 1') as string, 10n ** 14n],
      [at('person 2') as string, 10n ** 18n],
    ])
    const played = { facts: { ...facts, nativeBalances }, at }
    expect(held(played, 'person 1')).toMatchObject({ coin_dust: true })
    expect(held(played, 'person 2')).toMatchObject({ coin_dust: false })
    expect(held(played, 'person 3')).toMatchObject({ coin_dust: null })
  })
})
