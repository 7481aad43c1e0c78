import { parseEther, toFunctionSelector, toFunctionSignature, type AbiFunction } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { tokenArtifact, type TokenName } from '../../../../../e2e/fixtures/anvil/tokens/tokens.ts'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { STANDARD } from '../../encoding/selectors.ts'
import { openEndpoint } from '../../rpc/endpoint.ts'
import { openMulticall } from '../../rpc/multicall.ts'
import type { Node } from '../../rpc/node.ts'
import { openRpc } from '../../rpc/rpc.ts'
import { OUTSIDER, ROUTER_CODE, transferOf } from '../liquidity/market.ts'
import type { Scan } from '../scan.ts'
import { transferDependsOn } from '../simulation/depends.ts'
import { openSandbox } from '../simulation/sandbox.ts'
import { NO_SOURCE } from '../contract/source.ts'
import { functionsOf } from './trials/functions.ts'
import { findPowers, type Search } from './search.ts'
import { OTHER, VICTIM, type Seed } from './trials/seed.ts'
import type { Stage } from './trials/stage.ts'

/** Tokens without a market: holders only transfer, so a search takes few calls. e2e/checks/scan/power-cases.ts has those with pools. */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const signal = new AbortController().signal

describe.skipIf(missing !== null)(`powers that take several calls${missing === null ? '' : ` (${missing})`}`, () => {
  let anvil: Anvil
  let chain: DevChain
  const maker = account('search maker')
  const owner = trustedAddress(addressOf(maker))

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    await chain.setBalance(owner as `0x${string}`, parseEther('1000'))
  })
  afterAll(() => anvil.stop())

  const deploy = (name: TokenName, ...args: readonly unknown[]): Promise<Contract> => chain.deploy(maker, tokenArtifact(name), [SUPPLY, ...args])

  async function stageOf({ address }: Contract): Promise<{ stage: Stage; scan: Scan }> {
    const rpc = openRpc({ endpoints: [openEndpoint(anvil.url, Math.random)], chainId: 1, networkName: 'Ethereum' })
    const node = { rpc, multicall: openMulticall(rpc) } as unknown as Node
    const at = { number: Number(await chain.rpc('eth_blockNumber', [])), hash: '0x', time: chain.now() }
    const token = trustedAddress(address.toLowerCase())
    const raw = SUPPLY / 1_000n
    const seed: Seed = { calls: [VICTIM, OTHER].map(({ buyer }) => transferOf(owner, token, buyer, raw)), raw, otherRaw: raw, spend: null }
    const codes = new Map<Address, string>([VICTIM.buyer, VICTIM.second, OTHER.buyer, OUTSIDER, owner].map((who) => [who, '0x']))
    const scan: Scan = { node, network: 'eth', at, signal }
    const sandbox = openSandbox(scan, ROUTER_CODE)
    const stop = (): boolean => false
    const stage = { sandbox, token, market: null, seed, callers: [owner], codes, supply: SUPPLY, words: [], proxyAdmin: null, time: at.time, stop }
    return { stage, scan }
  }

  async function search(token: Contract): Promise<Search> {
    const functions = token.abi.filter((item): item is AbiFunction => item.type === 'function' && !STANDARD.has(toFunctionSelector(item)))
    const [reads, writes] = [true, false].map((isView) =>
      functions
        .filter(({ stateMutability }) => (stateMutability === 'view') === isView)
        .map((one) => ({ selector: toFunctionSelector(one), signature: toFunctionSignature(one), category: 'unknown' })),
    )
    const source = { ...NO_SOURCE, writes: writes ?? [], reads: new Set(reads?.map(({ selector }) => selector)) }
    const { stage } = await stageOf(token)
    return findPowers(stage, functionsOf(new Set(), null, source))
  }
  const factsOf = ({ findings }: Search) => findings.map(({ names, caller, kinds, taxPct }) => ({ names, caller, kinds: [...kinds], taxPct }))

  it('finds a list and the switch that arms it', async () => {
    const found = await search(await deploy('TwoStepToken'))
    expect(factsOf(found)).toEqual([{ names: ['prepare(bool)', 'note(address)'], caller: owner, kinds: ['ban'], taxPct: null }])
    expect(found.untried).toEqual([])
  })

  it('finds who is named first and takes later', async () => {
    const found = await search(await deploy('CollectorToken'))
    expect(factsOf(found)).toEqual([{ names: ['setCollector(address)', 'collect(address,uint256)'], caller: owner, kinds: ['take'], taxPct: null }])
  })

  it('opens trading first where it is closed', async () => {
    const found = await search(await deploy('ClosedToken'))
    expect(found.base.victim.move.ok).toBe(true)
    expect(factsOf(found)).toEqual([{ names: ['file(address,bool)'], caller: owner, kinds: ['ban'], taxPct: null }])
  })

  it('finds a tax that takes effect after a delay', async () => {
    const token = await deploy('DelayedTaxToken')
    for (const { second } of [VICTIM, OTHER]) await chain.call(maker, token, 'setPair', [second])
    const [finding] = factsOf(await search(token))
    expect(finding).toMatchObject({ caller: owner, kinds: ['tax'], taxPct: 100 })
    expect(new Set(finding?.names)).toEqual(new Set(['schedule(uint256)', 'settle()']))
  })

  it('finds the contract without which a transfer fails', async () => {
    const judge = await chain.deploy(maker, tokenArtifact('Judge'), [])
    const other = await chain.deploy(maker, tokenArtifact('Judge'), [])
    const token = await deploy('ExternalCallToken', judge.address)
    const { stage, scan } = await stageOf(token)
    const stored = [other, judge].map(({ address }) => trustedAddress(address.toLowerCase()))
    const needed = await transferDependsOn(scan, stage.sandbox, { token: stage.token, pool: null, named: stored, seed: stage.seed })
    expect(needed).toEqual([stored[1]])
  })
})
