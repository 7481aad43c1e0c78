import { describe, expect, it } from 'vitest'
import compiled from '../../../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { analyzeInThread, decodeFunctions } from './code-thread.ts'

/** The runtime part of the creation code, which Solidity places after the constructor. */
function runtimeCode(name: keyof typeof compiled.contracts): string {
  const { bytecode } = compiled.contracts[name]
  return `0x${bytecode.slice(bytecode.lastIndexOf('f3fe') + 4)}`
}

describe('decodeFunctions', () => {
  it('finds the functions of a token with their types, and which of them only read', { timeout: 20_000 }, async () => {
    const found = await decodeFunctions(runtimeCode('ConfigToken'))
    expect(found).toContainEqual({ selector: '0x70a08231', args: 'address', reads: true })
    expect(found?.filter(({ args, reads }) => args === 'uint8,uint256' && !reads)).toHaveLength(1)
  })

  it('returns null for code that is larger than any contract', async () => {
    expect(await decodeFunctions(`0x${'5b'.repeat(200_000)}`)).toBeNull()
  })

  it('finishes code that jumps without end', { timeout: 20_000 }, async () => {
    // JUMPDEST PUSH1 0 JUMP, then every selector comparison that fits.
    const loops = `0x5b600056${'8063deadbeef14610000575b'.repeat(1_500)}`
    expect(await decodeFunctions(loops, 10_000)).toEqual([])
  })
})

describe('analyzeInThread', () => {
  it('answers from the code and leaves the main thread free', { timeout: 20_000 }, async () => {
    const analysis = await analyzeInThread(runtimeCode('OddMintToken'), 10_000)
    expect([analysis?.mintable.value, analysis?.takesBalances.value]).toEqual([true, false])
  })

  it('gives up after the time limit, and answers for the next code on a new thread', { timeout: 20_000 }, async () => {
    // Exploring this many blocks takes more than 20 ms.
    expect(await analyzeInThread(`0x${'5b'.repeat(100_000)}`, 0)).toBeNull()
    expect(await decodeFunctions(runtimeCode('PlainToken'), 10_000)).not.toBeNull()
  })
})
