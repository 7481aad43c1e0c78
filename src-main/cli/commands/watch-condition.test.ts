import { describe, expect, it } from 'vitest'
import { describeCondition, describeSubject, type WatchSubject } from '../../../src-shared/domain/watch.ts'
import { parseCondition } from './watch-condition.ts'

describe('a condition as it is typed', () => {
  it.each([
    ['cluster above 20', 'the share of clusters rises above 20 %'],
    ['cluster above 12.345', 'the share of clusters rises above 12.345 %'],
    ['dev  below 5', 'the creator’s share falls below 5 %'],
    ['top10 moves 5 in 90m', 'the share of the top 10 moves by more than 5 % of supply within 90 minutes'],
    ['snipers moves 0.5 in 1d', 'the share of snipers moves by more than 0.5 % of supply within 1 day'],
    [' sells 1 ', 'a member sells or sends more than 1 % of supply'],
    ['trades', 'a wallet trades any token'],
    ['sells-out sniper,insider,creator', 'a sniper, an insider or the creator sells out'],
    ['top 10', 'a new holder enters the top 10'],
    ['score falls 1', 'the scan score falls by 1 point or more'],
    ['finding high', 'a scan has a new finding of severity high or worse'],
    ['liquidity falls 20', 'more than 20 % of a pool’s tokens is withdrawn, or a scan finds the liquidity gone or very low'],
    ['lock ends 7', 'a liquidity lock ends within 7 days'],
    ['makes-token', 'the creator creates a token'],
  ])('%s', (text, sentence) => {
    expect(describeCondition(parseCondition(text))).toBe(sentence)
  })

  it.each([
    ['whenever', '"whenever" is not a condition. holderscope help watch add lists them.'],
    ['cluster above twenty', '"cluster above twenty" is not a condition. holderscope help watch add lists them.'],
    ['top 0', /^"top 0" is not a condition: /],
    ['sells-out whale', /^"sells-out whale" is not a condition: /],
  ])('%s is refused', (text, message) => {
    expect(() => parseCondition(text)).toThrow(message)
  })
})

it.each<[WatchSubject, string]>([
  [{ kind: 'token', network: 'sui', token_address: '0x2::sui::SUI' }, 'token 0x2::sui::SUI on Sui'],
  [{ kind: 'cluster', network: 'eth', token_address: `0x${'1'.repeat(40)}`, cluster: 0 }, 'cluster 1 of 0x111…111 on Ethereum'],
  [{ kind: 'wallet', network: 'evm', address: `0x${'2'.repeat(40)}` }, 'wallet 0x222…222 on every EVM network'],
  [{ kind: 'creator', network: 'base', address: `0x${'3'.repeat(40)}` }, 'creator 0x333…333 on Base'],
  [{ kind: 'tag', name: 'desk' }, 'wallets tagged “desk”'],
  [{ kind: 'entity', case: 'c', entity: 'e' }, 'wallets of entity e'],
  [{ kind: 'followed' }, 'all followed tokens'],
])('watched: %o', (subject, words) => {
  expect(describeSubject(subject)).toBe(words)
})
