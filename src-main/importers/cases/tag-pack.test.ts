import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TAG_EFFECTS, TAG_KINDS } from '../../../src-shared/domain/cases/claim-lists.ts'
import type { CaseTag } from '../../../src-shared/domain/cases/claims.ts'
import { tagPackText } from '../../../src-shared/domain/cases/tag-pack.ts'
import { readTagPack } from './tag-pack.ts'

const ADDRESS = '0x6982508145454ce325ddbe47a25d4ec3d2311933'
const said = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '' && !text.includes('\0'))

describe('tags as a TagPack', () => {
  it('are read back as they were written', () => {
    const tag = fc.record<CaseTag>({
      network: fc.constantFrom('eth', 'base', 'bsc', 'evm'),
      address: fc.constant(ADDRESS),
      name: said.map((text) => text.trim()),
      kind: fc.constantFrom(...TAG_KINDS),
      effect: fc.constantFrom(...TAG_EFFECTS),
      note: fc.option(said),
      source: fc.option(said),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    })
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 5 }), said, (tags, title) => {
        // JSON has no -0.
        const written = tags.map((one) => ({ ...one, confidence: one.confidence === 0 ? 0 : one.confidence }))
        expect(readTagPack(tagPackText(title, written))).toEqual({ tags: written, leftOut: 0 })
      }),
    )
  })

  it('say what others read too: the category of an exchange, and the network of all EVM networks', () => {
    const tag = { network: 'evm', address: ADDRESS, name: 'A', effect: 'none', note: null, source: null, confidence: null } as const
    const [exchange, suspect] = (['exchange', 'suspect'] as const).map((kind) => tagPackText('Case', [{ ...tag, kind }]).split('\n'))
    expect(exchange?.slice(0, 10)).toEqual([
      ...['title: "Case"', 'creator: "Holderscope"', 'confidence: forensic_investigation', 'tags:', `- address: "${ADDRESS}"`, '  label: "A"'],
      ...['  source: "Private tag without a source"', '  network: "ETH"', '  currency: "ETH"', '  category: "exchange"'],
    ])
    expect(suspect?.filter((line) => line.includes('category'))).toEqual([])
  })

  it('of others take their common fields from the header, and leave out what is on other blockchains', () => {
    const text = `
title: Test
creator: Somebody
confidence: web_crawl
currency: ETH
source: https://example.org
tags:
- address: ${ADDRESS.toUpperCase().replace('0X', '0x')}
  label: 0123
  category: exchange
- {address: '${ADDRESS}', label: Thief, abuse: scam, network: BSC, source: ''}
- {address: 1Archive1n2C579dMsAu3iC6tWzuQJz8dN, label: Archive, currency: BTC}
- {tx_hash: '0xab', label: A transaction}
- address: So11111111111111111111111111111111111111112
  label: Miner
  network: sol
  concepts: [miner]
`
    const rest = { effect: 'none', note: null, source: 'https://example.org', confidence: 0.2 }
    expect(readTagPack(text)).toEqual({
      tags: [
        { network: 'eth', address: ADDRESS, name: '0123', kind: 'exchange', ...rest },
        { network: 'bsc', address: ADDRESS, name: 'Thief', kind: 'suspect', ...rest, source: null },
        { network: 'sol', address: 'So11111111111111111111111111111111111111112', name: 'Miner', kind: 'service', ...rest },
      ],
      leftOut: 2,
    })
  })

  it.each([
    ['', 'This is not a TagPack.'],
    ['- a\n- b', 'This is not a TagPack.'],
    ['title: "x', 'This is not YAML (line 1).'],
    ['title: x\ntags: []', 'The file has no tags.'],
    ['tags: [{address: 1Ab, currency: BTC, label: x}]', 'None of its tags has an address on a supported network.'],
    [`tags: [{address: '${ADDRESS}', network: ETH}]`, 'Tag 1: label is missing.'],
    ['tags: [{address: nobody, network: ETH, label: x}]', 'Tag 1: '],
    [`tags: [{address: '${ADDRESS}', network: ETH, label: "a\\0b"}]`, 'Tag 1: name is not valid.'],
    [`a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\ntags: [*c,*c,*c,*c]`, 'This is not YAML.'],
    [`tags: ${'['.repeat(20_000)}`, 'This is not'],
  ])('%j is refused with the reason and the format', (text, why) => {
    expect(() => readTagPack(text)).toThrow(why)
    expect(() => readTagPack(text)).toThrow('Expected a TagPack, for example:')
  })
})
