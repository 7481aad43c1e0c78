import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, temporaryFolder } from '../fixtures/service.ts'

/**
 * The desktop package, built with a stand-in for Electron's distribution: what is in the archive and beside it, and the fuses. It does not prove
 * that Electron starts it; the release workflow does that on three systems.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const tool = (name: string, ...args: string[]) =>
  run(join(ROOT, 'node_modules/.bin', name), args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, FORCE_COLOR: '0' } })

/** The wire in which fuses are stored: a fixed text, its version, the number of fuses, and one byte each (https://github.com/electron/fuses). */
const FUSE_WIRE = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0008${'0'.repeat(8)}`

/** Writes what a Linux installer registers. The tools that pack one are not installed here. */
const AFTER_PACK = `const { LinuxTargetHelper } = require(${JSON.stringify(join(ROOT, 'node_modules/app-builder-lib/out/targets/LinuxTargetHelper.js'))})
const { copyFileSync, writeFileSync } = require('node:fs')
exports.default = async ({ packager }) => {
  const helper = new LinuxTargetHelper(packager)
  writeFileSync(__dirname + '/desktop-entry', await helper.computeDesktopEntry(packager.platformSpecificBuildOptions))
  copyFileSync(await helper.mimeTypeFiles, __dirname + '/mime-types')
}`

test.describe('the desktop package', () => {
  let folder: string
  let app: string
  let files: readonly string[]

  test.beforeAll(async () => {
    folder = await temporaryFolder()
    const electron = join(folder, 'electron')
    for (const name of ['resources', 'locales', 'default']) await mkdir(join(electron, name), { recursive: true })
    await writeFile(join(electron, 'electron'), `a stand-in ${FUSE_WIRE} for the binary`)
    await chmod(join(electron, 'electron'), 0o755)
    await writeFile(join(electron, 'version'), '45.4.1')
    await writeFile(join(electron, 'default/package.json'), '{}')
    await tool('asar', 'pack', join(electron, 'default'), join(electron, 'resources/default_app.asar'))
    await writeFile(join(folder, 'after-pack.cjs'), AFTER_PACK)
    const options = ['-c.afterPack', join(folder, 'after-pack.cjs'), '-c.electronDist', electron, '-c.directories.output', join(folder, 'dist')]
    await tool('electron-builder', '--linux', 'dir', '--publish', 'never', ...options)
    app = join(folder, 'dist/linux-unpacked')
    files = (await tool('asar', 'list', join(app, 'resources/app.asar'))).stdout.split('\n')
  })
  test.afterAll(() => removeFolder(folder))

  test('has the build, the resources and the packages that run it, and nothing else', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/main/main.js',
        '/out/main/store-worker.js',
        '/out/preload/index.cjs',
        '/out/renderer/index.html',
        '/resources/rules',
        // The tray shows it.
        '/resources/desktop/icon.png',
      ]),
    )
    const top = new Set(files.map((path) => path.split('/')[1]).filter((name) => name !== undefined && name !== ''))
    expect([...top].sort()).toEqual(['node_modules', 'out', 'package.json', 'resources'])
    expect(files.filter((path) => /\.(?:map|tgz)$|^\/node_modules\/(?:electron|vite|typescript|playwright|react)\//.test(path))).toEqual([])
  })

  test('has one file of the updater, which loads with a release feed only, and its settings beside the archive', async () => {
    expect(files.filter((path) => /electron-updater/.test(path))).toEqual([expect.stringMatching(/^\/out\/main\/chunk-electron-updater-[\w-]+\.js$/)])
    expect(await readFile(join(app, 'resources/app-update.yml'), 'utf8')).toContain('updaterCacheDirName: holderscope-updater')
  })

  test('is associated with links of holderscope: and files of .holderscope', async () => {
    const entry = await readFile(join(folder, 'desktop-entry'), 'utf8')
    expect(entry).toContain('MimeType=application/x-holderscope;x-scheme-handler/holderscope;')
    expect(await readFile(join(folder, 'mime-types'), 'utf8')).toContain('<glob pattern="*.holderscope"/>')
  })

  test('has the native module of this system beside the archive', async () => {
    const prebuilds = await readdir(join(app, 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds'))
    expect(prebuilds).toContain('linux-x64.node')
    expect(prebuilds.filter((name) => !name.startsWith('linux'))).toEqual([])
  })

  test('has the fuses set', async () => {
    const { stdout } = await tool('electron-fuses', 'read', '--app', join(app, 'holderscope'))
    const fuses = Object.fromEntries([...stdout.matchAll(/(\w+) is (Enabled|Disabled)/g)].map(([, name, state]) => [name, state]))
    expect(fuses).toEqual({
      RunAsNode: 'Disabled',
      EnableCookieEncryption: 'Enabled',
      EnableNodeOptionsEnvironmentVariable: 'Disabled',
      EnableNodeCliInspectArguments: 'Disabled',
      EnableEmbeddedAsarIntegrityValidation: 'Enabled',
      OnlyLoadAppFromAsar: 'Enabled',
      LoadBrowserProcessSpecificV8Snapshot: 'Disabled',
      GrantFileProtocolExtraPrivileges: 'Disabled',
    })
  })

  test('runs from what it contains', async () => {
    const unpacked = join(folder, 'unpacked')
    await tool('asar', 'extract', join(app, 'resources/app.asar'), unpacked)
    const { stdout } = await run(process.execPath, [
      join(unpacked, 'out/main/cli.js'),
      'doctor',
      '--json',
      '--port',
      '0',
      '--data-dir',
      join(folder, 'data'),
    ])
    expect(JSON.parse(stdout)).toMatchObject({ ok: true })
  })
})
