import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { once } from 'node:events'
import { createMcpServer, type McpOptions } from './mcp-server.ts'

/** Speaks MCP on stdin and stdout until stdin ends. */
export async function serveOnStdio(options: McpOptions): Promise<void> {
  // A pipe closes after its end, and a file only ends.
  const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')])
  const served = serveStdio(() => createMcpServer(options))
  await ended
  await served.close()
}
