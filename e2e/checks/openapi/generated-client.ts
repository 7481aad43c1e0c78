import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StoredToken } from './document.ts'
import { runTool } from './tools.ts'

/** A client that hey-api generates, compiled by TypeScript and called. */

const COMPILE = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--rewriteRelativeImportExtensions']

const program = ({ network, address }: StoredToken): string => `
import { client } from './generated/client.gen.ts'
import { localHolders, overview, snapshots } from './generated/sdk.gen.ts'

export async function ask(baseUrl: string, key: string) {
  client.setConfig({ baseUrl, headers: { 'X-API-Key': key } })
  const path = { network: ${JSON.stringify(network)} as const, token_address: ${JSON.stringify(address)} }
  const [shares, holders, moments] = [await overview({ path }), await localHolders({ path }), await snapshots({ path })]
  const clusterPct: number | undefined = shares.data?.cluster_pct
  const missing = await overview({ path: { ...path, token_address: 'nothing' } })
  return { clusterPct, shares: shares.data, holders: holders.data, snapshots: moments.data, missing: missing.error?.code }
}
`

export interface Answers {
  readonly clusterPct: number
  readonly shares: unknown
  readonly holders: unknown
  readonly snapshots: unknown
  readonly missing: string
}

/** The answers of the compiled client, and the compiler's output for a wrong use of it. */
export async function callGeneratedClient(
  { url, key }: { readonly url: string; readonly key: string },
  token: StoredToken,
  folder: string,
): Promise<{ readonly answers: Answers; readonly wrongUse: string }> {
  const made = await runTool('openapi-ts', ['-i', join(folder, 'openapi.json'), '-o', 'generated', '-c', '@hey-api/client-fetch'], folder)
  if (made.code !== 0) throw new Error(`no client was generated: ${made.output}`)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'use.ts'), program(token))
  const compiled = await runTool('tsc', [...COMPILE, '--outDir', 'built', 'use.ts'], folder)
  if (compiled.code !== 0) throw new Error(`the client does not compile: ${compiled.output}`)
  await writeFile(join(folder, 'wrong.ts'), program(token).replace('number | undefined', 'string | undefined'))
  const { output: wrongUse } = await runTool('tsc', [...COMPILE, '--noEmit', 'wrong.ts'], folder)
  const { ask } = (await import(pathToFileURL(join(folder, 'built', 'use.js')).href)) as { ask: (url: string, key: string) => Promise<Answers> }
  return { answers: await ask(url, key), wrongUse }
}
