import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { APP_KEY_FILE, keyFile, readKeyFile } from '../../config/secrets.ts'
import { readServiceAddress } from '../../config/service-address.ts'
import { STORE_FILE } from '../../open-context.ts'
import { Replays } from '../../server/replay/replays.ts'
import { openSocket, type FrameSocket } from '../../server/testing/frame-socket.ts'
import { SOL, storyToken, storyTrade, UNREAD } from '../../server/testing/story.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { RESOURCES_DIR } from '../session.ts'
import { runCommand } from '../testing/command-line.ts'

/** Replays of a stored token. `listening-commands.test.ts` replays a file, in a separate process. */

const { network, address } = SOL.token
const TRADES = 5
const TXS = Array.from({ length: TRADES }, (_, n) => storyTrade(SOL, n).tx)
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

let dataDir: string
let said: string
const start = vi.spyOn(Replays.prototype, 'start')
afterAll(() => start.mockRestore())
const listeners = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const)
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holderscope-replay-test-'))
  said = ''
})
afterEach(() => {
  // A replay keeps its signal listeners until its process ends.
  for (const [signal, before] of listeners)
    for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener)
  rmSync(dataDir, { recursive: true })
})

/** A data folder with trades this many seconds apart. The sample case is marked as installed, since importing it takes most of a start. */
async function storeTrades(secondsApart: number): Promise<void> {
  const store = await openTestStore(join(dataDir, STORE_FILE))
  const first = storyTrade(SOL, 0).time ?? 0
  const rows = TXS.map((_, n) => ({ ...storyTrade(SOL, n), time: first + n * secondsApart }))
  await store.write.saveToken(storyToken(SOL))
  await store.write.saveTrades({ network, rows, token: SOL.token, covers: { from: 1_000, to: 2_000 } })
  const { version } = JSON.parse(readFileSync(join(RESOURCES_DIR, 'sample', 'manifest.json'), 'utf8')) as { version: string }
  await store.write.saveSetting({ name: 'sample_case', value: version })
  await store.close()
}

const replay = (token: string, ...options: string[]): Promise<string> =>
  runCommand(['replay', network, token, '--port', '0', '--data-dir', dataDir, ...options], (part) => (said += part))

/** The first client of the replay, with the key that the replay prints. */
async function subscribe(token: string): Promise<{ socket: FrameSocket; ws: string; key: string }> {
  const { ws } = await vi.waitFor(
    async () => {
      const found = await readServiceAddress(dataDir)
      if (found === null) throw new Error('no service listens yet')
      return found
    },
    { timeout: 20_000 },
  )
  const key = (await readKeyFile(keyFile(dataDir, APP_KEY_FILE))) ?? ''
  const socket = await openSocket(ws, { key })
  socket.send({ op: 'subscribe', network, address: token, stream: 'dex_trades' })
  await socket.until(({ op }) => op === 'subscribed')
  return { socket, ws, key }
}

const nextTx = async (socket: FrameSocket): Promise<string> => ((await socket.next()) as { data: { tx_signature: string } }).data.tx_signature

describe('replay of a stored token', () => {
  it('sends its trades to the first subscriber in their order, and leaves them stored', async () => {
    await storeTrades(1)
    const replaying = replay(address, '--speed', '1000')
    const { socket, ws, key } = await subscribe(address)
    const sent: string[] = []
    for (const _ of TXS) sent.push(await nextTx(socket))
    expect(sent).toEqual(TXS)
    expect(await replaying).toBe(`Ready to replay ${network} ${address} at ${ws} with key ${key}. The replay starts with the first subscription.\n`)
    expect(said).toBe(`Sent ${TRADES} of ${TRADES} events.\n`)
    await socket.closed
    expect(start).toHaveBeenLastCalledWith(SOL.token, 1_000)
    expect(await readServiceAddress(dataDir)).toBeNull()
    const stored = (await runCommand(['trades', network, address, '--data-dir', dataDir])).trim().split('\n')
    expect(stored.map((text) => (JSON.parse(text) as { tx_signature: string }).tx_signature)).toEqual(TXS)
  })

  it.each(SIGNALS)('stops in the middle with %s, and says how much it sent', async (signal) => {
    await storeTrades(3_600)
    const replaying = replay(address, '--json')
    const { socket, ws, key } = await subscribe(address)
    expect(await nextTx(socket)).toBe(TXS[0])
    process.emit(signal)
    const [ready, end] = (await replaying).split('\n').map((text) => (text === '' ? null : (JSON.parse(text) as object)))
    expect(ready).toMatchObject({ event: 'ready', ws, key, data_dir: dataDir })
    expect(start).toHaveBeenLastCalledWith(SOL.token, 1)
    expect(end).toEqual({ event: 'replayed', sent: 1, total: TRADES })
    await socket.closed
  })

  it('says that nothing of the token is stored', async () => {
    await storeTrades(1)
    const refused = expect(replay(UNREAD.sol)).rejects.toThrow('No trades and no snapshots of this token are stored')
    const { socket } = await subscribe(UNREAD.sol)
    await refused
    await socket.closed
    expect(await readServiceAddress(dataDir)).toBeNull()
  })
})
