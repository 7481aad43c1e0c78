import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import packageJson from '../../package.json' with { type: 'json' }
import type * as Client from '../../src-client/index.ts'
import { packageFolder, packedFiles } from '../fixtures/installed-package.ts'
import { BOME, expect, test } from '../fixtures/page.ts'
import { removeFolder, temporaryFolder } from '../fixtures/service.ts'

/** The files of the packed client. `client-package.spec.ts` installs it and follows a node with it. */

const folder = packageFolder('client')
const packed = packedFiles(/^holderscope-client-/)
const text = (path: string): string => readFileSync(join(folder, path), 'utf8')
const MAX_BYTES = 15_000

/** The faults that the compiler finds in files of a project that has the package among its modules. */
async function compile(files: Readonly<Record<string, string>>): Promise<string[]> {
  const project = await temporaryFolder()
  const modules = join(project, 'node_modules', '@holderscope')
  mkdirSync(modules, { recursive: true })
  symlinkSync(folder, join(modules, 'client'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  for (const [name, source] of Object.entries(files)) writeFileSync(join(project, name), source)
  const options: ts.CompilerOptions = {
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, types: [] },
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'] },
    // Skips the language's own declarations, which take most of the time.
    skipDefaultLibCheck: true,
  }
  const program = ts.createProgram(
    Object.keys(files).map((name) => join(project, name)),
    options,
  )
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, start = 0 }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1
    return `${basename(file?.fileName ?? '')}:${line}`
  })
  await removeFolder(project)
  return faults
}

const WRONG = `import { connect } from '@holderscope/client'
const holderscope = connect()
export const { value } = await holderscope.call('overview', { params: { network: 'doge', token_address: '' } })
export const text: string = value.cluster_pct
holderscope.call('why', { params: { network: 'sol', token_address: '' }, query: { a: 1, b: '' } })
holderscope.subscribe({ network: 'sol', address: '', stream: 'whales' }, () => undefined)`

test.describe('the packed client', () => {
  test('is one small file of code without dependencies, with its types, examples, README and licence', () => {
    const types = packed.filter((path) => path.endsWith('.d.ts'))
    const examples = ['examples/browser.ts', 'examples/node.ts', 'examples/python.py']
    expect(packed).toEqual([...types, ...examples, 'index.js', 'package.json', 'README.md', 'LICENSE'].sort())
    const manifest = JSON.parse(text('package.json')) as Record<string, unknown>
    expect(manifest).toMatchObject({ name: '@holderscope/client', version: packageJson.version, types: './index.d.ts' })
    expect(Object.keys(manifest).filter((name) => /ependencies|scripts/.test(name))).toEqual([])
    expect(manifest['exports']).toEqual({ '.': { types: './index.d.ts', default: './index.js' } })
    expect(statSync(join(folder, 'index.js')).size).toBeLessThan(MAX_BYTES)
    expect(ts.preProcessFile(text('index.js'), true, true).importedFiles).toEqual([])
    for (const path of types)
      for (const { fileName } of ts.preProcessFile(text(path)).importedFiles)
        expect(existsSync(join(folder, dirname(path), fileName.replace(/^(\.\/.*)\.js$/, '$1.d.ts'))), `${path} imports ${fileName}`).toBe(true)
  })

  test('has types that its examples fit, and that stop wrong code', async () => {
    const examples = Object.fromEntries(['node.ts', 'browser.ts'].map((name) => [name, text(`examples/${name}`)]))
    expect(await compile({ ...examples, 'wrong.ts': WRONG })).toEqual(['wrong.ts:3', 'wrong.ts:4', 'wrong.ts:5', 'wrong.ts:6'])
  })

  test('reads and posts by the names of the routes of a running service', async ({ service }) => {
    const { connect } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as typeof Client
    const client = connect({ url: service.url, key: service.key })
    const { value } = await client.call('overview', { params: { network: 'sol', token_address: BOME } })
    expect(value).toEqual(await service.json(`/dex-metrics/v1/sol/${BOME}`))
    const rule = { name: null, enabled: true, quiet_seconds: 0, notice: false, webhook_url: null, condition: { kind: 'score_falls', by: 1 } } as const
    const trial = await client.call('testWatchRule', { body: { ...rule, subject: { kind: 'token', network: 'sol', token_address: BOME } } })
    expect(trial.value.to - trial.value.from).toBe(30 * 86_400)
  })
})
