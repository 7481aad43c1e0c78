import { concat, keccak256, toHex, type Hex } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { partsOf } from '../../../../lib/parts-of.ts'
import { request } from '../../../rpc/request.ts'
import { NodeFault, type FaultKind } from '../../../rpc/node-fault.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { hexBig, hexBytes, hexNumber } from '../../transaction/raw.ts'
import type { Rpc } from '../rpc.ts'

/** States of accounts at the end of a block, hundreds of accounts per call. @throws NodeFault `no_state` without that block's state */
export interface AccountStates {
  /** The addresses that have coins or code, or have sent a transaction. */
  existing(addresses: readonly Address[], block: number, signal: AbortSignal): Promise<ReadonlySet<Address>>
  /** Native coin in raw units. */
  balances(addresses: readonly Address[], block: number, signal: AbortSignal): Promise<ReadonlyMap<Address, bigint>>
  /** Bytes of code. */
  codeSizes(addresses: readonly Address[], block: number, signal: AbortSignal): Promise<ReadonlyMap<Address, number>>
}

interface AccountState {
  readonly exists: boolean
  readonly balance: bigint
  readonly codeSize: number
}

/**
 * Creation code that returns the state of the addresses that follow it, 20 bytes each. A call without a receiver runs it, so no contract needs to
 * be deployed at the block. It returns a word that is 1 when an account known to exist (itself) is reported as such, then for each
 * address 32 bytes of balance, 1 byte that is 1 when the account exists, and 3 bytes of code size. EXTCODEHASH is zero for an account without
 * nonce, balance and code: https://eips.ethereum.org/EIPS/eip-1052, https://eips.ethereum.org/EIPS/eip-161.
 */
const PROBE: Hex = `0x${[
  '303f1515602052', // memory[32] = EXTCODEHASH(ADDRESS) != 0
  '60456040', // i = end of this code, p = 64
  '5b8138111560' + '3d57', // while CODESIZE > i
  '601482600c39600051', // address = code[i, i + 20]
  '80318252', // memory[p] = BALANCE(address)
  '803b903f151560181b17', // EXTCODESIZE(address) | (EXTCODEHASH(address) != 0) << 24
  '60e01b81602001' + '52', // memory[p + 32] = the lowest 4 bytes of it
  '60240190601401' + '90600b56', // p += 36, i += 20
  '5b6020900360' + '20f3', // return memory[32, p]
].join('')}`
const WORD = 64
const ROW = 72
/** Returned code may have 24,576 bytes (https://eips.ethereum.org/EIPS/eip-170); each account takes 36 of them and about 10,000 gas. */
const ACCOUNTS_PER_CALL = 400
const CONCURRENCY = 8
/** Faults which mean that the endpoint, or the rules of the block's fork, do not allow the probe. */
const CANNOT_PROBE: ReadonlySet<FaultKind> = new Set(['reverted', 'refused', 'unsupported', 'too_large'])

export function openAccountStates(rpc: Rpc): AccountStates {
  /** Highest block at which the probe failed: opcodes of a later fork are missing at every earlier block as well. */
  let failedAt = -1

  async function probe(addresses: readonly Address[], block: number, signal: AbortSignal): Promise<readonly AccountState[] | null> {
    if (block <= failedAt) return null
    // This address cannot be prepared, because it depends on the query.
    const unused = keccak256(concat([(addresses[0] ?? '0x') as Hex, toHex(block)])).slice(26)
    const data = `${PROBE}${unused}${addresses.map((address) => address.slice(2)).join('')}`
    try {
      const answer = await request(rpc, hexBytes, 'eth_call', [{ data }, toHexNumber(block)], signal)
      const states = readStates(answer, addresses.length)
      if (states !== null) return states
    } catch (error) {
      if (!(error instanceof NodeFault) || !CANNOT_PROBE.has(error.kind)) throw error
    }
    failedAt = Math.max(failedAt, block)
    return null
  }

  /** @param single reads one account if the probe does not work */
  async function read<T>(
    addresses: readonly Address[],
    block: number,
    signal: AbortSignal,
    select: (state: AccountState) => T,
    single: (address: Address, tag: string) => Promise<T>,
  ): Promise<Map<Address, T>> {
    const unique = [...new Set(addresses)]
    const values = await mapLimited(partsOf(unique, ACCOUNTS_PER_CALL), CONCURRENCY, async (chunk) => {
      const states = await probe(chunk, block, signal)
      return states?.map(select) ?? mapLimited(chunk, CONCURRENCY, (address) => single(address, toHexNumber(block)))
    })
    const found = values.flat()
    return new Map(unique.map((address, i) => [address, found[i] as T]))
  }

  return {
    async existing(addresses, block, signal) {
      const found = await read(
        addresses,
        block,
        signal,
        ({ exists }) => exists,
        async (address, tag) => {
          if ((await request(rpc, hexBig, 'eth_getBalance', [address, tag], signal)) > 0n) return true
          return (await request(rpc, hexNumber, 'eth_getTransactionCount', [address, tag], signal)) > 0
        },
      )
      return new Set([...found].flatMap(([address, exists]) => (exists ? [address] : [])))
    },
    balances: (addresses, block, signal) =>
      read(
        addresses,
        block,
        signal,
        ({ balance }) => balance,
        (address, tag) => request(rpc, hexBig, 'eth_getBalance', [address, tag], signal),
      ),
    codeSizes: (addresses, block, signal) =>
      read(
        addresses,
        block,
        signal,
        ({ codeSize }) => codeSize,
        async (address, tag) => (await request(rpc, hexBytes, 'eth_getCode', [address, tag], signal)).length / 2 - 1,
      ),
  }
}

/** Null for an answer of another form, or one from a node that does not implement the opcodes. */
function readStates(answer: string, accounts: number): AccountState[] | null {
  const hex = answer.slice(2)
  if (hex.length !== WORD + ROW * (accounts + 1) || BigInt(`0x${hex.slice(0, WORD)}`) !== 1n) return null
  const states = Array.from({ length: accounts + 1 }, (_, i): AccountState => {
    const row = hex.slice(WORD + i * ROW, WORD + (i + 1) * ROW)
    return { balance: BigInt(`0x${row.slice(0, 64)}`), exists: row.slice(64, 66) === '01', codeSize: Number.parseInt(row.slice(66), 16) }
  })
  const [unused, ...wanted] = states
  const isPlausible = unused?.exists === false && wanted.every(({ exists, balance, codeSize }) => exists || (balance === 0n && codeSize === 0))
  return isPlausible ? wanted : null
}
