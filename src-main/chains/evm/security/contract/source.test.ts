import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { readFlag, type SourceAnswer } from '../../../security/facts.ts'
import { besideSource, readSource, type VerifiedSource } from './source.ts'

const address = (digits: string) => trustedAddress(`0x${digits.repeat(20)}`)
const [TOKEN, LOGIC] = [address('a1'), address('b2')]
const signal = new AbortController().signal

/** https://eips.ethereum.org/EIPS/eip-20 names the selectors of its functions, as every ABI does. */
const VERIFIED: SourceAnswer = {
  verified: true,
  service: 'Sourcify',
  exact: true,
  functions: [
    { signature: 'balanceOf(address)', reads: true },
    { signature: 'transfer(address,uint256)', reads: false },
    { signature: 'addToBlacklist(address)', reads: false },
    { signature: 'setTaxes(uint256,uint256)', reads: false },
    { signature: 'frobnicate(bytes32)', reads: false },
    { signature: 'oneDayWeWillDenyYou(address)', reads: false },
  ],
}

const read = (...answers: readonly SourceAnswer[]): Promise<VerifiedSource> =>
  readSource(
    (contract) => Promise.resolve(answers[[TOKEN, LOGIC].indexOf(contract)] as SourceAnswer),
    [TOKEN, LOGIC].slice(0, answers.length),
    { number: 5 },
    signal,
  )

describe('the verified source', () => {
  it('separates what only reads from what writes, and names categories of unlisted functions', async () => {
    const { writes, reads, verified } = await read(VERIFIED)
    expect(reads).toEqual(new Set(['0x70a08231']))
    const categories = Object.fromEntries((writes ?? []).map(({ signature, category }) => [signature, category]))
    expect(categories).toMatchObject({
      'addToBlacklist(address)': 'blacklist',
      'setTaxes(uint256,uint256)': 'tax_write',
      'frobnicate(bytes32)': 'unknown',
      'oneDayWeWillDenyYou(address)': 'blacklist',
    })
    expect(writes?.find(({ signature }) => signature.startsWith('transfer'))?.selector).toBe('0xa9059cbb')
    expect(verified).toMatchObject({ value: true, how: 'The source at Sourcify matches the code exactly.', at: 5, evidence: [TOKEN] })
  })

  it('of a proxy is that of both contracts, each function once', async () => {
    const { writes, verified } = await read(VERIFIED, { ...VERIFIED, exact: false })
    expect(writes).toHaveLength(5)
    expect(verified).toMatchObject({ value: true, how: 'The source at Sourcify matches the code except for its metadata.', evidence: [TOKEN, LOGIC] })
  })

  it('is incomplete where one contract has none, and unknown where a service failed', async () => {
    const without = await read(VERIFIED, { verified: false, service: 'Sourcify' })
    expect(without).toMatchObject({ writes: null, verified: { value: false, how: `Sourcify has no source of ${LOGIC}.`, evidence: [LOGIC] } })
    // Functions that only read are still known not to be powers.
    expect(without.reads.size).toBe(1)
    const failed = await read({ verified: false, service: 'Sourcify' }, { verified: null, why: 'The service did not answer.' })
    expect(failed).toMatchObject({ writes: null, verified: { value: null, how: 'The service did not answer.' } })
    expect(await read({ ...VERIFIED, functions: null })).toMatchObject({ writes: null, verified: { value: true } })
  })

  it('is named beside the powers that were simulated, without a change of their value', async () => {
    const flags = {
      blacklist: readFlag(false, 'Tried.', 4, { evidence: ['anybody'] }),
      mintable: readFlag(true, 'Tried.', 4),
      honeypot: readFlag(false, 'Traded.', 4),
    }
    expect(besideSource(flags, await read(VERIFIED))).toEqual({
      blacklist: {
        ...flags.blacklist,
        how: 'Tried. The verified source declares addToBlacklist(address), oneDayWeWillDenyYou(address).',
        evidence: ['anybody', 'addToBlacklist(address)', 'oneDayWeWillDenyYou(address)'],
      },
      mintable: { ...flags.mintable, how: 'Tried. The verified source has no function named for it.' },
      honeypot: flags.honeypot,
    })
    expect(besideSource(flags, await read({ verified: false, service: 'Sourcify' }))).toBe(flags)
  })
})
