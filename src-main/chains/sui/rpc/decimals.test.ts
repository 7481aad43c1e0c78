import { expect, test } from 'vitest'
import { publishCoin } from '../../../../e2e/fixtures/sui/coins.ts'
import { idOf } from '../../../../e2e/fixtures/sui/ids.ts'
import { Ledger } from '../../../../e2e/fixtures/sui/ledger.ts'
import { startSuiNode } from '../../../../e2e/fixtures/sui/node.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import { createSuiAdapter } from '../adapter.ts'
import { createDecimals } from './decimals.ts'
import { createGrpcClient } from './grpc.ts'
import { parseSuiEndpoint } from './endpoint.ts'

test('a coin with more decimals than can be shown is in raw units, as a token and in trades', async () => {
  const ledger = new Ledger()
  const coins = [6, 36, 37, 255].map((decimals) => {
    const module = `places${decimals}`
    return trustedAddress(publishCoin(ledger, { publisher: idOf('maker'), module, name: module, symbol: 'P', decimals, supply: 1n }).coin)
  })
  ledger.seal()
  const node = await startSuiNode(ledger)
  const grpc = createGrpcClient([parseSuiEndpoint(node.grpc.url)], () => 0)
  const adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
  try {
    const { signal } = new AbortController()
    const trades = coins.map((token) => ({ tokenIn: { token, raw: 1n }, tokenOut: { token, raw: 1n } }) as Trade)
    const filled = await createDecimals(grpc).fill(trades, signal)
    const head = await adapter.head(signal)
    const tokens = await Promise.all(coins.map((coin) => adapter.token(coin, head, signal)))
    expect(filled.map(({ tokenIn }) => tokenIn.decimals)).toEqual([6, 36, 0, 0])
    expect(tokens.map((info) => info?.decimals)).toEqual([6, 36, 0, 0])
  } finally {
    grpc.close()
    await adapter.close()
    await node.stop()
  }
})
