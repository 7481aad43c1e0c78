import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi, type MockInstance } from 'vitest'
import compiled from '../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { TracedWallet, TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import { ETH, storyHoldings, storyToken, storyTrade, SUI } from '../../server/testing/story.ts'
import { EXIT } from '../output.ts'
import { openCommandLine, type CommandLine } from '../testing/command-line.ts'
import { saveScan } from '../testing/save-scan.ts'

/** What the commands that read from nodes request from the service, and what they print of its answers. No node is contacted. */

const TOKEN = ETH.token.address
const WSOL = 'So11111111111111111111111111111111111111112'
const [ONE = '', TWO = ''] = ETH.buyers
const folder = mkdtempSync(join(tmpdir(), 'holderscope-node-commands-'))
const replaced: { mockRestore(): void }[] = []
let line: CommandLine
const run = (...words: string[]): Promise<string> => line.run(...words)

beforeAll(async () => {
  line = await openCommandLine(join(folder, 'data'), { source: ['eth=http://127.0.0.1:9'] })
  const map = join(folder, 'map.json')
  const nodes = [600, 400].map((amount, n) => ({ address: ETH.buyers[n], amount, percentage: amount / 10, is_contract: false }))
  const links = [{ source: 0, target: 1, forward: 50, backward: 0 }]
  const head = { version: 5, chain: 'eth', token_address: TOKEN, symbol: 'PEP', dt_update: '2025-04-24T10:00:00' }
  writeFileSync(map, JSON.stringify({ ...head, nodes, links }))
  await run('import', map)
})
afterEach(() => {
  for (const each of replaced.splice(0)) each.mockRestore()
})
afterAll(async () => {
  await line.close()
  rmSync(folder, { recursive: true })
})

describe('recorded answers', () => {
  it('are stored by read and printed by trades', async () => {
    const path = fileURLToPath(
      new URL('../../chains/solana/fixtures/swaps-routed/raydium-cpmm-raydium-clmm__2bhr1FWqeL28zH1B/answer.json.gz', import.meta.url),
    )
    const expected = JSON.parse(readFileSync(join(dirname(path), 'expected.json'), 'utf8')) as { signature: string }
    await expect(run('read', 'sol', WSOL, '--from', path)).rejects.toThrow(/they name neither supply nor holders of .* holderscope trades sol So1/)
    expect(line.said()).toContain('Decoded 1 transaction: 2 swap legs')
    const trades = (await run('trades', 'sol', WSOL)).trim().split('\n')
    expect(trades.map((text) => (JSON.parse(text) as { tx_signature: string }).tx_signature)).toEqual([expected.signature, expected.signature])
    const [head = '', first] = (await run('trades', 'sol', WSOL, '--format', 'csv')).split('\r\n')
    expect(head.split(',').slice(0, 3)).toEqual(['block_time', 'block', 'tx_signature'])
    expect(first).toMatch(`2024-09-18T21:38:24.000Z,290615369,${expected.signature},raydium,cpmm,`)
    await expect(run('trades', 'sol', WSOL, '--json', '--format', 'csv')).rejects.toThrow('--json cannot be combined with --format csv')
    expect([await run('trades', 'eth', TOKEN), line.said()]).toEqual(['', `No trades of ${TOKEN} are stored.\n`])
  })

  it('of a folder are read, and trades that cannot be printed are counted', async () => {
    const answers = join(folder, 'answers')
    mkdirSync(join(answers, 'later'), { recursive: true })
    const [tx, receipt] = ['tx', 'receipt'].map((part) =>
      readFileSync(new URL(`../../importers/fixtures/eth-swap.${part}.json`, import.meta.url), 'utf8'),
    )
    writeFileSync(join(answers, 'later', 'swap.json'), `[${tx ?? ''},${receipt ?? ''}]`)
    const sold = '0xc0138db8a5eb4eb9885bc7a30501c8c79ea0ffbf'
    await expect(run('read', 'eth', sold, '--from', answers)).rejects.toThrow('The recorded answers are stored')
    expect(line.said()).toMatch(/^swap\.json: Decoded 1 transaction: 1 swap leg/)
    expect(await run('trades', 'eth', sold)).toBe('')
    expect(line.said()).toBe('1 stored trade is not listed, because the time or the decimals of a token are unknown.\n')
    await expect(run('read', 'eth', sold, '--from', join(folder, 'nowhere'))).rejects.toThrow(/^Cannot read .*nowhere: ENOENT/)
  })
})

it('trades prints more than one page of the store, in chain order', async () => {
  const rows = Array.from({ length: 1_001 }, (_, n) => storyTrade(SUI, n))
  await line.context.store.write.saveTrades({ network: 'sui', rows, token: SUI.token, covers: { from: 1_000, to: 2_000 } })
  const printed = (await run('trades', 'sui', SUI.token.address)).trim().split('\n')
  expect(printed.map((text) => (JSON.parse(text) as { tx_signature: string }).tx_signature)).toEqual(rows.map(({ tx }) => tx))
})

describe('read', () => {
  const job: JobRecord = {
    ...{ id: 'one', kind: 'read', network: 'eth', token_address: TOKEN, state: 'done', stages: [], created_at: 0, updated_at: 0 },
    ...{ seconds_left: null, error: null, options: { depth: 500, since_block: null } },
  }
  const jobsEnd = (end: Partial<JobRecord>, during: () => unknown = () => undefined): MockInstance<CommandLine['context']['jobs']['start']> => {
    const { jobs } = line.context
    const start = vi.spyOn(jobs, 'start').mockResolvedValue({ ...job, state: 'running' })
    const ended = vi.spyOn(jobs, 'ended').mockImplementation(async () => {
      await during()
      return { ...job, ...end }
    })
    replaced.push(start, ended)
    return start
  }

  it('starts at a block, shows the stages of its own job, and prints the overview', async () => {
    const stage = { name: 'token', state: 'done', done: 1, total: 1, unit: 'tokens', message: null, started_at: 0, ended_at: 0 } as const
    const start = jobsEnd({}, () => {
      const { bus } = line.context
      bus.publish('jobs', ETH.token, { ...job, id: 'another', stages: [{ ...stage, name: 'history' }] })
      bus.publish('jobs', ETH.token, { ...job, stages: [stage] })
    })
    expect(await run('read', 'eth', TOKEN, '--since', '17')).toMatch(/^Clusters\t100\.0 %\n/)
    expect(start).toHaveBeenCalledWith(ETH.token, { depth: line.context.config.depth, sinceBlock: 17 })
    expect(line.said()).toMatch(/^token done, 1 token\n(?!history)/)
  })

  it('that is interrupted cancels its job, and says what is missing', async () => {
    const cancel = vi.spyOn(line.context.jobs, 'cancel').mockResolvedValue(job)
    replaced.push(cancel)
    jobsEnd({ state: 'cancelled' }, () => process.emit('SIGINT'))
    expect(await run('read', 'eth', TOKEN)).toContain('Top 10\t100.0 %')
    expect(cancel).toHaveBeenCalledExactlyOnceWith('one')
    expect(line.said()).toMatch(/^Stopped\. The overview covers what was read so far\. .*\nUnknown: .*\.\nCoverage: .*\.\n/)
  })

  it('that ends without an overview says why', async () => {
    jobsEnd({ state: 'failed', error: 'The endpoint is gone.' })
    await expect(run('read', 'eth', TOKEN)).rejects.toThrow('The endpoint is gone.')
    jobsEnd({ state: 'cancelled', token_address: TWO })
    await expect(run('read', 'eth', TWO)).rejects.toThrow('The read was cancelled. What it read is stored')
    jobsEnd({ token_address: TWO })
    await expect(run('read', 'eth', TWO)).rejects.toThrow(`Nothing is stored for ${TWO} on eth.`)
  })

  it('refuses blocks and ranges that are none', async () => {
    const refused = async (...options: string[]): Promise<unknown> =>
      run('read', 'eth', TOKEN, ...options).catch((error: unknown) => (error as Error).message)
    expect(await refused('--since', '-1')).toBe('--since must be a block number, not "-1".')
    expect(await refused('--to-block', '5')).toBe('--from-block and --to-block need --again.')
    expect(await refused('--again', '--since', '5')).toBe('--again cannot be combined with --since or --from.')
    expect(await refused('--again', '--from-block', '6', '--to-block', '5')).toBe('--to-block must not be before --from-block.')
    expect(await refused('--again', '--from-block', '6')).toBe('This token has not been read from a node.')
  })
})

describe('snapshot', () => {
  it('names the snapshot, or says that nothing changed since the last one', async () => {
    const { store } = line.context
    const { network, address } = SUI.token
    await store.write.saveToken(storyToken(SUI))
    await store.write.saveBalances({ token: SUI.token, rows: storyHoldings(SUI), replaceAll: true })
    const taken = /^Snapshot (\d+): 7 wallets, 0 links\.\n$/.exec(await run('snapshot', network, address))
    expect(await run('snapshot', network, address)).toBe(`Nothing changed since snapshot ${taken?.[1] ?? ''}.\n`)
    await expect(run('snapshot', 'eth', TWO)).rejects.toThrow('Nothing is stored for')
  })
})

describe('scan', () => {
  it('scans a token whose network has a source, although a scan of it is stored', async () => {
    await saveScan(line.context, { token: TOKEN, at: 1_700_000_000, score: 90 })
    const report = { token: { symbol: 'PEP' }, results: { simple: { score: 55, message: 'Caution', reasons: ['Mintable'] } } }
    const finding = { sentence: 'Mintable', points: 45, evidence: [ETH.creator] }
    const detail = { findings: [finding], unknowns: [{ id: 'tax', flag: 'transfer_tax', why: 'No pool was found.' }] }
    const scan = vi.spyOn(line.context.scanner, 'scan').mockResolvedValue({ report, detail } as never)
    replaced.push(scan)
    expect(await run('scan', 'eth', TOKEN)).toBe(
      `PEP: 55 of 100, Caution\n- Mintable (−45) See ${ETH.creator}.\nNot determined:\n? transfer tax: No pool was found.\n`,
    )
    expect(scan).toHaveBeenCalledExactlyOnceWith(ETH.token)
    expect(await line.json('scan', 'eth', TOKEN)).toEqual(report)
    await expect(run('scan', 'bsc', TOKEN)).rejects.toThrow(`No scan of ${TOKEN} is stored.`)
  })

  it('reads contract code from files instead of an address', async () => {
    const code = join(folder, 'mint.hex')
    writeFileSync(code, compiled.contracts.OddMintToken.bytecode)
    const text = await run('scan', 'eth', '--code', code)
    expect(text.split('\n')[0]).toBe(`${code}: mintable yes, limits selling no, takes balances no`)
    const { mintable, reasons } = await line.json<{ mintable: boolean; reasons: { mintable: { text: string }[] } }>('scan', 'eth', '--code', code)
    expect(mintable).toBe(true)
    for (const reason of reasons.mintable) expect(text).toContain(`\n- ${reason.text}\n`)
    await expect(run('scan', 'eth', TOKEN, '--code', code)).rejects.toMatchObject({ exitCode: EXIT.usage })
    await expect(run('scan', 'eth')).rejects.toThrow('Give the address of the token, or --code with files.')
  })
})

describe('follow', () => {
  const state = (rest: Partial<FollowRecord>): FollowRecord => ({
    ...{ following: true, kept: false, state: 'live', behind: null, message: null, last_block: null, since: null, withdrawn: null },
    ...rest,
  })
  /** Follows a token while `emit` produces its events. */
  function follow(emit: () => void, ...options: string[]): Promise<{ text: string; stopped: number }> {
    let stopped = 0
    const watch = vi.spyOn(line.context.follow, 'watch').mockImplementation(() => {
      setImmediate(emit)
      return () => stopped++
    })
    replaced.push(watch)
    return run('follow', 'eth', TOKEN, ...options).then((text) => ({ text, stopped }))
  }

  it('prints new trades of the token, and each state once, until it is interrupted', async () => {
    const { bus } = line.context
    const { text, stopped } = await follow(() => {
      bus.publish('follow', ETH.token, state({ state: 'starting' }))
      for (const message of ['one', 'two']) bus.publish('follow', ETH.token, state({ message }))
      const trades = [storyTrade(ETH, 2), { ...storyTrade(ETH, 3), tokenIn: { ...storyTrade(ETH, 3).tokenIn, token: ETH.creator }, pool: null }]
      bus.publish('trades', ETH.token, { kind: 'stored', trades, rows: null })
      bus.publish('trades', ETH.token, { kind: 'reverted', trades, rows: [1, 2], retractions: [1, 2] })
      bus.publish('trades', { network: 'bsc', address: TOKEN }, { kind: 'stored', trades, rows: null })
      process.emit('SIGTERM')
    })
    expect(text).toBe(`2023-11-14T19:26:42.000Z\tbuy\t3000\t3\t${ETH.quote}\t3\t${storyTrade(ETH, 2).signer}\teth-trade-2\n`)
    expect(line.said()).toBe('Following: starting\nFollowing: live. one\n')
    expect(stopped).toBe(1)
  })

  it('ends with the reason when the token cannot be followed', async () => {
    const { bus } = line.context
    await expect(follow(() => bus.publish('follow', ETH.token, state({ state: 'off', message: 'Not a token.' })))).rejects.toThrow('Not a token.')
    await expect(run('follow', 'bsc', TOKEN)).rejects.toThrow(`No source is set for bsc. Name one: holderscope follow bsc ${TOKEN} --source URL`)
  })
})

describe('trace', () => {
  const wallet = (address: string, hop: number, rest: Partial<TracedWallet> = {}): TracedWallet => ({
    ...{ address, hop, label: null, tags: [], read: true, stop: null, note: null, at_most: false },
    ...{ arrived: { fifo: 2, proportional: 1.5 }, left: { fifo: 0, proportional: 0 } },
    ...rest,
  })
  const trace: TraceRecord = {
    ...{ id: 'one', network: 'eth', wallet: ONE, direction: 'out', coin: null, symbol: null, since: 0, until: 9, to_newest: true, hops: 3 },
    ...{ min_amount: 0, calls: 7, calls_made: 7, state: 'done', out_of_calls: true, error: null, created_at: 0, updated_at: 0, traced: 2.5 },
    ...{ wallets_read: 2, wallets_waiting: 1, wallets_total: 6, payments_total: 0, payments: [] },
    wallets: [
      wallet(ONE, 0),
      wallet(TWO, 1, { at_most: true }),
      wallet(ETH.creator, 2, { read: false }),
      wallet(ETH.pool, 2, { stop: 'service', label: 'Binance' }),
    ],
    exchanges: [
      {
        ...{ address: ETH.pool, label: 'Binance', most_valued: { wallets: [], fifo: 0, proportional: 0 } },
        shortest: { wallets: [ONE, TWO, ETH.pool], fifo: 1.25, proportional: 1 },
      },
    ],
  }

  it('asks for the time and budget of its options, and prints what was reached and how', async () => {
    const start = vi.spyOn(line.context.traces, 'start').mockResolvedValue(trace)
    replaced.push(start, vi.spyOn(line.context.traces, 'ended').mockResolvedValue(trace))
    replaced.push(vi.spyOn(line.context.clock, 'now').mockReturnValue(100_000_500))
    expect((await run('trace', 'eth', ONE, '--days', '1', '--calls', '7')).split('\n')).toEqual([
      `${ONE} sent 2.5 ETH. 2 wallets read with 7 calls.`,
      '',
      `1\t2\t1.5\tfollowed, at most\t\t${TWO}`,
      `2\t2\t1.5\twaiting\t\t${ETH.creator}`,
      `2\t2\t1.5\tservice\tBinance\t${ETH.pool}`,
      'and 2 more wallets.',
      expect.stringMatching(/^Path to Binance: 0x000…\w+ > 0x000…\w+ > 0x000…\w+, 1\.25 ETH\.$/),
      '',
    ])
    expect(start).toHaveBeenCalledWith({ network: 'eth', wallet: ONE, coin: null, direction: 'out', since: 13_600, hops: 3, calls: 7 })
    expect(line.said()).toContain('The budget of calls is used up.')
    const [root = wallet(ONE, 0), ...reached] = trace.wallets
    const traceFrom = async (from: Partial<TracedWallet>): Promise<string> => {
      replaced.push(vi.spyOn(line.context.traces, 'ended').mockResolvedValue({ ...trace, traced: 0, wallets: [{ ...root, ...from }, ...reached] }))
      return run('trace', 'eth', ONE)
    }
    expect(await traceFrom({ stop: 'contract' })).toBe(`${ONE} is not traced. Its code decides who is paid.\n`)
    expect(await traceFrom({ stop: 'unread', note: 'No index answers.' })).toBe(`${ONE} is not traced. No index answers.\n`)
    expect(await traceFrom({ note: 'Days 1 to 3 are missing.' })).toMatch(/^0x\w+ sent 0 ETH\..*\nIncomplete: Days 1 to 3 are missing\.\n/)
    await run('trace', 'eth', ONE, '--in', '--coin', TOKEN)
    expect(start).toHaveBeenLastCalledWith({ network: 'eth', wallet: ONE, coin: TOKEN, direction: 'in', since: 0, hops: 3, calls: 2_000 })
  })

  it('fails with the error of the trace, and refuses options beyond their limits', async () => {
    replaced.push(vi.spyOn(line.context.traces, 'start').mockResolvedValue(trace))
    replaced.push(vi.spyOn(line.context.traces, 'ended').mockResolvedValue({ ...trace, error: 'No endpoint answers.' }))
    await expect(run('trace', 'eth', ONE)).rejects.toThrow('No endpoint answers.')
    await expect(run('trace', 'eth', ONE, '--hops', '9')).rejects.toThrow('--hops must be a whole number from 1 to 8.')
    await expect(run('trace', 'eth', ONE, '--days', '1.5')).rejects.toThrow('--days must be a whole number')
    await expect(run('trace', 'eth', '0x12')).rejects.toThrow()
  })
})
