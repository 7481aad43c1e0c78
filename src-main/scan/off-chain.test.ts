import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metadataPlace, NOTHING_OFF_CHAIN, readOffChain, webAddress } from './off-chain.ts'

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

describe('where metadata lies', () => {
  it('in the address itself, plain or base64', () => {
    const plain = metadataPlace('data:application/json,%7B%22image%22%3A%22https%3A%2F%2Fa.example%2Fx.png%22%7D')
    expect(plain?.kind === 'inline' && readOffChain(plain.bytes).logo).toBe('https://a.example/x.png')
    const packed = metadataPlace(`data:application/json;base64,${json({ twitter: 'https://x.example/a' }).toString('base64')}`)
    expect(packed?.kind === 'inline' && readOffChain(packed.bytes).socials).toEqual([{ type: 'twitter', url: 'https://x.example/a' }])
  })

  it('on the web, ipfs through a gateway', () => {
    expect(metadataPlace('ipfs://bafkreihd/1.json')).toEqual({ kind: 'web', url: 'https://ipfs.io/ipfs/bafkreihd/1.json' })
    expect(metadataPlace('https://a.example/m.json')).toEqual({ kind: 'web', url: 'https://a.example/m.json' })
  })

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,<script>',
    'ftp://a/',
    'ipfs://../../etc',
    '',
    'x'.repeat(5_000),
    'https://me:pw@a.example/',
  ])('not at %s', (uri) => expect(metadataPlace(uri)).toBeNull())
})

describe('what it may say', () => {
  it('a logo and links, in either form', () => {
    expect(readOffChain(json({ image: 'ipfs://bafy', extensions: { website: 'https://w.example', telegram: 'https://t.example/a' } }))).toEqual({
      logo: 'https://ipfs.io/ipfs/bafy',
      socials: [
        { type: 'website', url: 'https://w.example/' },
        { type: 'telegram', url: 'https://t.example/a' },
      ],
    })
  })

  it('links that do not work hide none that do', () => {
    const first = { twitter: 'https://x.example/a', website: '', external_url: 'https://e.example', discord: 'javascript:alert(1)' }
    const second = { twitter: 5, website: 'https://w.example', telegram: '', discord: 'https://d.example/a' }
    expect(readOffChain(json({ ...first, extensions: second })).socials).toEqual([
      { type: 'website', url: 'https://w.example/' },
      { type: 'twitter', url: 'https://x.example/a' },
      { type: 'discord', url: 'https://d.example/a' },
    ])
    expect(readOffChain(json({ ...first, extensions: {} })).socials).toEqual([
      { type: 'website', url: 'https://e.example/' },
      { type: 'twitter', url: 'https://x.example/a' },
    ])
  })

  it('scripts, objects and lies are left out', () => {
    expect(readOffChain(json({ image: 'javascript:alert(1)', twitter: { toString: 1 }, website: 7, extensions: 'x' }))).toEqual(NOTHING_OFF_CHAIN)
    expect(readOffChain(Buffer.from('[['.repeat(1_000)))).toEqual(NOTHING_OFF_CHAIN)
  })

  it('any JSON is read to an end, and only web addresses come out', () => {
    const scheme = fc.constantFrom(
      'https://',
      'http://',
      'ipfs://',
      'ipfs://ipfs/',
      'javascript:',
      'data:text/html,',
      'file:///',
      '//',
      'https://me:pw@',
      '',
    )
    const link = fc.oneof(
      fc.webUrl(),
      fc.tuple(scheme, fc.string()).map((parts) => parts.join('')),
      fc.jsonValue(),
    )
    const links = { website: link, external_url: link, twitter: link, telegram: link, discord: link }
    const document = fc.record(
      { image: link, ...links, extensions: fc.oneof(fc.record(links, { requiredKeys: [] }), fc.jsonValue()) },
      { requiredKeys: [] },
    )
    let addresses = 0
    fc.assert(
      fc.property(fc.oneof(document, fc.jsonValue()), (value) => {
        const { logo, socials } = readOffChain(json(value))
        const urls = [logo, ...socials.map(({ url }) => url)].filter((url) => url !== null)
        expect(urls.map(webAddress)).toEqual(urls)
        addresses += urls.length
      }),
    )
    expect(addresses).toBeGreaterThan(10)
  })
})
