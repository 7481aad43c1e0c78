import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem'
import runner from '../../../../../../resources/scan/evm-router/TrialRunner.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../../../src-shared/domain/address.ts'
import { addressOfWord } from '../../../encoding/words.ts'
import type { CodeAt, SimulatedCall } from '../../simulation/sandbox.ts'
import { ZERO_ADDRESS } from '../../../encoding/zero-address.ts'

/** Encodes programs for the trial runner and decodes its results, in the format of resources/scan/evm-router/TrialRunner.sol. */

const RUNNER = trustedAddress('0x5ca1ab1e00000000000000000000000000717a15')
/** As sender, makes the runner itself call; used for reads. */
export const READER = ZERO_ADDRESS
/** `Forwarder` finds the original code of its account at `address ^ MASK`. */
const MASK = 0x00c0de5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5cn
/** Below the limit of one transaction: https://eips.ethereum.org/EIPS/eip-7825. */
const RUN_GAS = 15_000_000n
/** 33 bytes: success flag and word. */
const RESULT_DIGITS = 66
/** Sender, target and length of the data. */
const CALL_HEAD_BYTES = 42

const abi = parseAbi([
  'function run(bytes[] trials, bytes probes) returns (bytes[] seen)',
  'function inspect(address[] accounts) view returns (bytes[] codes)',
])

/** The result of one call: its first returned word, or the hash of its revert data. */
export interface CallResult {
  readonly ok: boolean
  readonly word: bigint
}

/** The results of one trial; `probes` is empty if its last call failed. */
export interface TrialResult {
  readonly calls: readonly CallResult[]
  readonly probes: readonly (readonly CallResult[])[]
}

export type Program = readonly SimulatedCall[]

/** Code of the runner, and of a forwarder at each account. @param codes the accounts' own code, `0x` for none */
export function runnerCode(accounts: readonly Address[], codes: ReadonlyMap<Address, string>): CodeAt {
  const forwarders = accounts.flatMap((address) => {
    const code = codes.get(address) ?? '0x'
    const original = addressOfWord(BigInt(address) ^ MASK)
    return [{ address, code: runner.forwarder }, ...(code.length > 2 ? [{ address: original, code }] : [])]
  })
  return [{ address: RUNNER, code: runner.code }, ...forwarders]
}

export const inspectorCode: CodeAt = [{ address: RUNNER, code: runner.code }]

export const inspectCall = (from: Address, accounts: readonly Address[]): SimulatedCall => ({
  from,
  to: RUNNER,
  data: encodeFunctionData({ abi, functionName: 'inspect', args: [accounts as readonly Hex[]] }),
})
export const inspectedCodes = (data: Hex): readonly Hex[] => decodeFunctionResult({ abi, functionName: 'inspect', data })

/** @param from becomes `tx.origin` of all trials */
export const runCall = (from: Address, trials: readonly Program[], probes: readonly Program[]): SimulatedCall => ({
  from,
  to: RUNNER,
  gas: RUN_GAS,
  data: encodeFunctionData({ abi, functionName: 'run', args: [trials.map(packed), packedProbes(probes)] }),
})

/** Results per trial; null for a trial that ran out of gas. */
export function runResults(data: Hex, trials: readonly Program[], probes: readonly Program[]): (TrialResult | null)[] {
  const seen = decodeFunctionResult({ abi, functionName: 'run', data })
  return trials.map((trial, i) => {
    const results = callResults(seen[i] ?? '0x')
    if (results.length < trial.length) return null
    const calls = results.slice(0, trial.length)
    let at = trial.length
    const groups = probes.map((probe) => results.slice(at, (at += probe.length)))
    const complete = results.length === at
    if (!complete && results.length > trial.length) return null
    return { calls, probes: complete ? groups : [] }
  })
}

function packed(program: Program): Hex {
  const calls = program.map(({ from, to, data }) => {
    const bytes = (data.length - 2) / 2
    return `${from.slice(2)}${to.slice(2)}${bytes.toString(16).padStart(4, '0')}${data.slice(2)}`
  })
  return `0x${calls.join('')}`
}

function packedProbes(probes: readonly Program[]): Hex {
  const parts = probes.map((probe) => {
    const text = packed(probe).slice(2)
    return `${(text.length / 2).toString(16).padStart(4, '0')}${text}`
  })
  return `0x${parts.join('')}`
}

function callResults(seen: Hex): CallResult[] {
  const digits = seen.slice(2)
  return Array.from({ length: Math.floor(digits.length / RESULT_DIGITS) }, (_, i) => {
    const part = digits.slice(i * RESULT_DIGITS, (i + 1) * RESULT_DIGITS)
    return { ok: part.startsWith('01'), word: BigInt(`0x${part.slice(2)}`) }
  })
}

/** Size of the packed call in bytes. */
export const callBytes = ({ data }: SimulatedCall): number => CALL_HEAD_BYTES + (data.length - 2) / 2
