import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy, type LogQuery } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { openAccountStates } from '../../rpc/accounts/account-states.ts'
import { openBalanceEvents } from '../../rpc/balance-events.ts'
import { openBlocks } from '../../rpc/blocks/blocks.ts'
import { openDecimals } from '../../rpc/decimals.ts'
import { openEndpoint } from '../../rpc/endpoint.ts'
import { openFundingSources } from '../../rpc/accounts/funding-sources.ts'
import { newRangeState, type RangeState } from '../../rpc/limits/ranges.ts'
import { openMulticall } from '../../rpc/multicall.ts'
import { openArchive } from '../../../archive/availability.ts'
import { openReceipts } from '../../rpc/blocks/receipts.ts'
import { openTraces } from '../../rpc/blocks/traces.ts'
import type { Node } from '../../rpc/node.ts'
import { TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { openRpc } from '../../rpc/rpc.ts'
import { pastLogs } from './past-logs.ts'

/** A real node behind a proxy that refuses wide ranges. The limits are far below the usual ones to keep the chain short. */

const missing = anvilMissing()
const CHAIN = 1
const TRANSFERS = 60
const never = new AbortController().signal

describe.skipIf(missing !== null)(`events of a long range${missing === null ? '' : ` (${missing})`}`, () => {
  let anvil: Anvil
  let token: Contract
  let head: number

  beforeAll(async () => {
    anvil = await spawnAnvil({ chainId: CHAIN })
    const chain = await openDevChain(anvil.url)
    const maker = account('past maker')
    await chain.setBalance(addressOf(maker), 10n ** 20n)
    token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Past', 'PST', 1_000n])
    for (let i = 1; i < TRANSFERS; i++) await chain.call(maker, token, 'transfer', [token.address, 1n])
    head = Number(await chain.rpc('eth_blockNumber', []))
  }, 60_000)
  afterAll(() => anvil.stop())

  async function read(learnt: Partial<RangeState>, logsMaxRange?: number): Promise<{ blocks: number[]; queries: readonly LogQuery[] }> {
    const proxy = await openProxy(anvil.url, { refusal: 'query exceeds max block range', ...(logsMaxRange === undefined ? {} : { logsMaxRange }) })
    const rpc = openRpc({ endpoints: [openEndpoint(proxy.url, Math.random)], chainId: CHAIN, networkName: 'Ethereum' })
    const multicall = openMulticall(rpc)
    const reads = { blocks: openBlocks(rpc), receipts: openReceipts(rpc), traces: openTraces(rpc), accounts: openAccountStates(rpc) }
    const parts = { ...reads, decimals: openDecimals('eth', multicall), funding: openFundingSources(rpc), archive: openArchive() }
    const balanceEvents = openBalanceEvents(rpc, multicall, reads.blocks)
    const node: Node = { rpc, multicall, ...parts, balanceEvents, ranges: { ...newRangeState(), ...learnt } }
    const logs = await pastLogs(
      { node, at: { number: head, hash: '', time: 0 }, signal: never },
      { addresses: [trustedAddress(token.address)], topics: [TRANSFER_TOPIC] },
      0,
    )
    await proxy.close()
    return { blocks: logs.map(({ blockNumber }) => blockNumber), queries: [...proxy.logQueries].sort((a, b) => a.from - b.from) }
  }
  const expectWhole = ({ blocks, queries }: Awaited<ReturnType<typeof read>>): void => {
    expect(blocks).toEqual([...Array(TRANSFERS).keys()].map((i) => head - TRANSFERS + 1 + i))
    expect(queries[0]?.from).toBe(0)
    expect(queries.slice(1).map(({ from }) => from)).toEqual(queries.slice(0, -1).map(({ to }) => to + 1))
    expect(queries.at(-1)?.to).toBe(head)
  }

  it('takes one query when the range is within the known limit', async () => {
    const result = await read({})
    expectWhole(result)
    expect(result.queries).toHaveLength(1)
  })

  it('takes a few wide queries when the limit is unknown', async () => {
    const result = await read({ size: 10 })
    expectWhole(result)
    expect(result.queries).toHaveLength(4)
  })

  it('reads narrow pieces, each block once and in order, when wide ones are refused', async () => {
    const result = await read({ size: 10 }, 7)
    expectWhole(result)
    expect(Math.max(...result.queries.map(({ from, to }) => to - from + 1))).toBeLessThanOrEqual(7)
  })

  it('stays within a limit that the endpoint has named', async () => {
    const result = await read({ size: 5, limit: 5 }, 5)
    expectWhole(result)
    expect(result.queries.length).toBeGreaterThanOrEqual(Math.ceil((head + 1) / 5))
  })
})
