import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/** The folder of the package `holderscope`: the built command line and page, without Electron and without anything to build. */

/** The entry of the window and its updater, source maps, compiled code of this machine, and images of the README. */
const LEFT_OUT = /^(main\.js|compile-cache|chunk-electron-updater-.*|.*\.map|screenshots)$/

export function writeCliPackage(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const filter = (path: string): boolean => !LEFT_OUT.test(basename(path))
  for (const part of ['out/main', 'out/renderer', 'resources', 'README.md', 'LICENSE']) {
    cpSync(join(root, part), join(folder, part), { recursive: true, filter })
  }
  const { name, version, description, license, type, bin, dependencies } = packageJson
  const manifest = { name, version, description, license, type, bin, engines: { node: '>=22' }, dependencies }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
