import { describe, expect, test } from 'vitest'
import { classify, suggestedRange } from './quirks.ts'

describe('error texts of nodes and providers', () => {
  test.each([
    [
      'Alchemy free',
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x10, 0x19].',
      'too_large',
      10,
    ],
    ['QuickNode trial', 'eth_getLogs is limited to a 5 range', 'too_large', 5],
    ['QuickNode paid', 'eth_getLogs and eth_newFilter are limited to a 10,000 blocks range', 'too_large', 10_000],
    ['Infura', 'query returned more than 10000 results. Try with this block range [0x2F9F80, 0x2F9FBF].', 'too_large', 64],
    ['BSC node', 'exceed maximum block range: 50000', 'too_large', 50_000],
    ['erigon', 'block range is too large, max range is 1k blocks', 'too_large', 1_000],
    ['size only', 'Log response size exceeded.', 'too_large', null],
    ['geth without archive', 'missing trie node 0x1 (path ) state 0x2 is not available', 'no_state', null],
    ['Nethermind without archive', 'No state available for block 0x5b3c', 'no_state', null],
    ['reth without archive', 'no state found for block number 1200', 'no_state', null],
    ['Nethermind behind its peers', 'One of the blocks specified in filter (fromBlock, toBlock or blockHash) cannot be found.', 'no_state', null],
    ['geth behind its peers', 'block range extends beyond current head block', 'no_state', null],
    ['rate', 'Your app has exceeded its compute units per second capacity', 'busy', null],
    ['method', 'the method trace_block does not exist/is not available', 'unsupported', null],
    ['revert', 'execution reverted', 'reverted', null],
    ['else', 'invalid argument 0', 'refused', null],
  ] as const)('%s', (_name, text, kind, range) => {
    expect(classify({ status: 200, code: -32000, text })).toBe(kind)
    expect(suggestedRange(text)).toBe(range)
  })

  test.each([
    [429, 'busy'],
    [413, 'too_large'],
    [502, 'unreachable'],
    [404, 'refused'],
  ] as const)('HTTP %i', (status, kind) => {
    expect(classify({ status, code: null, text: '' })).toBe(kind)
  })
})
