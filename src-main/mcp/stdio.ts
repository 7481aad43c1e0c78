import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { once } from 'node:events'
import { createMcpServer, type McpOptions } from './mcp-server.ts'

/** Speaks MCP on stdin and stdout until stdin ends. */
export async function serveOnStdio(options: McpOptions): Promise<void> {
  // A pipe emits `close` after its end; a file only emits `end`.
  const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')])
  const served = serveStdio(() => createMcpServer(options))
  await ended
  await served.close()
}
