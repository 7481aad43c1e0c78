import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { BOME, expect, test } from '../fixtures/page.ts'
import { removeFolder, sampleFolder, startService } from '../fixtures/service.ts'

const CLI = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const OVERVIEW = { name: 'token_overview', arguments: { network: 'sol', token_address: BOME } }

interface Reply {
  readonly id: number
  readonly result: Record<string, unknown>
}

/** Runs `holderscope mcp`, sends requests one after the other, and ends stdin. */
async function converse(args: readonly string[], requests: readonly object[]): Promise<{ replies: Reply[]; code: number | null; other: string[] }> {
  const child = spawn(process.execPath, [CLI, 'mcp', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const replies: Reply[] = []
  const other: string[] = []
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  for (const [at, request] of requests.entries()) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: at + 1, ...request })}\n`)
    const line = String((await lines.next()).value)
    const reply = JSON.parse(line) as Reply
    if (reply.id === at + 1) replies.push(reply)
    else other.push(line)
  }
  child.stdin.end()
  const [code] = (await exited) as [number | null]
  return { replies, code, other }
}

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

test.describe('holderscope mcp', () => {
  test('opens the data folder itself, answers after the handshake, and ends with stdin', async () => {
    const dataDir = await sampleFolder()
    const { replies, code, other } = await converse(
      ['--data-dir', dataDir],
      [initialize, { method: 'tools/list' }, { method: 'tools/call', params: OVERVIEW }],
    )
    expect(other).toEqual([])
    expect(code).toBe(0)
    expect(replies[1]?.result['tools']).toHaveLength(20)
    expect(replies[2]?.result).toMatchObject({ structuredContent: { data: { token: { symbol: 'BOME' } } } })
    await removeFolder(dataDir)
  })

  test('answers the stateless form, and asks the service that runs on its data folder', async () => {
    const service = await startService()
    const args = ['--data-dir', service.dataDir, '--manage']
    const { replies, code } = await converse(args, [
      { method: 'tools/list', params: { _meta: MODERN } },
      { method: 'tools/call', params: { ...OVERVIEW, _meta: MODERN } },
    ])
    expect(code).toBe(0)
    expect(replies[0]?.result['tools']).toHaveLength(28)
    expect(replies[1]?.result).toMatchObject({ structuredContent: { data: { overview: { cluster_pct: expect.any(Number) } } } })
    await service.stop()
    await removeFolder(service.dataDir)
  })
})
