import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { WatchAlert, WatchRule, WatchTrial } from '../../../src-shared/contract/records/watch.ts'
import { EXIT } from '../output.ts'
import { openCommandLine, type CommandLine } from '../testing/command-line.ts'
import { saveScan } from '../testing/save-scan.ts'
import { testAddress as address, writeMap } from '../testing/write-map.ts'

/** Rules on an imported token whose scans are stored one after another, and the alerts that they print. */

const TOKEN = address(8)
const DAY = 86_400
/** Within the 30 days that a test of a rule looks back. */
const YESTERDAY = Math.floor(Date.now() / 1000) - DAY
const folder = mkdtempSync(join(tmpdir(), 'holderscope-watch-'))

let line: CommandLine
const run = (...words: string[]): Promise<string> => line.run(...words)
const scan = (score: number, minutes: number): Promise<void> => saveScan(line.context, { token: TOKEN, at: YESTERDAY + minutes * 60, score })
const listed = (): Promise<WatchRule[]> => line.json<WatchRule[]>('watch', 'list')

beforeAll(async () => {
  line = await openCommandLine(join(folder, 'data'))
  await run('import', writeMap(folder, { symbol: 'PEP', token: TOKEN, time: '2025-04-24T10:00:00', amounts: [400, 300, 200, 100] }))
})
afterAll(async () => {
  await line.close()
  rmSync(folder, { recursive: true })
})

/** Runs `watch`, triggers `happens` once it is watching, waits for the resulting alerts, and sends the signal. */
async function watch(signal: NodeJS.Signals, happens: () => Promise<void>, { alerts, words = [] }: { alerts: number; words?: string[] }) {
  const { bus } = line.context
  // As a separate process, the command would leave no subscription behind.
  const subscribed = vi.spyOn(bus, 'subscribe')
  const listeners = process.listenerCount(signal)
  try {
    const printed = run(...words, 'watch')
    // Registering the listener is the command's last step before it waits.
    await expect.poll(() => process.listenerCount(signal)).toBe(listeners + 1)
    const received: WatchAlert[] = []
    bus.subscribe('alerts', (_token, alert) => void received.push(alert))
    await happens()
    await expect.poll(() => received.length).toBe(alerts)
    process.emit(signal)
    return { text: await printed, received }
  } finally {
    for (const { value } of subscribed.mock.results) (value as { stop(): void }).stop()
    subscribed.mockRestore()
  }
}

describe('watch', () => {
  it('says that no rule is on, and ends with a signal', async () => {
    expect(await run('watch', 'list')).toMatch(/^No watch rules yet\./)
    await run('watch', 'add', 'token', 'eth', TOKEN, '--when', 'score falls 1', '--name', 'off')
    await run('watch', 'off', 'off')
    expect((await watch('SIGINT', () => scan(90, 0), { alerts: 0 })).text).toBe('')
    expect(line.said()).toBe('No watch rules are on. Create one: holderscope watch add --help\n')
  })

  it('prints each alert of the rules that are on, until a signal ends it', async () => {
    await run('watch', 'add', 'token', 'eth', TOKEN, '--when', 'score falls 5', '--name', 'falls', '--quiet', '3600')
    const { text, received } = await watch('SIGINT', () => scan(80, 10), { alerts: 1 })
    expect(line.said()).toBe('Watching with 1 rule. Stop with Ctrl+C.\n')
    const time = `${new Date((YESTERDAY + 600) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
    expect(text).toBe(`${time}  PEP: the scan score fell from 90 to 80.\n`)
    expect(await run('watch', 'alerts')).toBe(text)
    expect(await line.json('watch', 'alerts')).toEqual(received)
  })

  it('counts what repeats within the quiet time, and prints what comes after it as JSON with --json', async () => {
    const happens = async (): Promise<void> => {
      await scan(70, 15)
      await expect.poll(async () => (await line.context.store.read.watchAlerts({ unread: false, before: null, limit: 1 })).alerts[0]?.count).toBe(2)
      await scan(60, 90)
    }
    const { text, received } = await watch('SIGTERM', happens, { alerts: 1, words: ['--json'] })
    expect(JSON.parse(text)).toEqual(received[0])
    expect(received).toMatchObject([{ count: 1, reason: 'PEP: the scan score fell from 70 to 60.' }])
    expect(await run('watch', 'alerts')).toMatch(/^.{19} UTC {2}PEP: the scan score fell from 70 to 60\.\n.{19} UTC {2}PEP: .* \(2 times\)\n$/)
  })

  it('follows the tokens that are followed permanently', async () => {
    const resumed = vi.spyOn(line.context.follow, 'resume')
    await watch('SIGINT', () => Promise.resolve(), { alerts: 0 })
    expect(resumed).toHaveBeenCalledOnce()
    resumed.mockRestore()
  })
})

describe('watch test', () => {
  it('prints what a rule would have reported, newest first, without storing it', async () => {
    const before = await line.json('watch', 'alerts')
    const words = ['watch', 'test', 'token', 'eth', TOKEN, '--when', 'score falls 5']
    expect(await run(...words, '--quiet', '0')).toMatch(
      /^.{19} UTC {2}PEP: .* from 70 to 60\.\n.{19} UTC {2}PEP: .* from 80 to 70\.\n.{19} UTC {2}PEP: .* from 90 to 80\.\nNote: /,
    )
    // The default quiet time is 10 minutes.
    expect(await run(...words)).toMatch(/^.{19} UTC {2}PEP: .* from 70 to 60\.\n.{19} UTC {2}PEP: .* from 90 to 80\. \(2 times\)\nNote: /)
    expect((await line.json<WatchTrial>(...words)).alerts).toHaveLength(2)
    expect(await line.json('watch', 'alerts')).toEqual(before)
    expect(await listed()).toHaveLength(2)
  })
})

describe('watch rules', () => {
  it('are about a token, cluster, wallet, creator, tag, entity or all followed tokens', async () => {
    const subjects: [words: string[], when: string, subject: object][] = [
      [['cluster', 'eth', TOKEN, '2'], 'sells 1', { kind: 'cluster', network: 'eth', token_address: TOKEN, cluster: 1 }],
      [['wallet', 'evm', address(1)], 'trades', { kind: 'wallet', network: 'evm', address: address(1) }],
      [['creator', 'base', address(2)], 'makes-token', { kind: 'creator', network: 'base', address: address(2) }],
      [['tag', 'desk'], 'trades', { kind: 'tag', name: 'desk' }],
      [['followed'], 'sells 1', { kind: 'followed' }],
    ]
    for (const [words, when, subject] of subjects) {
      expect(await line.json<WatchRule>('watch', 'add', ...words, '--when', when)).toMatchObject({
        subject,
        enabled: true,
        name: null,
        notice: false,
      })
    }
    await expect(run('watch', 'add', 'entity', 'none', 'none', '--when', 'trades')).rejects.toThrow('This entity does not exist.')
    await expect(run('watch', 'add', 'wallet', 'eth', '0x12', '--when', 'trades')).rejects.toMatchObject({ exitCode: EXIT.usage })
    await expect(run('watch', 'add', 'followed', 'eth', '--when', 'sells 1')).rejects.toThrow('"followed" takes nothing after it.')
    await expect(run('watch', 'add', 'creator', 'eth', address(2), '--when', 'sells 1')).rejects.toMatchObject({ exitCode: EXIT.usage })
    expect(await listed()).toHaveLength(2 + subjects.length)
  })

  it('call a webhook, whose secret is printed once, and never one in a private network', async () => {
    const add = (url: string): Promise<string> =>
      run('watch', 'add', 'token', 'eth', TOKEN, '--when', 'top 10', '--name', 'hook', '--quiet', '0', '--notice', '--webhook', url)
    const added = await add('https://example.com/hook')
    const [, id, secret] = /\nRule (\S+)\. Webhook secret: (whsec_\S+)\n$/.exec(added) ?? []
    expect(await listed()).toContainEqual(expect.objectContaining({ id, secret, notice: true, quiet_seconds: 0 }))
    await expect(add('https://10.0.0.1/hook')).rejects.toThrow('A webhook cannot go to a private address.')
  })

  it('are turned on, off and deleted by name, or by id where two have the name', async () => {
    expect(await run('watch', 'on', 'off')).toMatch(/ It is on\.\n$/)
    expect(await line.json('watch', 'off', 'falls')).toMatchObject({ name: 'falls', enabled: false })
    const states = new Map((await listed()).map(({ name, enabled }) => [name, enabled]))
    expect([states.get('off'), states.get('falls')]).toEqual([true, false])
    await run('watch', 'add', 'tag', 'desk', '--when', 'trades', '--name', 'falls')
    await expect(run('watch', 'remove', 'falls')).rejects.toThrow('2 rules are named "falls". Use an id: holderscope watch list')
    const [{ id } = { id: '' }] = (await listed()).filter(({ name }) => name === 'falls')
    expect(await line.json('watch', 'remove', id)).toMatchObject({ id })
    expect(await run('watch', 'remove', 'falls')).toMatch(/^Deleted: Watches /)
    await expect(run('watch', 'remove', 'falls')).rejects.toThrow('Watch rule falls does not exist.')
    // The alerts of a deleted rule stay (docs/watch.md).
    expect(await run('watch', 'alerts')).toContain('the scan score fell from')
  })
})
