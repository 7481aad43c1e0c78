import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { downloadElectron, type Download } from './download.ts'
import { failedRecently, findExecutable, forgetFailure, rememberFailure, versionOf } from './electron-package.ts'

/** Electron's own installer against a mirror on this machine. The archive is a stand-in: nothing here starts a real Electron. */

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const ARCHIVE = zipOf('electron', 'a stand-in for the executable')
const IDLE_MS = 1_500

/** A zip archive with one stored file (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7, 4.3.12 and 4.3.16). */
function zipOf(name: string, text: string): Buffer {
  const [file, data] = [Buffer.from(name), Buffer.from(text)]
  const common = Buffer.alloc(26)
  common.writeUInt16LE(10, 0)
  common.writeUInt32LE(crc32(data), 10)
  common.writeUInt32LE(data.length, 14)
  common.writeUInt32LE(data.length, 18)
  common.writeUInt16LE(file.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, file, data])
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, Buffer.alloc(14), file])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

describe('downloading Electron', () => {
  let root: string
  let folder: string
  let mirror: Server
  let archive: RequestListener
  let checksum: string
  const requested: string[] = []

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'holderscope-test-'))
    // Other tests download as well, and their temporary folders are not this test's.
    vi.stubEnv('TMPDIR', root)
    folder = join(root, 'node_modules', 'electron')
    mkdirSync(folder, { recursive: true })
    for (const name of ['package.json', 'install.js', 'checksums.json']) cpSync(join(MODULES, 'electron', name), join(folder, name))
    for (const scope of ['@electron', '@electron-internal']) symlinkSync(join(MODULES, scope), join(root, 'node_modules', scope))
    archive = (_request, response) => response.end(ARCHIVE)
    checksum = createHash('sha256').update(ARCHIVE).digest('hex')
    requested.length = 0
    mirror = createServer((request, response) => {
      const name = request.url?.split('/').at(-1) ?? ''
      requested.push(name)
      if (name !== 'SHASUMS256.txt') return archive(request, response)
      response.end(`${checksum} *electron-v${versionOf(folder)}-${process.platform}-${process.arch}.zip\n`)
    })
    await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    mirror.closeAllConnections()
    mirror.close()
    await rm(root, { recursive: true, force: true })
  })

  const bytes: number[] = []
  function download(cancelled = new AbortController().signal): Promise<Download> {
    const env = {
      ...process.env,
      ELECTRON_MIRROR: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`,
      electron_config_cache: join(root, 'cache'),
      electron_use_remote_checksums: '1',
    }
    return downloadElectron({ folder, env, idleMs: IDLE_MS, cancelled, onBytes: (count) => bytes.push(count) })
  }

  it('yields the executable, and takes it from the cache the next time', async () => {
    const path = join(folder, 'dist', 'electron')
    expect(await download()).toEqual({ path })
    expect(findExecutable(folder)).toBe(path)
    await rm(join(folder, 'dist'), { recursive: true })
    expect(findExecutable(folder)).toBeNull()
    expect(await download()).toEqual({ path })
    expect(requested.filter((name) => name.endsWith('.zip'))).toHaveLength(1)
  })

  it.each<[string, () => void, RegExp]>([
    ['with another checksum', () => (checksum = '0'.repeat(64)), /^Electron could not be downloaded \(.*checksum/i],
    [
      'that the mirror does not have',
      () => (archive = (_request, response) => response.writeHead(404).end()),
      /^Electron could not be downloaded \(.*404/,
    ],
    ['that is cut off', () => (archive = cutOff), /^Electron could not be downloaded \(/],
    ['that never arrives', () => (archive = () => undefined), /^no further byte of Electron arrived for 2 seconds$/],
    ['that stops in the middle', () => (archive = stall), /^no further byte of Electron arrived for 2 seconds$/],
  ])('of an archive %s ends with the reason and installs nothing', async (_what, change, reason) => {
    change()
    const before = temporaryFolders()
    expect(await download()).toEqual({ reason: expect.stringMatching(reason) as string, isCancelled: false })
    expect(findExecutable(folder)).toBeNull()
    expect(temporaryFolders()).toEqual(before)
  })

  it('ends when the user does not want to wait', async () => {
    const controller = new AbortController()
    archive = () => controller.abort()
    expect(await download(controller.signal)).toMatchObject({ isCancelled: true })
  })

  it('is not tried again for a day after a failure', () => {
    const now = Date.UTC(2026, 0, 1)
    expect(failedRecently(folder, now)).toBe(false)
    rememberFailure(folder, now)
    expect(failedRecently(folder, now + 86_399_999)).toBe(true)
    expect(failedRecently(folder, now + 86_400_000)).toBe(false)
    forgetFailure(folder)
    expect(failedRecently(folder, now)).toBe(false)
    expect(existsSync(folder)).toBe(true)
  })

  const half = ARCHIVE.subarray(0, ARCHIVE.length / 2)
  const cutOff: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': ARCHIVE.length })
    response.write(half, () => response.destroy())
  }
  const stall: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': ARCHIVE.length })
    response.write(half)
  }
})

const temporaryFolders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('holderscope-electron-'))
