import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { SourceAnswer } from '../../chains/security/facts.ts'
import { CONFIG_FILE } from '../../config/config-file.ts'
import { loadConfig, type Flags } from '../../config/config.ts'
import { createLogger } from '../../lib/logger.ts'
import { createServices, type Services } from './services.ts'
import { openLocalService, sourcifyAnswer, type LocalAnswer, type LocalService } from './testing/local-service.ts'

/**
 * Real settings files, and real HTTP to a local server that answers as Sourcify, Etherscan and Birdeye document. No request leaves this machine, so
 * these tests do not show that the services still answer this way.
 */

const TOKEN = trustedAddress(`0x${'ab'.repeat(20)}`)
const CREATOR = `0x${'cd'.repeat(20)}`
const ETH: TokenKey = { network: 'eth', address: TOKEN }
const SOL: TokenKey = { network: 'sol', address: trustedAddress('9a9RqHn6YjmhX4Z9cEZ7qLjtfhy4JtC4SVCoaap49A1R') }
const SOL_CREATOR = 'Gy3FSu2aeTpVz8XHzTS8be6EhUQcZmh8bS5F6HdQ8GiU'
const never = new AbortController().signal

let dataDir: string
let local: LocalService
let answer: (url: URL) => LocalAnswer
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'holderscope-services-'))
  local = await openLocalService((url) => answer(url))
})
afterEach(async () => {
  await local.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const logger = createLogger('silent')
const open = async (flags: Flags = {}, env: Record<string, string> = {}): Promise<Services> =>
  createServices({ config: await loadConfig({ ...flags, dataDir }, env), logger })

describe('verified source from Sourcify', () => {
  const readSource = async (): Promise<SourceAnswer | undefined> =>
    (await open({ service: [`sourcify=${local.url}/server`] })).source('eth')?.(TOKEN, never)

  it('comes with the canonical signatures of the functions in the ABI', async () => {
    const pair = { type: 'tuple[2]', components: [{ type: 'address' }, { type: 'uint256' }] }
    const fn = (name: string, inputs: unknown[], stateMutability = 'nonpayable') => ({ type: 'function', name, inputs, outputs: [], stateMutability })
    const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => ({ type: 'tuple', components: [inner] }), { type: 'bool' })
    const abi = [
      fn('mint', [{ type: 'address' }, { type: 'uint256' }]),
      fn('owner', [], 'view'),
      fn('pay', [pair]),
      fn('deep', [deep]),
      fn('<script>', []),
      ...['uint7', 'uint264', 'bytes33', 'bytes0', 'tuple<x>', 'int'].map((type) => fn('odd', [{ type }])),
      { type: 'event', name: 'Transfer', inputs: [] },
      7,
    ]
    answer = (url) => sourcifyAnswer(url, abi, 'exact_match')
    const functions = [
      { signature: 'mint(address,uint256)', reads: false },
      { signature: 'owner()', reads: true },
      { signature: 'pay((address,uint256)[2])', reads: false },
    ]
    expect(await readSource()).toEqual({ verified: true, exact: true, service: new URL(local.url).host, functions })
    expect(local.requests.map(({ url }) => url.pathname + url.search)).toEqual([`/server/v2/contract/1/${TOKEN}?fields=abi`])
  })

  it('is missing where the service does not know the contract', async () => {
    answer = (url) => sourcifyAnswer(url, null, null)
    expect(await readSource()).toEqual({ verified: false, service: new URL(local.url).host })
  })

  it.each<[string, () => LocalAnswer, RegExp]>([
    ['a 404 of another server', () => ({ status: 404, body: { message: 'no such page' } }), /answered with status 404, and not about this contract/],
    ['an answer about another contract', () => sourcifyAnswer(new URL(`http://x/v2/contract/1/${CREATOR}`), [], 'match'), /not about this contract/],
    ['a refusal', () => ({ status: 429, body: { customCode: 'too_many_requests', message: 'x', errorId: 'y' } }), /answered with status 429/],
    ['a redirect', () => ({ raw: (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end() }), /could not be reached/],
    ['an oversized body', () => ({ raw: (response) => response.end('['.repeat(2 * 1024 * 1024)) }), /answered more than/],
    ['a body that is not JSON', () => ({ raw: (response) => response.end('<html>') }), /not about this contract/],
    ['a dropped connection', () => ({ raw: (response) => response.destroy() }), /could not be reached/],
  ])('is unknown after %s', async (_, given, why) => {
    answer = given
    expect(await readSource()).toEqual({ verified: null, why: expect.stringMatching(why) })
  })

  it('is not queried without a service, or for a network that the service does not support', async () => {
    expect((await open()).source('eth')).toBeNull()
    expect((await open({ service: [`sourcify=${local.url}`] })).source('sol')).toBeNull()
    expect(local.requests).toEqual([])
  })
})

describe('a creator', () => {
  const etherscan = (creator: string): LocalAnswer => ({
    body: { status: '1', message: 'OK', result: [{ contractAddress: TOKEN, contractCreator: creator, txHash: '0x1', blockNumber: '1' }] },
  })
  const birdeye = (owner: string): LocalAnswer => ({
    body: { success: true, data: { tokenAddress: SOL.address, owner, txHash: 'x', slot: 1, decimals: 6 } },
  })

  it('is read from Etherscan with the key that the owner set, and cached', async () => {
    answer = () => etherscan(CREATOR)
    const services = await open({ service: [`etherscan=${local.url}/v2/api`] }, { HOLDERSCOPE_SERVICE_KEY_ETHERSCAN: 'secret' })
    expect(await services.creator(ETH, never)).toEqual({ creator: CREATOR, source: `Etherscan v2 (${new URL(local.url).host})` })
    const query = 'chainid=1&module=contract&action=getcontractcreation'
    expect(local.requests[0]?.url.href).toBe(`http://service/v2/api?${query}&contractaddresses=${TOKEN}&apikey=secret`)
    await services.creator(ETH, never)
    expect(local.requests).toHaveLength(1)
  })

  it('is read from Birdeye for Solana', async () => {
    answer = () => birdeye(SOL_CREATOR)
    const services = await open({ service: [`birdeye=${local.url}`] }, { HOLDERSCOPE_SERVICE_KEY_BIRDEYE: 'secret' })
    expect(await services.creator(SOL, never)).toEqual({ creator: SOL_CREATOR, source: `Birdeye (${new URL(local.url).host})` })
    const [first] = local.requests
    expect(first?.url.href).toBe(`http://service/defi/token_creation_info?address=${SOL.address}`)
    expect(first?.headers).toMatchObject({ 'x-chain': 'solana', 'x-api-key': 'secret' })
  })

  it('is read from the next service where the first fails, names none, or names no address', async () => {
    for (const first of [
      { status: 500, body: {} },
      { body: { status: '0', message: 'NOTOK', result: 'No data' } },
      etherscan('javascript:alert(1)'),
    ]) {
      answer = ({ pathname }) => (pathname === '/v2/api' ? first : { body: { success: true, data: { tokenAddress: TOKEN, owner: CREATOR } } })
      const services = await open({ service: [`etherscan=${local.url}/v2/api`, `birdeye=${local.url}`] })
      expect((await services.creator(ETH, never))?.source).toMatch(/^Birdeye/)
    }
  })

  it('stays unknown where every service fails, and is not queried where none is set', async () => {
    answer = () => ({ raw: (response) => response.destroy() })
    expect(await (await open({ service: [`etherscan=${local.url}`] })).creator(ETH, never)).toBeNull()
    const before = local.requests.length
    expect(await (await open()).creator(ETH, never)).toBeNull()
    expect(await (await open({ service: [`etherscan=${local.url}`] })).creator(SOL, never)).toBeNull()
    expect(local.requests).toHaveLength(before)
  })
})

describe('services set while Holderscope runs', () => {
  const settings = (): unknown => JSON.parse(readFileSync(join(dataDir, CONFIG_FILE), 'utf8'))

  it('are stored for the owner alone, with keys in a file of their own, and loaded by the next start', async () => {
    const services = await open()
    await services.change('etherscan', { url: ' https://api.etherscan.io/v2/api ', key: 'secret' })
    expect(settings()).toEqual({ services: { etherscan: 'https://api.etherscan.io/v2/api' } })
    expect(statSync(join(dataDir, 'service-keys.json')).mode & 0o777).toBe(0o600)
    const shown = { endpoint: 'https://api.etherscan.io', hasKey: true, setBy: 'file' }
    expect([services.shown('etherscan'), (await open()).shown('etherscan')]).toEqual([shown, shown])
  })

  it('keep a key for the same host only, and delete it with the service', async () => {
    const services = await open()
    await services.change('etherscan', { url: 'https://a.example/api', key: 'secret' })
    await services.change('etherscan', { url: 'https://a.example/v2/api' })
    expect(services.shown('etherscan').hasKey).toBe(true)
    await services.change('etherscan', { url: 'https://b.example/api' })
    expect(services.shown('etherscan').hasKey).toBe(false)
    await services.change('etherscan', { url: null })
    expect(services.shown('etherscan')).toEqual({ endpoint: null, hasKey: false, setBy: null })
    expect(readFileSync(join(dataDir, 'service-keys.json'), 'utf8')).toBe('{}\n')
  })

  it.each(['http://api.example/', 'ftp://x', 'not a URL'])('reject %s', async (url) => {
    await expect((await open()).change('sourcify', { url })).rejects.toMatchObject({ code: 'validation_error' })
    await expect(open({ service: [`sourcify=${url}`] })).rejects.toThrow(/"services\.sourcify"/)
  })

  it('are not changed where a variable overrides the file', async () => {
    const services = await open({}, { HOLDERSCOPE_SERVICE_SOURCIFY: local.url })
    await expect(services.change('sourcify', { url: null })).rejects.toThrow(/was set by HOLDERSCOPE_SERVICE_SOURCIFY/)
  })
})
