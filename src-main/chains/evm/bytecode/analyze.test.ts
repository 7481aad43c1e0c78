import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import compiled from '../../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { analyzeCode, type CodeAnalysis } from './analyze.ts'
import { exploreContract } from './execution/contract.ts'
import { readCodeText } from './code/code-text.ts'

type Name = keyof typeof compiled.contracts

/** Analyzes a fixture, which is creation code. */
function analyze(name: Name): CodeAnalysis {
  const input = readCodeText(compiled.contracts[name].bytecode)
  if ('error' in input) throw new Error(input.error)
  expect(input.isCreation).toBe(true)
  return analyzeCode(input.bytes)
}

const flagsOf = ({ mintable, limitsSelling, takesBalances }: CodeAnalysis) => [mintable.value, limitsSelling.value, takesBalances.value]

describe('compiled tokens', () => {
  it.each(['MintableToken', 'OddMintToken', 'RoleMintToken', 'BatchMintToken', 'GhostMintToken', 'PassphraseToken', 'HiddenOwnerToken'] as const)(
    '%s is mintable, whatever the name of the function',
    (name) => {
      expect(flagsOf(analyze(name))).toEqual([true, false, false])
    },
  )

  it.each([
    ['BlacklistToken', 'list'],
    ['LetterToken', 'list'],
    ['OriginToken', 'list'],
    ['PausableToken', 'switch'],
    ['PauseFlagToken', 'switch'],
    ['SellSwitchToken', 'number'],
    ['WhitelistToken', 'switch'],
    ['TwoStepToken', 'list'],
    ['MaxTxToken', 'number'],
    ['CooldownToken', 'number'],
    ['RouterToken', 'call'],
  ] as const)('%s can stop sales (%s)', (name, kind) => {
    const { mintable, limitsSelling, takesBalances } = analyze(name)
    expect([mintable.value, takesBalances.value]).toEqual([false, false])
    expect(limitsSelling.findings.map((one) => one.kind)).toContain(kind)
  })

  it.each([
    ['BurnOthersToken', 'take'],
    ['CollectorToken', 'take'],
    ['SyncToken', 'take'],
    ['OperatorToken', 'grant'],
    ['SetTaxToken', 'open_tax'],
    ['PersonalTaxToken', 'open_tax'],
    ['DelayedTaxToken', 'open_tax'],
  ] as const)('%s can take balances (%s)', (name, kind) => {
    expect(analyze(name).takesBalances.findings.map((one) => one.kind)).toContain(kind)
  })

  it.each(['PlainToken', 'OwnedToken', 'HarmlessToken', 'VotesToken', 'CappedTaxToken', 'FivePercentToken', 'TaxedToken', 'KeepOneToken'] as const)(
    '%s has none of these powers',
    (name) => {
      expect(flagsOf(analyze(name))).toEqual([false, false, false])
    },
  )

  it('returns unknown for a proxy and names the code that it runs', () => {
    const { mintable } = analyze('UpgradeableProxy')
    expect(mintable).toMatchObject({ value: null, unknown: 'Code of another contract runs in the fallback.' })
    expect(analyzeCode(Buffer.from(`363d3d373d3d3d363d73${'ab'.repeat(20)}5af43d82803e903d91602b57fd5bf3`, 'hex')).mintable.unknown).toContain(
      `0x${'ab'.repeat(20)}`,
    )
  })

  it('returns the same result for the same code', () => {
    expect(analyze('TaxableToken')).toEqual(analyze('TaxableToken'))
  })
})

describe('deployed code that is hard to explore', () => {
  const file = readFileSync(new URL('../fixtures/bytecode/hard-code.json.gz', import.meta.url))
  const codes = JSON.parse(gunzipSync(file).toString('utf8')) as readonly { readonly address: string; readonly code: string }[]
  const codeAt = (address: string): Buffer => Buffer.from(codes.find((one) => one.address === address)?.code.slice(2) ?? '', 'hex')

  it('classifies a number that shares its word and is written in a loop', () => {
    expect(flagsOf(analyzeCode(codeAt('0x1829aa045e21e0d59580024a951db48096e01782')))).toEqual([true, true, true])
  })

  it('charges deep stacks to the budget', () => {
    const { functions } = exploreContract(codeAt('0x1de89382684ce5a99fc9d3d4b709706d6a013571'))
    const depths = functions.flatMap(({ graph }) => graph.blocks.map(({ start }) => start.stack.length))
    expect(Math.max(...depths)).toBeGreaterThan(100)
    expect(depths.reduce((sum, depth) => sum + depth, 0)).toBeLessThan(300_000)
  })
})

describe('hostile code', () => {
  const DISPATCH = '5f3560e01c6370a0823114'
  /** The budget of a function is checked between blocks, and each block adds at most two. */
  const MAX_BLOCKS = 4_002
  const MAX_FUNCTIONS = 258

  it.each([
    ['nothing', ''],
    ['one instruction', '00'],
    ['a cut-off push', '7f01'],
    ['invalid opcodes', '0c'.repeat(24_576)],
    ['jump targets only', '5b'.repeat(49_152)],
    ['pushes only', '5f'.repeat(49_152)],
    ['a jump to a dynamic target', `5b5f35${'80'.repeat(20)}565b00`],
    ['a jump for each of many targets', `${DISPATCH}57${'5b5f3557'.repeat(6_000)}`],
    ['branches that double the paths', `${'5f3560ff57'.repeat(4_000)}00`],
    ['calls that never return', '5b6000565b'.repeat(5_000)],
    ['a stack that grows in a loop', '5b6001600056'],
    ['a deep expression', `5f35${'80015f3501'.repeat(9_000)}5f5500`],
    ['packed parts that double', `5f35${'8060ff1681179060ff16'.repeat(3_000)}5f5500`],
    ['many functions', Array.from({ length: 3_000 }, (_, i) => `8063${(0x10000000 + i).toString(16)}14610001${'57'}`).join('')],
  ])('%s is analyzed within the budget', (_, hex) => {
    const code = Buffer.from(hex, 'hex')
    expect(() => analyzeCode(code)).not.toThrow()
    const { functions } = exploreContract(code)
    expect(functions.length).toBeLessThanOrEqual(MAX_FUNCTIONS)
    expect(Math.max(...functions.map(({ graph }) => graph.blocks.length))).toBeLessThanOrEqual(MAX_BLOCKS)
  })

  it('terminates on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 800 }), (bytes) => {
        expect(() => analyzeCode(bytes)).not.toThrow()
      }),
    )
  })

  it('terminates on tokens with changed bytes', () => {
    const input = readCodeText(compiled.contracts.TaxableToken.bytecode)
    const code = 'error' in input ? new Uint8Array() : input.bytes
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(code.length - 1), fc.nat(255)), { maxLength: 20 }), (changes) => {
        const bytes = Uint8Array.from(code)
        for (const [at, value] of changes) bytes[at] = value
        expect(() => analyzeCode(bytes)).not.toThrow()
      }),
      { numRuns: 60 },
    )
  })
})

describe('text of a file', () => {
  it.each([
    ['', 'The file has no code.'],
    ['0x\n', 'The file has no code.'],
    ['hello', 'The file is not hexadecimal text.'],
    ['0x123', 'The file has an odd number of hexadecimal digits, so a part of the code is missing.'],
  ])('rejects %j with a sentence', (text, error) => {
    expect(readCodeText(text)).toEqual({ error })
  })

  it.each(['0x6000', '6000', ' 0X6000\n'])('accepts %j', (text) => {
    expect(readCodeText(text)).toEqual({ bytes: Buffer.from('6000', 'hex'), isCreation: false })
  })
})
