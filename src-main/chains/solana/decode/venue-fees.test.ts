import { describe, expect, it } from 'vitest'
import type { Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import { RECORDED, recorded } from './testing/recorded.ts'
import { decodeSolanaAnswer } from './answers.ts'

const eventsOf = (name: string) => decodeSolanaAnswer(JSON.parse(recorded(name).text)).events
const tradesOf = (name: string, dex: string): Trade[] =>
  eventsOf(name).filter((event): event is Trade => event.kind === 'trade' && `${event.dex} ${event.dexVersion}` === dex)
const paidTo = (name: string, first: string): bigint =>
  eventsOf(name)
    .filter((event): event is Transfer => event.kind === 'transfer' && event.to.startsWith(first))
    .reduce((sum, { raw }) => sum + raw, 0n)
const shareOf = ({ tokenIn }: Trade): number => Number(tokenIn.venueFeeRaw) / Number(tokenIn.raw)

describe('the fee of a recorded swap', () => {
  it('on pump.fun is what the protocol and the creator were paid', () => {
    const [first, second] = ['swaps-direct/pumpfun__2ghHZXwyU6K1Q8KM.base64', 'swaps-direct/pumpfun__3QLV6eN1W1pCWvS8.base64'] as const
    expect(tradesOf(first, 'pump.fun curve').map(({ tokenIn }) => tokenIn.venueFeeRaw)).toEqual([paidTo(first, 'ib3X') + paidTo(first, 'CebN')])
    expect(tradesOf(second, 'pump.fun curve').map(({ tokenIn }) => tokenIn.venueFeeRaw)).toEqual([paidTo(second, 'FKTH') + paidTo(second, '62qc')])
  })

  it('on PumpSwap is what both were paid, and 0.2 % that stays in the pool', () => {
    const name = 'swaps-routed/pumpswap__2zNeSn8cJpTAW51N'
    const [trade] = tradesOf(name, 'pumpswap v1')
    const { raw = 0n, venueFeeRaw = 0n } = trade?.tokenIn ?? {}
    const inPool = venueFeeRaw - paidTo(name, '62qc') - paidTo(name, 'FGDQ')
    expect(Number(inPool) / Number(raw - inPool)).toBeCloseTo(0.002, 6)
  })

  it('elsewhere has the rate of the pool', () => {
    const shares = (name: string, dex: string): string[] => tradesOf(name, dex).map((trade) => shareOf(trade).toFixed(6))
    expect(shares('swaps-direct/raydium-launchlab__3USu3YAsg2qBXKmM.base64', 'raydium launchlab')).toEqual(['0.012500'])
    expect(shares('swaps-routed/orca-whirlpool__62osuRs27DqDwWdg', 'orca whirlpool')).toEqual(['0.000100', '0.000100'])
    expect(shares('swaps-routed/meteora-dlmm__5SPdWfQrAf8xky2C.jsonParsed', 'meteora dlmm')).toEqual(['0.000100'])
    expect(shares('swaps-routed/lifinity-v2-meteora-damm-v1-orca-whirlpool__5pcpYhqJyyHHxVaa.jsonParsed', 'meteora damm-v1')).toEqual(['0.002500'])
  })

  it('is unknown where the event does not state it, as on curves in another token than SOL', () => {
    expect(tradesOf('swaps-direct/pumpfun__2m5nWLnDSbM5SEGC.jsonParsed', 'pump.fun curve').map(({ tokenIn }) => tokenIn.venueFeeRaw)).toEqual([
      undefined,
    ])
  })

  it('is never more than a tenth of the payment', () => {
    const known = RECORDED.flatMap(({ name }) => eventsOf(name)).filter(
      (event): event is Trade => event.kind === 'trade' && event.tokenIn.venueFeeRaw !== undefined,
    )
    expect(known.length).toBeGreaterThan(15)
    for (const trade of known) expect(shareOf(trade)).toBeLessThan(0.1)
  })
})
