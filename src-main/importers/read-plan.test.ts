import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { percentOf } from '../../src-shared/domain/amount.ts'
import { RECORDED } from '../chains/solana/decode/testing/recorded.ts'
import { AppError } from '../lib/app-error.ts'
import { NO_LIST_OPTIONS } from './lists/list-options.ts'
import type { AnswersPlan, HoldersPlan } from './plans.ts'
import { readPlan } from './read-plan.ts'
import { deriveHoldings as describeHolders } from './maps/derive-holdings.ts'

const sample = (name: string): Uint8Array => readFileSync(new URL(`../../resources/sample/${name}`, import.meta.url))
const fixture = (name: string): Uint8Array => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
const text = (value: unknown): Uint8Array => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

function plan(bytes: Uint8Array, options: { network?: 'sol' | 'eth'; name?: string } = {}) {
  return readPlan({ bytes, network: options.network ?? null, name: options.name ?? 'file.json', waiting: [], list: NO_LIST_OPTIONS })
}
function holders(bytes: Uint8Array, options: { network?: 'sol' | 'eth'; name?: string } = {}): HoldersPlan {
  const found = plan(bytes, options)
  if (found.kind !== 'holder_map' && found.kind !== 'relationship_map') throw new Error(`read as ${found.kind}`)
  return found
}
function answers(bytes: Uint8Array, options: { network?: 'sol' | 'eth'; name?: string } = {}): AnswersPlan {
  const found = plan(bytes, options)
  if (found.kind !== 'node_answers') throw new Error(`read as ${found.kind}`)
  return found
}
function sentence(bytes: Uint8Array, options: { network?: 'sol' | 'eth'; name?: string } = {}): string {
  try {
    plan(bytes, options)
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_error') return error.message
    throw error
  }
  return 'nothing was refused'
}

describe('a holder map with links by index', () => {
  const bome = holders(sample('BOME-ukHH6c7m.json'))
  const holderRows = holders(sample('NOBODY-C29ebrgY.json'))

  it('reads token, network and time', () => {
    expect(bome).toMatchObject({ network: 'sol', token: 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82', name: 'BOOK OF MEME', symbol: 'BOME' })
    expect(bome.takenAt).toBe(Date.UTC(2025, 3, 7, 0, 37, 14) / 1000)
  })

  it('infers decimals and supply from the numbers alone', () => {
    expect(describeHolders(bome, null, 0).info).toMatchObject({ decimals: 6, totalSupply: 68_953_178_793_221_200n, holderCount: null })
    expect(describeHolders(holderRows, null, 0).info).toMatchObject({ decimals: 9, totalSupply: 1_000_000_000_000_000_000n })
  })

  it('reproduces every share of the file', () => {
    const { info, holdings } = describeHolders(bome, null, 0)
    const raws = new Map(holdings.map((row) => [row.address, row.raw]))
    for (const row of bome.holders) expect(percentOf(raws.get(row.address) ?? 0n, info.totalSupply)).toBeCloseTo(row.percentage ?? -1, 10)
  })

  it('keeps amounts beyond 2^53 digit for digit', () => {
    expect(describeHolders(bome, null, 0).holdings[0]?.raw).toBe(18634152700685176n)
  })

  it('adds up the amounts of an owner that is listed twice', () => {
    const twice = describeHolders(holderRows, null, 0).holdings.filter((row) => row.address === '4hR3pq67pBUuHYjwxSfUhjKKJ35aqgrdnwjSkbihx3ii')
    expect(twice).toEqual([{ address: '4hR3pq67pBUuHYjwxSfUhjKKJ35aqgrdnwjSkbihx3ii', raw: 1828956458719660n + 1200000000000000n, verified: false }])
  })

  it('separates links of the native coin, of the token and of other tokens', () => {
    const count = (token: string): number => bome.links.filter((link) => link.token === token).length
    expect([count('native'), count(bome.token), bome.links.length]).toEqual([86, 117, 86 + 117 + 89])
  })

  it('labels the Raydium authority as a pool, although the map flags it as an exchange', () => {
    expect(bome.labels.find((label) => label.name === 'Raydium Authority V4')).toMatchObject({
      tags: ['liquidity_pool'],
      linkPolicy: 'hub',
      source: 'import',
    })
    expect(bome.labels.filter((label) => label.tags.includes('exchange'))).toHaveLength(15)
  })

  it('distinguishes program addresses from wallets by the curve', () => {
    const kind = (address: string): string | undefined => bome.accounts.find((row) => row.address === address)?.kind
    expect(kind('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1')).toBe('contract')
    expect(kind('3gd3dqgtJ4jWfBfLYTX67DALFetjc5iS72sCgRhCkW2u')).toBe('wallet')
  })

  it('shows raw units with a note where the decimals are unknown', () => {
    const map = {
      chain: 'sol',
      token_address: bome.token,
      dt_update: 1743986234,
      nodes: [{ address: bome.token, amount: 250, percentage: 25 }],
      links: [],
    }
    const { info } = describeHolders(holders(text(map)), null, 0)
    expect(info).toMatchObject({ decimals: 0, totalSupply: 1000n })
    expect(info.notes.join(' ')).toContain('raw units')
  })

  it('reads the same from gzip', () => {
    expect(holders(gzipSync(sample('BOME-ukHH6c7m.json')))).toEqual(bome)
  })
})

it('links of a token whose address cannot be read are skipped', () => {
  const map = JSON.parse(Buffer.from(sample('BOME-ukHH6c7m.json')).toString('utf8')) as { token_address: string; token_links: { address: string }[] }
  const renamed = map.token_links.map((group) => (group.address === map.token_address ? group : { ...group, address: '<img src=x>' }))
  const found = holders(text({ ...map, token_links: renamed }))
  expect(new Set(found.links.map(({ token }) => token))).toEqual(new Set(['native', found.token]))
  expect(found.notes).toContain('89 links without two known holders or a readable token were skipped.')
})

describe('a relationship map', () => {
  const name = 'map-ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82.json'
  const map = holders(fixture('relationship-map.json'), { name })

  it('takes the token from the file name when the file does not name it', () => {
    expect(map).toMatchObject({ kind: 'relationship_map', network: 'sol', token: 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82' })
    expect(sentence(fixture('relationship-map.json'))).toContain('put the token address into the file name')
  })

  it('reads amounts in token units and shares as fractions', () => {
    const { info, holdings } = describeHolders(map, null, 0)
    expect(info).toMatchObject({ decimals: 2, totalSupply: 100_000_000_000n })
    expect(holdings.map((row) => row.raw)).toEqual([25_000_000_050n, 10_000_000_000n, 5_000_000_025n])
  })

  it('labels pools and exchanges, and skips relationships without two ends', () => {
    expect(map.labels.map((label) => [label.name, label.tags[0]])).toEqual([
      ['Binance', 'exchange'],
      ['Raydium', 'liquidity_pool'],
    ])
    expect(map.links).toMatchObject([{ forward: 1000.5, backward: 0, token: map.token }])
    expect(map.skipped).toBe(1)
  })

  it('reads which token moved, and skips what it cannot read', () => {
    const facts = JSON.parse(Buffer.from(fixture('relationship-map.json')).toString('utf8')) as { relationships: object[] }
    const [first] = facts.relationships
    const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const relationships = [{ token: 'native' }, { token_address: usdc }, { token: 'SOL' }].map((token) => ({ ...first, ...token }))
    const { links, skipped, notes } = holders(text({ ...facts, relationships }), { name })
    expect([links.map(({ token }) => token), skipped]).toEqual([['native', usdc], 1])
    expect(notes).toContain('1 relationship without an address, a total or a readable token was skipped.')
  })

  it('reads with how many addresses a node dealt, where the map says so', () => {
    expect(map.degrees).toEqual([{ address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', counterparties: 81_342 }])
  })
})

describe('recorded node answers', () => {
  const slot = 'sol-block-254170887.json.gz'

  it('reads a gzipped block and finds its slot in the file name', () => {
    const block = answers(sample(slot), { name: slot })
    expect(block).toMatchObject({ transactions: 333, notes: [] })
    expect(block.trades).toHaveLength(42)
  })

  it('notes an assumed slot when neither file nor name has it', () => {
    expect(answers(sample(slot)).notes).toEqual(['The block does not name its slot; 254170887 follows its parent.'])
  })

  const marked = (content: string): AnswersPlan => answers(Buffer.from(`\uFEFF${content}`))
  const sent = RECORDED.map((one) => JSON.stringify(JSON.parse(one.text)))

  it.each(RECORDED)('reads the same with and without a byte order mark: $name', ({ text: content }) => {
    expect(answers(text(content))).toEqual(marked(content))
  })

  it('reads many from one file, as a list or line by line, with other networks’ among them', () => {
    const list = answers(text(`[${sent.join(',')}]`))
    expect(list.transactions).toBeGreaterThanOrEqual(sent.length)
    expect(answers(text(sent.join('\n')))).toEqual(list)
    expect(marked(sent.join('\n'))).toEqual(list)
    const mixed = answers(text([...sent, JSON.stringify(tx), JSON.stringify(receipt)].join('\n')), { network: 'eth' })
    expect(mixed.transactions).toBe(list.transactions + 1)
    expect(mixed.trades).toHaveLength(list.trades.length + 1)
  })

  /** The decoder does not read this field. */
  const UNREAD_FIELD = '"recentBlockhash":"'
  it('refuses text that is not UTF-8, also in a field that is not read', () => {
    const bytes = Buffer.from(sent.find((one) => one.includes(UNREAD_FIELD)) ?? '')
    bytes[bytes.indexOf(UNREAD_FIELD) + UNREAD_FIELD.length] = 0xff
    expect(sentence(bytes)).toContain('not UTF-8 text')
  })

  const tx = JSON.parse(Buffer.from(fixture('eth-swap.tx.json')).toString()) as { result: Record<string, unknown> }
  const receipt = JSON.parse(Buffer.from(fixture('eth-swap.receipt.json')).toString()) as { result: Record<string, unknown> }
  it.each([
    ['a list of envelopes', [tx, receipt]],
    ['bare answers, receipt first', [receipt.result, tx.result]],
    ['one object with both', { tx: tx.result, receipt: receipt.result }],
    ['NDJSON', `${JSON.stringify(receipt)}\n${JSON.stringify(tx)}\n`],
  ])('pairs EVM answers by hash: %s', (_name, content) => {
    const found = answers(text(content), { network: 'eth' })
    expect(found.transactions).toBe(1)
    expect(found.trades).toMatchObject([
      {
        network: 'eth',
        pool: '0xfc2c6b1952b55f1380c4b502a79748ec009872eb',
        tokenIn: { raw: 2000000000000000n },
        tokenOut: { token: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', raw: 132864306337141678n },
      },
    ])
  })

  it('reads gzipped Sui transactions without a given network', () => {
    const recorded = readFileSync(new URL('../chains/sui/fixtures/swap-multi-dex__3Xshf9j951uxJ8BD/answer.json.gz', import.meta.url))
    const found = answers(recorded)
    expect(found.transactions).toBe(1)
    expect(found.trades.map(({ network, dex, tokenIn, tokenOut }) => [network, dex, tokenIn.raw, tokenOut.raw])).toEqual([
      ['sui', 'deepbook', 13719978000n, 116271000000n],
      ['sui', 'cetus', 116271000000n, 13985437033n],
    ])
  })

  it('keeps an unpaired answer for the next file', () => {
    const half = answers(fixture('eth-swap.tx.json'), { network: 'eth' })
    expect(half).toMatchObject({ transactions: 0, waiting: [{ receipt: undefined }] })
    const whole = readPlan({
      bytes: fixture('eth-swap.receipt.json'),
      network: 'eth',
      name: 'receipt.json',
      waiting: half.waiting,
      list: NO_LIST_OPTIONS,
    })
    expect(whole).toMatchObject({ transactions: 1, waiting: [] })
  })

  it('requires the network of EVM answers without a chain id', () => {
    const { chainId: _unsaid, ...bare } = tx.result
    expect(sentence(text([bare, receipt.result]))).toContain('Choose the network')
  })
})

describe('files that are rejected with one sentence', () => {
  const node = { address: '3gd3dqgtJ4jWfBfLYTX67DALFetjc5iS72sCgRhCkW2u', amount: 1, percentage: 1 }
  it.each([
    ['nothing', text(''), 'The file is empty.'],
    [
      'neither JSON nor a list',
      text('hello'),
      'No column of address, balance was found among "hello". Name the columns: --map address=Holder,balance=Quantity. Expected a CSV',
    ],
    ['a broken line', text('{"a":1}\n{oops\n'), 'Line 2 of the file is not JSON.'],
    ['binary', Uint8Array.from([0xff, 0xfe, 0x00, 0x81]), 'not UTF-8 text'],
    ['cut gzip', gzipSync(Buffer.from('{"nodes":[]}'.repeat(50))).subarray(0, 30), 'incomplete or damaged'],
    ['other JSON', text({ hello: 'world' }), 'none of the supported forms'],
    ['an empty map', text({ chain: 'sol', nodes: [], links: [] }), 'nodes is not valid'],
    [
      'a map of another chain',
      text({ chain: 'ftm', token_address: node.address, nodes: [node], links: [] }),
      'only sol, eth, base, bsc, sui are supported',
    ],
    ['a map without chain', text({ token_address: node.address, nodes: [node], links: [] }), 'does not name its chain'],
    ['a map without token', text({ chain: 'sol', nodes: [node], links: [] }), 'does not name its token'],
    ['a map with a broken token', text({ chain: 'sol', token_address: '0x12', nodes: [node], links: [] }), 'is not valid on sol'],
    ['an incomplete snapshot', text({ token_metadata: {}, timestamp: 1, nodes: [] }), 'looks like a snapshot'],
  ])('%s', (_name, bytes, message) => {
    expect(sentence(bytes)).toContain(message)
  })
})
