import { serveJson, type JsonServer } from '../../../e2e/fixtures/json-server.ts'

/**
 * An Ethereum node that answers the header of every block and nothing else. The pace of a node that answers more is measured when it is set, which
 * takes seconds.
 *
 * @param hashOf the hash of a block; null if the node does not have it
 */
export function serveBlocks(hashOf: (block: number) => string | null): Promise<JsonServer> {
  return serveJson(async (body) => {
    const { id, method, params } = JSON.parse(body) as { readonly id: number; readonly method: string; readonly params: readonly string[] }
    const block = Number(params[0])
    const hash = hashOf(block)
    const results: Readonly<Record<string, unknown>> = {
      eth_chainId: '0x1',
      eth_getBlockByNumber: hash === null ? null : { number: params[0], hash, parentHash: hashOf(block - 1), timestamp: '0x1', transactions: [] },
    }
    const answer = method in results ? { result: results[method] } : { error: { code: -32601, message: `the method ${method} is not available` } }
    return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...answer }) }
  })
}
