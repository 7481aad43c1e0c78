import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import ts from 'typescript'
import packageJson from '../../package.json' with { type: 'json' }
import { packageFolder, packedFiles } from '../fixtures/installed-package.ts'
import { expect, test } from '../fixtures/page.ts'

/** The files of the packed command line. `cli-package.spec.ts` installs it from the registry and serves with it. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = packageFolder('cli')
const packed = packedFiles(/^holderscope-\d/)
const text = (path: string): string => readFileSync(join(folder, path), 'utf8')
const under = (path: string): string[] => packed.filter((file) => file.startsWith(path))
const filesOf = (path: string): string[] => globSync('**', { cwd: path }).filter((file) => statSync(join(path, file)).isFile())

/** The files that a file imports or starts as threads, directly or not, and the packages that they import. */
function reachedFrom(entry: string): { readonly files: string[]; readonly packages: string[] } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (name: string): void => {
    if (files.has(name)) return
    files.add(name)
    const source = text(`out/main/${name}`)
    for (const [, worker] of source.matchAll(/workerUrl\(import\.meta\.url, "[^"]+", "([^"]+)"\)/g)) visit(`${worker}.js`)
    for (const { fileName } of ts.preProcessFile(source, true, true).importedFiles) {
      if (fileName.startsWith('./')) visit(fileName.slice(2))
      else if (!builtinModules.includes(fileName.replace(/^node:/, ''))) packages.add(fileName.split('/', fileName.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  visit(entry)
  return { files: [...files].sort(), packages: [...packages] }
}

test.describe('the packed command line', () => {
  test('has a manifest with what runs it, and nothing that builds it', () => {
    const { name, version, description, license, type, bin, dependencies } = packageJson
    expect(JSON.parse(text('package.json'))).toEqual({
      ...{ name, version, description, license, type, bin, dependencies },
      engines: { node: '>=22' },
    })
    expect(text(bin.holderscope)).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  test('has every file that its entry can reach, no other code, and only packages of its manifest', () => {
    const { files, packages } = reachedFrom('cli.js')
    expect(under('out/main/')).toEqual(files.map((name) => `out/main/${name}`))
    expect(files.filter((name) => name.endsWith('-worker.js')).length).toBeGreaterThan(10)
    expect(packages.filter((name) => !(name in packageJson.dependencies))).toEqual([])
  })

  test('has the page, the resources, the README and the licence as they are here', () => {
    const resources = filesOf(join(ROOT, 'resources')).filter((path) => !path.startsWith('screenshots/'))
    const page = filesOf(join(ROOT, 'out/renderer'))
    const others = [...resources.map((path) => `resources/${path}`), ...page.map((path) => `out/renderer/${path}`), 'README.md', 'LICENSE']
    expect(packed.filter((path) => !path.startsWith('out/main/'))).toEqual([...others, 'package.json'].sort())
    for (const path of others) expect(readFileSync(join(folder, path)).equals(readFileSync(join(ROOT, path))), path).toBe(true)
    for (const [, asset] of text('out/renderer/index.html').matchAll(/(?:src|href)="(\/[^"]+)"/g))
      expect(existsSync(join(folder, 'out/renderer', asset ?? '')), asset).toBe(true)
  })

  test('has the texts of the page in each encoding of the service', () => {
    const texts = under('out/renderer/assets/').filter((path) => /\.(?:js|css)$/.test(path) && text(path).length > 1024)
    expect(texts.length).toBeGreaterThan(20)
    for (const path of texts) {
      expect(brotliDecompressSync(readFileSync(join(folder, `${path}.br`))).toString(), path).toBe(text(path))
      expect(gunzipSync(readFileSync(join(folder, `${path}.gz`))).toString(), path).toBe(text(path))
    }
  })

  test('names no folder of the machine that built it', () => {
    const home = ROOT.replace(/\/$/, '')
    expect(packed.filter((path) => readFileSync(join(folder, path)).includes(home))).toEqual([])
  })

  test('decodes a recorded block', () => {
    const block = under('resources/sample/sol-block')[0] ?? ''
    const cli = join(folder, packageJson.bin.holderscope)
    const lines = execFileSync(process.execPath, [cli, 'decode', 'sol', join(folder, block)], { encoding: 'utf8', maxBuffer: 1 << 28 })
    expect(JSON.parse(lines.slice(0, lines.indexOf('\n')))).toMatchObject({ kind: 'trade' })
  })
})
