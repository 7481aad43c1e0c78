import { keccak256, toBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import { log, signer, tokenA, pool } from '../../fixtures/swap-logs.ts'
import { readCurveTrade } from './curves.ts'

/** As its published ABI states them: https://github.com/Frlyh0809/go_fourmeme/blob/main/resource/abi/TokenManager.lite.abi. */

describe('the first contract of four.meme', () => {
  it.each([
    ['TokenPurchase', true],
    ['TokenSale', false],
  ])('%s states token, account, amounts and fee', (name, isBuy) => {
    const topic = keccak256(toBytes(`${name}(address,address,uint256,uint256,uint256)`))
    const traded = log(1, pool, [topic], [BigInt(tokenA), BigInt(signer), 500n, 40n, 2n])
    expect(readCurveTrade(traded)).toEqual({ token: tokenA, account: signer, isBuy, tokens: 500n, quote: 40n, fee: 2n })
  })
})
