import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import { recorded } from './testing/recorded.ts'
import { decodeSolanaAnswer } from './answers.ts'

/**
 * Sanctum's router deposits wrapped SOL into a stake pool, as at the end of a recorded route: the pool mints into the router's fee account, which
 * pays the wallet by transfer. The recording pays with bSOL, which is burned. Here the burn is replaced by StakeWrappedSol's transfer of wrapped SOL
 * (https://github.com/igneous-labs/stakedex-sdk/blob/master/interfaces/stakedex_interface/idl.json). Jupiter's event states the hop.
 */

const ROUTER = 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq'
const UNNAMED = base58.encode(new Uint8Array(32).fill(7))
const STAKED = 'EPCz5LK372vmvCkZH3HgSuGNKACJJwwxsofW6fypCPZL'
/** Any token account of the transaction. */
const VAULT = 'GUicRosQyLJCYG8hjYcbiGKAVAmT1puQTVmJjFxJmdMK'
const MSOL = 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So'

interface Inner {
  programId: string
  data?: string
  parsed?: { type: string; info: Record<string, unknown> }
}
interface Answer {
  result?: Answer
  meta: { innerInstructions: { instructions: Inner[] }[] }
}

const hexOf = (key: string): string => Buffer.from(base58.decode(key)).toString('hex')
const tradesOf = (answer: unknown): Trade[] => decodeSolanaAnswer(answer).events.filter((event) => event.kind === 'trade')
const pairs = (answer: unknown): string[] => tradesOf(answer).map(({ tokenIn, tokenOut }) => `${tokenIn.token} ${tokenOut.token}`)

/** The recorded route, whose deposit is paid for by transfer. */
function paidByTransfer(change: (instructions: Inner[]) => void = () => undefined): unknown {
  const answer = JSON.parse(recorded('3LF4ABXfbETvFbQ7').text) as Answer
  const { meta } = answer.result ?? answer
  for (const { instructions } of meta.innerInstructions) {
    const burn = instructions.findIndex(({ parsed }) => parsed?.type === 'burn' && parsed.info['mint'] === STAKED)
    const [burned] = burn === -1 ? [] : instructions.splice(burn, 1)
    const first = instructions[instructions.findIndex(({ programId }) => programId === ROUTER) + 1]
    if (burned?.parsed === undefined || first === undefined) continue
    const { account: source, authority, amount } = burned.parsed.info
    const tokenAmount = { amount, decimals: 9, uiAmount: 20, uiAmountString: '20' }
    Object.assign(first, { program: 'spl-token', programId: burned.programId })
    first.parsed = { type: 'transferChecked', info: { authority, mint: STAKED, source, destination: VAULT, tokenAmount } }
    change(instructions)
  }
  return answer
}

describe('a deposit with a stake pool along a route', () => {
  const swaps = pairs(JSON.parse(recorded('3LF4ABXfbETvFbQ7').text))

  it('is no trade in the recording, whose other hops are', () => {
    expect(swaps).toHaveLength(2)
    expect(swaps.some((pair) => pair.startsWith(STAKED) || pair.endsWith(MSOL))).toBe(false)
  })

  it('is no trade where it is paid for by transfer', () => {
    expect(pairs(paidByTransfer())).toEqual(swaps)
  })

  it('is no trade without a mint, where the pool gives from what it has', () => {
    const unminted = paidByTransfer((instructions) => {
      for (const { parsed } of instructions) if (parsed?.type === 'mintTo' && parsed.info['mint'] === MSOL) parsed.info['amount'] = '0'
    })
    expect(pairs(unminted)).toEqual(swaps)
  })

  it('is no trade where it is all of the route', () => {
    const alone = paidByTransfer((instructions) => {
      const at = instructions.findIndex(({ parsed }) => parsed?.type === 'mintTo')
      const [mint, paid] = instructions.splice(at, 2)
      const info = { ...paid?.parsed?.info, destination: 'CMH7hWNBtoNU93kWvmbm4m8r2KX44FAHYbUCaQWTw9Za' }
      instructions.splice(at)
      if (mint !== undefined && paid?.parsed !== undefined) instructions.push({ ...paid, parsed: { ...paid.parsed, info } })
    })
    expect(pairs(alone)).toEqual([])
  })

  it('is no trade through a router that is not named, because the token is minted', () => {
    const renamed = paidByTransfer((instructions) => {
      for (const instruction of instructions) {
        if (instruction.programId === ROUTER) instruction.programId = UNNAMED
        const hex = Buffer.from(base58.decode(instruction.data ?? '')).toString('hex')
        instruction.data = base58.encode(Buffer.from(hex.replace(hexOf(ROUTER), hexOf(UNNAMED)), 'hex'))
      }
    })
    expect(JSON.stringify(renamed)).toContain(UNNAMED)
    expect(pairs(renamed)).toEqual(swaps)
  })
})
