import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import WebSocket from 'ws'
import { expect, test } from '../fixtures/page.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BLOCK = 'resources/sample/sol-block-254170887.json.gz'
const BLOCK_TRADES = 41

interface Frame {
  readonly op: string
  readonly stream?: string
  readonly data?: { readonly tx_signature: string; readonly block: number }
}

/** Replays a recorded file through the streams of a separate service. */
test('replay streams the trades of a recorded block and ends', async () => {
  const child = spawn(process.execPath, ['out/main/cli.js', 'replay', BLOCK, '--speed', '1000', '--port', '0', '--json'], { cwd: ROOT })
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ready = JSON.parse(String((await lines.next()).value)) as { event: string; ws: string; key: string }
  expect(ready.event).toBe('ready')
  const socket = new WebSocket(`${ready.ws}?api-key=${ready.key}`)
  const frames: Frame[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as Frame))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ op: 'subscribe', network: 'sol', address: 'ALL', stream: 'dex_trades' }))
  const ended = JSON.parse(String((await lines.next()).value)) as { event: string; sent: number; total: number }
  expect(ended.event).toBe('replayed')
  expect(ended.sent).toBe(ended.total)
  expect(ended.total).toBeLessThanOrEqual(BLOCK_TRADES)
  expect(await exit).toBe(0)
  await closed
  const trades = frames.filter((frame) => frame.stream === 'dex_trades')
  expect(trades).toHaveLength(ended.sent)
  expect(new Set(trades.map((frame) => frame.data?.block))).toEqual(new Set([254170887]))
})
