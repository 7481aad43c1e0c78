import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEther, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvmAdapter } from '../../../src-main/chains/evm/adapter.ts'
import type { Service } from '../../../src-main/service.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import { artifact, ownArtifact } from '../../fixtures/anvil/uniswap.ts'
import { openOwnService, readJson } from '../../fixtures/own-service.ts'

/** Wrappers of the native coin on a real node. WETH9 issues and redeems without a Transfer, so only its other events show most holders. */

const missing = anvilMissing()
const WETH9 = artifact('@uniswap/v2-periphery/build/WETH9.json')
const never = new AbortController().signal

interface Holders {
  readonly total: number
  readonly holders: readonly { readonly address: Address; readonly balance: number; readonly percentage: number }[]
}

describe.skipIf(missing !== null)(`a wrapper of the coin ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let folder: string
  let service: Service
  const [maker, a, b, c, d] = ['maker', 'a', 'b', 'c', 'd'].map((name) => account(`wrapping ${name}`)) as [Person, Person, Person, Person, Person]
  type Person = ReturnType<typeof account>

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const who of [maker, a, b, c, d]) await chain.setBalance(addressOf(who), parseEther('1000'))
    folder = mkdtempSync(join(tmpdir(), 'wrapped-coin-'))
    service = await openOwnService(folder, 'eth', [anvil.url])
  })
  afterAll(async () => {
    await service.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  async function holdersOf({ address }: Contract) {
    const { total, holders } = await readJson<Holders>(service, `/local/v1/eth/${address}/holders`)
    return { total, holders: holders.map((one) => [one.address, one.balance, Number(one.percentage.toFixed(6))]) }
  }
  /** `c` only deposits, and `d` takes all of it out again. */
  async function trade(token: Contract): Promise<void> {
    await chain.call(a, token, 'deposit', [], parseEther('10'))
    await chain.call(c, token, 'deposit', [], parseEther('50'))
    await chain.call(d, token, 'deposit', [], parseEther('5'))
    await chain.call(a, token, 'transfer', [addressOf(b), parseEther('3')])
    await chain.call(b, token, 'withdraw', [parseEther('1')])
    await chain.call(d, token, 'withdraw', [parseEther('5')])
  }
  const HELD = {
    total: 3,
    holders: [[addressOf(c), 50, 84.745763] as const, [addressOf(a), 7, 11.864407] as const, [addressOf(b), 2, 3.389831] as const],
  }

  it.each([
    ['without transfers', WETH9],
    ['beside its transfers', ownArtifact('LoudWrapper')],
  ])('has its holders by deposit, which it states %s', async (_how, wrapper) => {
    const token = await chain.deploy(maker, wrapper, [])
    await trade(token)
    expect(await holdersOf(token)).toEqual(HELD)
    const { top10_pct } = await readJson<{ top10_pct: number }>(service, `/local/v1/eth/${token.address}/overview`)
    expect(top10_pct).toBeCloseTo(100, 6)
  })

  it('has holders even if nobody has transferred it', async () => {
    const token = await chain.deploy(maker, WETH9, [])
    await chain.call(a, token, 'deposit', [], parseEther('30'))
    await chain.call(b, token, 'deposit', [], parseEther('10'))
    expect(await holdersOf(token)).toEqual({
      total: 2,
      holders: [
        [addressOf(a), 30, 75],
        [addressOf(b), 10, 25],
      ],
    })
  })

  it('is not a token whose deposits change no balance', async () => {
    const token = await chain.deploy(maker, ownArtifact('TreasuryToken'), [])
    await chain.call(a, token, 'deposit', [], parseEther('40'))
    expect(await holdersOf(token)).toEqual({ total: 1, holders: [[addressOf(maker), 1_000, 100]] })
  })

  it('is followed by its deposits and withdrawals', async () => {
    const token = await chain.deploy(maker, WETH9, [])
    await chain.call(a, token, 'deposit', [], parseEther('2'))
    await chain.call(a, token, 'withdraw', [parseEther('1')])
    const adapter = createEvmAdapter({ network: 'eth', endpoints: [anvil.url] })
    const { number } = await adapter.head(never)
    const stop = new AbortController()
    const moves: unknown[] = []
    const args = { token: trustedAddress(token.address), from: number - 1, pools: [], stale: [] }
    for await (const update of adapter.follow?.(args, stop.signal) ?? []) {
      if (update.kind !== 'blocks') continue
      moves.push(...update.transfers.map(({ from, to, raw }) => [from, to, raw]), update.balances, update.supply)
      break
    }
    stop.abort()
    await adapter.close()
    const zero = `0x${'0'.repeat(40)}`
    const held = [{ address: addressOf(a), raw: parseEther('1'), verified: true }]
    expect(moves).toEqual([[zero, addressOf(a), parseEther('2')], [addressOf(a), zero, parseEther('1')], held, parseEther('1')])
  })
})
