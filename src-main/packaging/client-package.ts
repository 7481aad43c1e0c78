import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { build } from 'vite'
import { ROUTES, type RouteDef } from '../../src-shared/contract/routes.ts'
import { STREAMS, type StreamDef } from '../../src-shared/contract/streams.ts'
import { buildOpenApi } from '../server/reference/openapi.ts'
import { collectSchemas, type JsonSchema } from '../lib/json-schemas.ts'

/** The folder of `@holderscope/client`: one file of code, and its types made from the contract. */

export async function writeClientPackage(root: string, folder: string, version: string): Promise<void> {
  const source = join(root, 'src-client')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(source, 'package'), folder, { recursive: true })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
  await bundle(join(source, 'index.ts'), folder)
  for (const name of readdirSync(source)) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'api.ts') writeDeclaration(source, name, folder)
  }
  writeFileSync(join(folder, 'openapi.d.ts'), astToString(await openapiTS(JSON.stringify(describe(version)))))
}

/** Method, unless it is GET, and path of the routes that answer JSON. The prefix of most paths is written as `~`. */
function routePaths(): Record<string, string> {
  const rows = (Object.entries(ROUTES) as [string, RouteDef][]).filter(([, { returns }]) => returns !== null)
  const shortened = rows.map(([id, { method, path }]) => {
    const short = path.replace('/local/v1', '~')
    return [id, method === 'GET' ? short : `${method} ${short}`]
  })
  return Object.fromEntries(shortened)
}

async function bundle(entry: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { ROUTE_PATHS: JSON.stringify(routePaths()) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2024',
      lib: { entry, formats: ['es'], fileName: () => 'index.js' },
      // Vite's own option keeps the whitespace of a library.
      rolldownOptions: { output: { minify: true } },
    },
  })
}

/** Imports in declarations name the compiled file. */
function writeDeclaration(source: string, name: string, folder: string): void {
  const { outputText } = ts.transpileDeclaration(readFileSync(join(source, name), 'utf8'), {
    fileName: name,
    compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext, isolatedDeclarations: true },
  })
  const text = outputText.replace(/^declare const ROUTE_PATHS.*\n/m, '').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
  writeFileSync(join(folder, name.replace(/\.ts$/, '.d.ts')), text)
}

/** The REST description with the data of the streams in addition to the records. */
function describe(version: string): JsonSchema {
  const document = buildOpenApi(version)
  const schemas = collectSchemas('#/components/schemas/')
  const streams = Object.entries(STREAMS) as [string, StreamDef][]
  const properties = Object.fromEntries(streams.map(([name, { data }]) => [name, schemas.of(data)]))
  const components = document['components'] as { readonly schemas: JsonSchema }
  const streamData = { type: 'object', required: Object.keys(properties), properties }
  return { ...document, components: { ...components, schemas: { ...components.schemas, ...schemas.components, StreamData: streamData } } }
}
