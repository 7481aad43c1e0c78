import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { launchScenario, type Scenario } from '../../fixtures/anvil/scenario.ts'
import { evmDataset, fillFromNode, type EvmBlock } from '../../fixtures/portal/evm-dataset.ts'
import { serveHypersync, type Hypersync } from '../../fixtures/portal/hypersync.ts'
import { servePortal, type Portal } from '../../fixtures/portal/server.ts'
import { openLiar } from '../../fixtures/anvil/liar.ts'
import { openProxy } from '../../fixtures/anvil/proxy.ts'
import { readThrough, type Env, type ReadThrough } from './read-through.ts'

const missing = anvilMissing()
const READ_CHILD = fileURLToPath(new URL('../../../src-main/ingest/testing/read-child.ts', import.meta.url))
/** keccak256('Transfer(address,address,uint256)') */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The first block of another chain. */
const FORK = 60
/** keccak256('Swap(address,uint256,uint256,uint256,uint256,address)') */
const SWAP_TOPIC = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'

describe.skipIf(missing !== null)(`a token read through an archive ${missing ?? ''}`, () => {
  let anvil: Anvil
  let truth: Scenario
  let blocks: readonly EvmBlock[]
  let direct: ReadThrough
  const opened: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchScenario(anvil.url)
    blocks = await fillFromNode(anvil.url)
    direct = await readThrough('eth', truth.token, [anvil.url])
  })
  afterAll(async () => {
    for (const one of opened) await one.close()
    await anvil.stop()
  })
  async function serve(served: readonly EvmBlock[], lost: readonly string[] = []): Promise<Portal> {
    const portal = await servePortal(evmDataset(served, new Set(lost)))
    opened.push(portal)
    return portal
  }
  const settings = ({ url }: Portal): Env => ({ HOLDERSCOPE_SERVICE_ARCHIVE: url, HOLDERSCOPE_ARCHIVE_HISTORY: 'true' })
  const read = (portal: Portal, node = anvil.url): Promise<ReadThrough> => readThrough('eth', truth.token, [node], '', settings(portal))
  const messages = ({ job }: ReadThrough): string => job.stages.map(({ message }) => message ?? '').join('\n')

  test('gives the same bytes as the node, and names no wallet to the archive', async () => {
    const portal = await serve(blocks)
    const node = await openProxy(anvil.url)
    const found = await read(portal, node.url)
    await node.close()
    expect(found.job).toMatchObject({ state: 'done', error: null })
    expect(found.records).toEqual(direct.records)
    const head = truth.head.toLocaleString('en')
    const { host } = new URL(portal.url)
    expect(messages(found)).toMatch(
      new RegExp(`Read blocks ${truth.createdBlock} to ${head} from the archive ${host}; \\d samples agree with the node\\.`),
    )
    const named = JSON.stringify(portal.queries).toLowerCase()
    for (const { address } of truth.holders) if (address !== truth.pool) expect(named).not.toContain(address.slice(2).toLowerCase())
    expect(named).toContain(truth.token.toLowerCase())
  })

  test('gives the same bytes where it ends early, lacks a column, and fails in between', async () => {
    const portal = await serve(blocks.slice(0, 60), ['transaction.input'])
    portal.script = [
      { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
      { kind: 'packed', encoding: 'gzip' },
      { kind: 'cut', share: 0.7, encoding: 'none' },
      { kind: 'half-line' },
      { kind: 'drip', everyMs: 1, bytes: 64 },
      { kind: 'packed', encoding: 'zstd' },
      { kind: 'status', status: 529, headers: { 'retry-after': '1' } },
    ]
    const found = await read(portal)
    expect(found.records).toEqual(direct.records)
    expect(portal.script).toEqual([])
    expect(messages(found)).toContain(`Read blocks ${truth.createdBlock} to 59 from the archive`)
    expect(messages(found)).toMatch(/The archive was not read from block \d+ on: 127\.0\.0\.1:\d+ answered with status 400\./)
  })

  test('rows that it left out are found by balances and by transfers without a swap, and come from the node', async () => {
    // The endpoint takes three blocks a query, so samples are narrow and the dropped rows lie outside them: late in an answer.
    const node = await openProxy(anvil.url, { logsMaxRange: 3, refusal: 'query exceeds max block range' })
    const swapped = new Set<string>(truth.swaps.map(({ tx }) => tx))
    const logsOf = (from: number, to: number): EvmBlock['logs'] => blocks.slice(from, to + 1).flatMap(({ logs }) => logs)
    const moved = logsOf(83, 89).findLast(({ address, transactionHash }) => address === truth.token && !swapped.has(transactionHash))
    const traded = logsOf(6, 19).findLast(({ address, topics }) => address === truth.pool && topics[0] === SWAP_TOPIC)
    expect([moved, traded]).not.toContain(undefined)
    const portal = await serve(blocks.map((block) => ({ ...block, logs: block.logs.filter((log) => log !== moved && log !== traded) })))
    const found = await read(portal, node.url)
    await node.close()
    expect(found.records).toEqual(direct.records)
    expect(messages(found)).toMatch(
      /Stored transfers of blocks \d+ to \d+, which came from the archive 127\.0\.0\.1:\d+, were wrong and have been replaced: 1 added/,
    )
    expect(messages(found)).toMatch(/The archive 127\.0\.0\.1:\d+ had 1 transaction of blocks 6 to 19 incomplete; the node’s are kept\./)
  })

  test('rows that it changed and blocks of another chain are reported, and the node’s are kept', async () => {
    const changed = blocks.flatMap(({ logs }) => logs).find(({ address, topics }) => address === truth.token && topics[0] === TRANSFER_TOPIC)
    const forked = (number: number): string => `0x${number.toString(16).padStart(64, 'f')}`
    const forkedHeader = ({ number, hash, parentHash, timestamp }: EvmBlock['header']): EvmBlock['header'] => ({
      number,
      hash: number < FORK ? hash : forked(number),
      parentHash: number <= FORK ? parentHash : forked(number - 1),
      timestamp,
    })
    const portal = await serve(
      blocks.map((block) => ({
        ...block,
        header: forkedHeader(block.header),
        logs: block.logs.map((log) => (log === changed ? { ...log, data: `${log.data.slice(0, -1)}1` } : log)),
      })),
    )
    const found = await read(portal)
    expect(found.records).toEqual(direct.records)
    expect(messages(found)).toMatch(/The archive 127\.0\.0\.1:\d+ differs from the node in 2 logs of blocks 4 to 14; the node’s are kept\./)
    const { hash = '' } = blocks.at(-1)?.header ?? {}
    expect(messages(found)).toContain(`has another block ${truth.head} (${forked(truth.head)}) than the node (${hash}); nothing of it was kept.`)
  })

  test('an endpoint that keeps only recent events: the receipts confirm the archive, and the bytes are the same', async () => {
    const portal = await serve(blocks)
    const node = await openLiar(anvil.url, () => (logs) => logs.filter(({ blockNumber }) => Number(blockNumber) > FORK + 20))
    const found = await read(portal, node.url)
    await node.close()
    expect(messages(found)).toMatch(/Read blocks 4 to 104 from the archive 127\.0\.0\.1:\d+; \d samples agree with the node\./)
    expect(messages(found)).not.toContain('differs')
    expect(found.records).toEqual(direct.records)
  })

  describe('HyperSync', () => {
    const hypersyncSettings = ({ url }: Hypersync): Env => ({
      HOLDERSCOPE_SERVICE_HYPERSYNC: url,
      HOLDERSCOPE_SERVICE_KEY_HYPERSYNC: 'owner-token',
      HOLDERSCOPE_ARCHIVE_HISTORY: 'true',
    })
    async function serveOther(): Promise<Hypersync> {
      const hypersync = await serveHypersync(blocks)
      opened.push(hypersync)
      return hypersync
    }

    test('gives the same bytes as the node, also where it asks to wait and breaks off', async () => {
      const hypersync = await serveOther()
      hypersync.script = [{ kind: 'status', status: 429, headers: { 'retry-after': '0' } }, { kind: 'cut' }]
      const found = await readThrough('eth', truth.token, [anvil.url], '', hypersyncSettings(hypersync))
      expect(found.records).toEqual(direct.records)
      expect(messages(found)).toMatch(
        new RegExp(`Read blocks ${truth.createdBlock} to ${truth.head} from the archive 127\\.0\\.0\\.1:\\d+; \\d samples agree with the node\\.`),
      )
      expect(hypersync.script).toEqual([])
      expect(new Set(hypersync.paths)).toEqual(new Set(['/eth/height', '/eth/query']))
      expect(new Set(hypersync.headers.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer owner-token']))
      const named = JSON.stringify(hypersync.queries).toLowerCase()
      for (const { address } of truth.holders) if (address !== truth.pool) expect(named).not.toContain(address.slice(2).toLowerCase())
    })

    test('reads on where the portal is missing a column', async () => {
      const [portal, hypersync] = [await serve(blocks, ['transaction.input']), await serveOther()]
      const found = await readThrough('eth', truth.token, [anvil.url], '', { ...hypersyncSettings(hypersync), ...settings(portal) })
      expect(found.records).toEqual(direct.records)
      expect(messages(found)).toMatch(/The archive was not read from block \d+ on: 127\.0\.0\.1:\d+ answered with status 400\./)
      expect(hypersync.queries.length).toBeGreaterThan(0)
    })

    test('rows of blocks that it does not return are refused, and the node is read', async () => {
      const hypersync = await serveOther()
      const change = (answer: { data: readonly object[] }): unknown => ({ ...answer, data: answer.data.map((part) => ({ ...part, blocks: [] })) })
      hypersync.script = Array.from({ length: 40 }, () => ({ kind: 'change', change }))
      const found = await readThrough('eth', truth.token, [anvil.url], '', hypersyncSettings(hypersync))
      expect(found.records).toEqual(direct.records)
      expect(messages(found)).toMatch(/The archive was not read from block \d+ on: a row names block \d+, which is not in the answer\./)
    })
  })

  test('a read that is killed continues after the last stored block and requests no other twice', async () => {
    const portal = await serve(blocks)
    const folder = mkdtempSync(join(tmpdir(), 'archive-'))
    const run = (): ReturnType<typeof spawn> => {
      const args = [READ_CHILD, join(folder, 'store.db'), anvil.url, truth.token, 'eth', '500', portal.url]
      return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    }
    const requests = (): string[] => portal.queries.map(({ fromBlock, logs }) => `${fromBlock} ${JSON.stringify(logs)}`)
    portal.script = [
      { kind: 'packed', encoding: 'zstd' },
      { kind: 'packed', encoding: 'zstd' },
      { kind: 'packed', encoding: 'zstd' },
      { kind: 'stall' },
    ]
    const first = run()
    await portal.reached(4)
    first.kill('SIGKILL')
    await once(first, 'exit')
    const [...before] = requests()
    expect(before).toHaveLength(4)
    const second = run()
    const [code] = (await once(second, 'exit')) as [number]
    expect(code).toBe(0)
    const after = requests().slice(before.length)
    expect(after[0]).toBe(before[3])
    expect(new Set(after).size).toBe(after.length)
    expect(after.filter((one) => before.slice(0, 3).includes(one))).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
