import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchPublic, isPrivateAddress, PUBLIC_FETCH_LIMITS } from './public-fetch.ts'

/** A hostile host on this machine, over real HTTP. */

const never = new AbortController().signal
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
/** This machine stands in for the public internet; every other private address stays refused. */
const open = { ...PUBLIC_FETCH_LIMITS, refuses: (ip: string) => ip !== '127.0.0.1' && isPrivateAddress(ip) }

describe('fetching an untrusted URL', () => {
  it('returns a small body', async () => {
    const url = await serve((_request, response) => response.end('{"name":"x"}'))
    expect((await fetchPublic(url, never, open)).toString()).toBe('{"name":"x"}')
  })

  it('stops after a megabyte, whatever length is announced', async () => {
    const url = await serve((_request, response) => {
      for (let i = 0; i < 160; i++) response.write(Buffer.alloc(64 * 1024))
      response.end()
    })
    await expect(fetchPublic(url, never, open)).rejects.toThrow('larger than 1048576 bytes')
  })

  it('times out on a body that never ends', async () => {
    const url = await serve((_request, response) => void response.write('{'))
    await expect(fetchPublic(url, never, { ...open, timeoutMs: 80 })).rejects.toThrow('no answer within')
  })

  it('stops a redirect loop', async () => {
    let requests = 0
    const url = await serve((_request, response) => {
      requests += 1
      response.writeHead(302, { location: '/again' }).end()
    })
    await expect(fetchPublic(url, never, open)).rejects.toThrow('too many redirects')
    expect(requests).toBe(4)
  })

  it.each(['http://169.254.169.254/latest', 'http://10.0.0.1/', 'http://[::1]/', 'file:///etc/passwd', 'http://user:pw@203.0.114.1/'])(
    'a redirect to %s is not followed',
    async (location) => {
      const url = await serve((_request, response) => response.writeHead(302, { location }).end())
      await expect(fetchPublic(url, never, open)).rejects.toThrow(/not fetched/)
    },
  )

  it('a name that resolves to this machine is refused', async () => {
    let asked = 0
    const url = await serve((_request, response) => {
      asked += 1
      response.end('secret')
    })
    await expect(fetchPublic(url.replace('127.0.0.1', 'localhost'), never)).rejects.toThrow()
    await expect(fetchPublic(url, never)).rejects.toThrow('private addresses are not fetched')
    expect(asked).toBe(0)
  })
})

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fc00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    'nonsense',
    // Blocks of IANA's registries of special-purpose addresses.
    '0.1.2.3',
    '192.0.0.9',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.175.48.1',
    '198.18.0.1',
    '203.0.113.1',
    '240.0.0.1',
    '255.255.255.255',
    '::2',
    '::8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:1::1',
    '2001:2::1',
    '2001:20::1',
    '2001:db8::1',
    '2002::1',
    '2620:4f:8000::1',
    '3fff::1',
    '5f00::1',
    'fec0::1',
    'ff02::1',
  ])('%s is private', (ip) => expect(isPrivateAddress(ip)).toBe(true))
  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (ip) => expect(isPrivateAddress(ip)).toBe(false))
})
