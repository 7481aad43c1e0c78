import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import compiled from '../../../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { readCode } from './code-facts.ts'
import { knownFunctions } from '../../encoding/selectors.ts'

const TARGET = 'ab'.repeat(20)

describe('reachable code', () => {
  it('ignores a selector in unreachable code', () => {
    // PUSH4 c0ffee01 EQ after a STOP.
    expect([...readCode('0x0063c0ffee0114').selectors]).toEqual([])
    expect([...readCode('0x63c0ffee011400').selectors]).toEqual(['0xc0ffee01'])
  })

  it('finds a selector that is pushed without the zero bits at its end', () => {
    // PUSH4 278f7943 PUSH1 e1 SHL EQ: upgradeToAndCall(address,bytes), as in TransparentUpgradeableProxy of OpenZeppelin 5.
    expect([...readCode('0x63278f794360e11b1400').selectors]).toEqual(['0x4f1ef286'])
    expect([...readCode('0x634f1ef28660e01b1400').selectors]).toEqual(['0x4f1ef286'])
    // PUSH1 01 PUSH1 ff SHL EQ: the smallest signed number.
    expect([...readCode('0x600160ff1b1400').selectors]).toEqual([])
  })

  it('does not read a byte of a pushed number as an opcode', () => {
    expect(readCode('0x60ff00').selfdestruct).toBe(false)
    expect(readCode('0x33ff').selfdestruct).toBe(true)
  })

  it('follows a jump and ignores the data after the code', () => {
    // PUSH1 05 JUMP STOP STOP JUMPDEST CALLER SELFDESTRUCT
    expect(readCode('0x60055600005b33ff').selfdestruct).toBe(true)
    expect(readCode('0x6001600055fe33ff').selfdestruct).toBe(false)
  })

  it.each([
    [`0x363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3`, 'minimal_proxy'],
    [`0x365f5f375f5f365f73${TARGET}5af43d5f5f3e5f3d91602a57fd5bf3`, 'minimal_proxy'],
    [`0xef0100${TARGET}`, 'delegated_wallet'],
  ])('%s forwards its calls', (code, kind) => {
    expect(readCode(code).fixedTarget).toEqual({ address: `0x${TARGET}`, kind })
  })

  it('terminates on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(() => readCode(`0x${Buffer.from(bytes).toString('hex')}`)).not.toThrow()
      }),
    )
  })

  it('finds the functions of compiled tokens by their selectors', () => {
    // Creation code is followed by the runtime code, which the walk needs.
    const runtime = (name: keyof typeof compiled.contracts): string => {
      const code = compiled.contracts[name].bytecode
      return `0x${code.slice(code.indexOf('6080604052', 12))}`
    }
    const categories = (name: keyof typeof compiled.contracts) => knownFunctions(readCode(runtime(name)).selectors).map(({ category }) => category)
    expect(categories('MintableToken')).toContain('mint')
    expect(categories('PausableToken')).toContain('pause')
    expect(readCode(runtime('DestructibleToken')).selfdestruct).toBe(true)
    expect(readCode(runtime('PlainToken')).selfdestruct).toBe(false)
  })
})
