import { encodeFunctionData, parseEther, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Artifact, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { tokenArtifact } from '../../../../../e2e/fixtures/anvil/tokens/tokens.ts'
import { artifact, ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { deployVenues, seedV3, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import type { SecurityFacts } from '../../../security/facts.ts'
import { scanPool } from '../testing/scan-pool.ts'

/** Who may replace the code of a proxy that has no admin, on a real node. */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')

describe.skipIf(missing !== null)(`a proxy without an admin${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  let logic: Contract
  let kept: Contract
  const [maker, upgrader] = [account('upgrade maker'), account('upgrader')]

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    for (const who of [maker, upgrader]) await chain.setBalance(addressOf(who), parseEther('10000'))
    venues = await deployVenues(chain, maker, 1)
    await chain.call(maker, venues.v2.weth, 'deposit', [], parseEther('1000'))
    logic = await chain.deploy(maker, ownArtifact('RoleUpgradedToken'), [])
    kept = await chain.deploy(maker, ownArtifact('RoleKeptToken'), [])
  }, 60_000)
  afterAll(() => node.stop())

  async function deploy(
    proxy: 'PlainProxy' | 'OddlyUpgradedProxy' | 'PlainBeaconProxy',
    target = logic,
  ): Promise<{ token: Contract; scan(url?: string): Promise<SecurityFacts> }> {
    const { address } = await chain.deploy(maker, ownArtifact(proxy), [target.address])
    const token: Contract = { address, abi: logic.abi }
    await chain.call(maker, token, 'initialize', [SUPPLY, addressOf(upgrader)])
    return { token, scan: await open(token) }
  }
  async function open(token: Contract): Promise<(url?: string) => Promise<SecurityFacts>> {
    const { weth } = venues.v2
    const pool = await seedV3(chain, venues, maker, { token, amount: SUPPLY / 2n, other: weth, otherAmount: parseEther('100') })
    const currencies = [token.address, weth.address].sort() as [Address, Address]
    return (url = node.url) => scanPool(url, { network: 'eth', token: token.address, pool, version: '3', currencies })
  }

  it('is upgradeable by the member of a role, whose other powers are found too', { timeout: 60_000 }, async () => {
    const { token, scan } = await deploy('PlainProxy')
    const member = { address: addressOf(upgrader), kind: 'wallet' }
    const { flags } = await scan()
    expect([flags.proxy?.value, flags.proxy?.holder]).toEqual([true, member])
    expect([flags.mintable?.value, flags.mintable?.holder, flags.pausable?.value]).toEqual([true, member, false])

    await chain.call(upgrader, token, 'renounceRole', [await chain.read(token, 'UPGRADER_ROLE', [])])
    const later = await scan()
    expect([later.flags.proxy?.value, later.flags.mintable?.value]).toEqual([null, false])
  })

  it('is unknown without simulations, and if the proxy has a function of its own that may replace the code', { timeout: 60_000 }, async () => {
    const plain = await deploy('PlainProxy')
    const without = await openProxy(node.url, { without: ['eth_simulateV1'] })
    try {
      expect((await plain.scan(without.url)).flags.proxy?.value).toBeNull()
    } finally {
      await without.close()
    }
    const { token, scan } = await deploy('OddlyUpgradedProxy')
    await chain.call(upgrader, token, 'renounceRole', [await chain.read(token, 'UPGRADER_ROLE', [])])
    expect((await scan()).flags.proxy?.value).toBeNull()
    const data = encodeFunctionData({
      abi: [{ type: 'function', name: 'changeCode', inputs: [{ type: 'address' }], outputs: [], stateMutability: 'nonpayable' }],
      args: [logic.address],
    })
    await expect(chain.send(maker, token.address, { data })).resolves.toMatchObject({ status: 'success' })
  })

  const renounceRole = async (token: Contract): Promise<unknown> =>
    chain.call(upgrader, token, 'renounceRole', [await chain.read(token, 'UPGRADER_ROLE', [])])

  it('is renounced only after nobody can replace the code', { timeout: 60_000 }, async () => {
    const { token, scan } = await deploy('PlainProxy', kept)
    const { flags } = await scan()
    expect([flags.proxy?.value, flags.mintable?.value, flags.renounced?.value]).toEqual([true, false, false])

    await renounceRole(token)
    const later = await scan()
    expect([later.flags.proxy?.value, later.flags.renounced?.value]).toEqual([null, null])
  })

  it('can be replaced by anybody if the logic lets everybody', { timeout: 60_000 }, async () => {
    const { scan } = await deploy('PlainProxy', await chain.deploy(maker, ownArtifact('OpenlyUpgradedToken'), []))
    const { flags } = await scan()
    expect(flags.proxy).toMatchObject({ value: true, holder: null, evidence: [expect.any(String), 'anybody'] })
    expect(flags.renounced?.value).toBe(false)
  })

  it('names the member of a role beside an owner who may not', { timeout: 60_000 }, async () => {
    const { scan } = await deploy('PlainProxy', await chain.deploy(maker, ownArtifact('OwnedRoleToken'), []))
    const { flags } = await scan()
    expect(flags.proxy).toMatchObject({ value: true, holder: { address: addressOf(upgrader), kind: 'wallet' } })
  })

  it('is unknown behind a beacon that does not report who may replace the code', { timeout: 60_000 }, async () => {
    const { scan } = await deploy('PlainBeaconProxy', await chain.deploy(maker, ownArtifact('KeptBeacon'), [kept.address]))
    const { flags } = await scan()
    expect([flags.proxy?.value, flags.renounced?.value]).toEqual([null, null])
  })

  it('is unknown if the endpoint does not answer who was granted a role', { timeout: 60_000 }, async () => {
    const { scan } = await deploy('PlainProxy', kept)
    const without = await openProxy(node.url, { without: ['eth_getLogs'] })
    try {
      const { flags } = await scan(without.url)
      expect([flags.proxy?.value, flags.mintable?.value, flags.take_back_ownership?.value, flags.renounced?.value]).toEqual([null, null, null, null])
    } finally {
      await without.close()
    }
  })

  it('cannot change once the owner of its admin contract gave up', { timeout: 60_000 }, async () => {
    const built = (name: string): Artifact => artifact(`@openzeppelin/contracts/build/contracts/${name}.json`)
    const owned = await chain.deploy(maker, tokenArtifact('LogicToken'), [0n])
    const admin = await chain.deploy(maker, built('ProxyAdmin'), [])
    const { address } = await chain.deploy(maker, built('TransparentUpgradeableProxy'), [owned.address, admin.address, '0x'])
    const token: Contract = { address, abi: owned.abi }
    await chain.call(maker, token, 'initialize', [SUPPLY])
    const scan = await open(token)
    await chain.call(maker, token, 'renounceOwnership', [])
    const { flags } = await scan()
    expect([flags.proxy?.value, flags.proxy?.holder, flags.renounced?.value]).toEqual([true, { address: admin.address, kind: 'contract' }, false])
    await chain.call(maker, admin, 'renounceOwnership', [])
    const later = await scan()
    expect([later.flags.proxy?.value, later.flags.renounced?.value]).toEqual([false, true])
  })
})
