import { describe, expect, it } from 'vitest'
import { linkTo, parseArguments, parseTarget } from './targets.ts'

const MINT = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'

describe('a link of our protocol', () => {
  it('opens a token', () => {
    expect(parseTarget(`holderscope://token/sol/${MINT}`, '/')).toEqual({ kind: 'page', path: `/t/sol/${MINT}` })
    expect(parseTarget('HOLDERSCOPE://token/eth/0x6982508145454Ce325dDbE47a25d4ec3d2311933', '/')).toEqual({
      kind: 'page',
      path: '/t/eth/0x6982508145454ce325ddbe47a25d4ec3d2311933',
    })
    const coin = '0x0000000000000000000000000000000000000000000000000000000000000002::sui::SUI'
    expect(parseTarget(`holderscope://token/sui/${coin}`, '/')).toEqual({ kind: 'page', path: `/t/sui/${encodeURIComponent(coin)}` })
  })

  it('opens a case', () => {
    const id = '0b0f7e2c-4f3f-4a54-9a2c-6b8b9f5d2e10'
    expect(parseTarget(`holderscope://case/${id}`, '/')).toEqual({ kind: 'page', path: `/cases/${id}` })
  })

  it('is made from a page and leads back to it', () => {
    for (const path of [`/t/sol/${MINT}`, '/cases/0b0f7e2c-4f3f-4a54-9a2c-6b8b9f5d2e10']) {
      expect(parseTarget(linkTo(path), '/')).toEqual({ kind: 'page', path })
    }
  })

  it.each([
    'holderscope://case/../settings',
    'holderscope://case/0b0f7e2c-4f3f-4a54-9a2c-6b8b9f5d2e10/more',
    'holderscope://case/',
    'holderscope://token/doge/D6',
    `holderscope://token/eth/${MINT}`,
    `holderscope://token/sol/${MINT}/more`,
    `holderscope://token/sol/${MINT}%2F..%2Fsettings`,
    'holderscope://token/sol/%E0%A4%A',
    'holderscope://settings/',
    `holderscope:token/sol/${MINT}`,
    `holderscope://token/sol/${'1'.repeat(5_000)}`,
  ])('%s is ignored', (link) => {
    expect(parseTarget(link, '/')).toBeNull()
  })
})

describe('arguments', () => {
  it('are files, from the working directory of their process', () => {
    expect(parseArguments(['electron', '/app', 'map.json', '/tmp/other.csv'], false, '/home/me')).toEqual([
      { kind: 'file', file: '/home/me/map.json' },
      { kind: 'file', file: '/tmp/other.csv' },
    ])
    expect(parseArguments(['holderscope', 'map.json'], true, '/home/me')).toEqual([{ kind: 'file', file: '/home/me/map.json' }])
  })

  it('that are flags, links of other protocols or empty are ignored', () => {
    const argv = ['holderscope', '--inspect', '', 'https://example.com/', 'javascript:alert(1)', 'file:///etc/passwd']
    expect(parseArguments(argv, true, '/')).toEqual([])
  })
})
