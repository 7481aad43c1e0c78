import { expect, test } from 'vitest'
import { classify } from './faults.ts'

/** Codes and texts of Agave: https://docs.rs/solana-rpc-client-api, `custom_error`. */
test.each([
  [-32001, 'Block 1 cleaned up, does not exist on node. First available block: 2', 'no_state'],
  [-32004, 'Block not available for slot 1', 'unreachable'],
  [-32005, 'Node is behind by 42 slots', 'unreachable'],
  [-32005, 'Too many requests for a specific RPC call', 'busy'],
  [-32007, 'Slot 1 was skipped, or missing due to ledger jump to recent snapshot', 'no_state'],
  [-32009, 'Slot 1 was skipped, or missing in long-term storage', 'no_state'],
  [-32010, 'mint excluded from account secondary indexes; this RPC method unavailable for key', 'unsupported'],
  [-32011, 'Transaction history is not available from this node', 'unsupported'],
  [-32014, 'Block status not yet available for slot 1', 'unreachable'],
  [-32016, 'Minimum context slot has not been reached', 'unreachable'],
  [-32019, 'Failed to query long-term storage; please try again', 'unreachable'],
  [-32602, 'Invalid param: not a Token mint', 'refused'],
] as const)('%i %s', (code, text, kind) => {
  expect(classify({ status: 200, code, text })).toBe(kind)
})

test('the code 429 in an answer with HTTP 200 is a refusal because of the rate', () => {
  expect(classify({ status: 200, code: 429, text: 'Slow down' })).toBe('busy')
})
