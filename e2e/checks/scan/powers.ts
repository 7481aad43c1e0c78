import { parseEther } from 'viem'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { SecurityFacts } from '../../../src-main/chains/security/facts.ts'
import { createEvmAdapter } from '../../../src-main/chains/evm/adapter.ts'
import { spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../fixtures/anvil/chain.ts'
import { openProxy } from '../../fixtures/anvil/proxy.ts'
import { buy, deployUniswap, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { POWER_CASES, POWER_FLAG_IDS, type CaseStage, type PowerCase, type PowerFlagId } from './power-cases.ts'

/** Scans the tokens of power-cases.ts on a real node with the real Uniswap v2. */

export interface PowerScan {
  readonly facts: SecurityFacts
  readonly is: readonly PowerFlagId[]
  readonly unknown: readonly PowerFlagId[]
  readonly milliseconds: number
  readonly calls: number
}

export interface PowerScans {
  scan(one: PowerCase): Promise<PowerScan>
  close(): Promise<void>
}

const SUPPLY = parseEther('1000000')
const never = new AbortController().signal

export async function openPowerScans(): Promise<PowerScans> {
  const node = await spawnAnvil()
  const chain = await openDevChain(node.url)
  const [maker, keeper] = [account('scan maker'), account('scan keeper')]
  const holders = ['one', 'two', 'three'].map((name) => account(`scan holder ${name}`))
  for (const who of [maker, keeper, ...holders]) await chain.setBalance(who.address, parseEther('100000'))
  const exchange = await deployUniswap(chain, maker)
  const stage: CaseStage = { chain, exchange, maker, keeper, supply: SUPPLY }
  const proxy = await openProxy(node.url)
  const adapter = createEvmAdapter({ network: 'eth', endpoints: [proxy.url] })
  await adapter.probe(never)
  return {
    async scan({ deploy, then, closed }) {
      const token = await deploy(stage)
      const pair = await seedPool(chain, exchange, maker, token, SUPPLY / 2n, parseEther('100'))
      if (closed !== true) for (const [i, holder] of holders.entries()) await buy(chain, exchange, holder, token, parseEther(`0.${i + 1}`))
      if (token.abi.some((item) => item.type === 'function' && item.name === 'setPair')) await chain.call(maker, token, 'setPair', [pair.address])
      await then?.(stage, token)
      const [token0 = '', token1 = ''] = [token.address, exchange.weth.address].sort()
      const question = {
        token: trustedAddress(token.address),
        pools: [
          {
            kind: 'pool' as const,
            network: 'eth' as const,
            address: trustedAddress(pair.address),
            dex: 'test',
            dexVersion: '2',
            token0: trustedAddress(token0),
            token1: trustedAddress(token1),
            createdBlock: null,
            createdTx: null,
          },
        ],
        holders: holders.map((holder) => trustedAddress(addressOf(holder))),
        creator: trustedAddress(addressOf(maker)),
        createdBlock: null,
      }
      const at = await adapter.head(never)
      const total = (): number => [...proxy.calls.values()].reduce((sum, count) => sum + count, 0)
      const [before, start] = [total(), performance.now()]
      const facts = await adapter.security?.(question, at, never)
      if (facts === undefined) throw new Error('The adapter reads no security facts')
      const valued = (value: boolean | null): PowerFlagId[] => POWER_FLAG_IDS.filter((id) => facts.flags[id]?.value === value)
      return { facts, is: valued(true), unknown: valued(null), milliseconds: performance.now() - start, calls: total() - before }
    },
    async close() {
      await adapter.close()
      await proxy.close()
      await node.stop()
    },
  }
}

/**
 * Prints, for each token, the flags that hold and the flags that the scan found, then the counts over all flags. Returns whether none was
 * wrong or missed.
 */
export async function powersAccuracy(print: (text: string) => void = (text) => process.stdout.write(text)): Promise<boolean> {
  const scans = await openPowerScans()
  const counts = { right: 0, wrong: 0, missed: 0, unknown: 0 }
  print('\n## Security scan: powers, on an anvil node\n\n')
  print('| token | is a | holds | found | tax | unknown |\n| --- | --- | --- | --- | --- | --- |\n')
  for (const one of POWER_CASES) {
    const { is, unknown, facts } = await scans.scan(one)
    counts.right += is.filter((id) => one.is.includes(id)).length
    counts.wrong += is.filter((id) => !one.is.includes(id)).length
    counts.missed += one.is.filter((id) => !is.includes(id) && !unknown.includes(id)).length
    counts.unknown += unknown.length
    const tax = facts.taxes.settablePct === null ? '' : `${facts.taxes.settablePct} %`
    print(
      `| ${[one.name, one.purpose, one.is.join(', '), is.join(', '), tax, unknown.length === 0 ? '' : `${unknown.length} flags`].join(' | ')} |\n`,
    )
  }
  print(`\n${counts.right} flags right, ${counts.wrong} wrong, ${counts.missed} missed, ${counts.unknown} unknown.\n`)
  await scans.close()
  return counts.wrong === 0 && counts.missed === 0
}
