import { z } from 'zod'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { LAST_SECOND } from '../../../../src-shared/domain/unix-time.ts'
import { MalformedField, type RawLog } from './log.ts'
import { parseLogs } from './parse-logs.ts'

/** Schemas of node answers: https://ethereum.github.io/execution-apis/api-documentation. */

const HEX_QUANTITY = /^0x[0-9a-fA-F]{1,64}$/

export const hexNumber = z
  .string()
  .regex(HEX_QUANTITY)
  .transform((text, context) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) context.addIssue({ code: 'custom', message: 'larger than a safe integer' })
    return value
  })
export const hexBig = z
  .string()
  .regex(HEX_QUANTITY)
  .transform((text) => BigInt(text))
export const hexBytes = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((text) => text.toLowerCase() as `0x${string}`)
export const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase() as `0x${string}`)
export const evmAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Address => trustedAddress(text.toLowerCase()))

export const rawLogs = z.unknown().transform((value, context): RawLog[] => {
  try {
    return parseLogs(value)
  } catch (error) {
    if (!(error instanceof MalformedField)) throw error
    context.addIssue({ code: 'custom', path: [...error.path], message: error.expected })
    return z.NEVER
  }
})

export const rawTransaction = z.object({
  hash,
  from: evmAddress,
  to: evmAddress.nullish(),
  value: hexBig,
  input: hexBytes.optional(),
  transactionIndex: hexNumber.nullish(),
  blockNumber: hexNumber.nullish(),
  /** Coins minted by a deposit from the parent chain (transaction type 0x7e): https://specs.optimism.io/protocol/deposits.html. */
  mint: hexBig.nullish(),
  nonce: hexNumber.nullish(),
  gas: hexNumber.nullish(),
  /** Absent, or the price paid in the end, if the sender named two fees: https://eips.ethereum.org/EIPS/eip-1559. */
  gasPrice: hexBig.nullish(),
  maxFeePerGas: hexBig.nullish(),
  maxPriorityFeePerGas: hexBig.nullish(),
})
export type RawTransaction = z.infer<typeof rawTransaction>

export const rawReceipt = z.object({
  transactionHash: hash,
  transactionIndex: hexNumber,
  blockNumber: hexNumber,
  blockHash: hash,
  from: evmAddress,
  to: evmAddress.nullish(),
  contractAddress: evmAddress.nullish(),
  /** Absent before the Byzantium fork: https://eips.ethereum.org/EIPS/eip-658. */
  status: hexNumber.nullish(),
  gasUsed: hexNumber.nullish(),
  effectiveGasPrice: hexBig.nullish(),
  /** The rollup's fee for its data: https://specs.optimism.io/protocol/exec-engine.html#l1-cost-fees-l1-fee-vault. */
  l1Fee: hexBig.nullish(),
  logs: rawLogs,
})
export type RawReceipt = z.infer<typeof rawReceipt>

export const rawHeader = z.object({
  number: hexNumber,
  hash,
  timestamp: hexNumber.pipe(z.number().max(LAST_SECOND)),
  miner: evmAddress.nullish(),
  logsBloom: hexBytes.nullish(),
})
export const rawBlock = rawHeader.extend({
  transactions: z.array(rawTransaction),
  withdrawals: z.array(z.object({ address: evmAddress })).nullish(),
  /** The address that collects the block's fees: its builder's, its validator's, or a vault of the rollup. */
  miner: evmAddress.nullish(),
  /** Absent before the London fork, and on chains without one. */
  baseFeePerGas: hexBig.nullish(),
})
export type RawBlock = z.infer<typeof rawBlock>

export const linkedHeader = rawHeader.extend({ parentHash: hash })
export type LinkedHeader = z.infer<typeof linkedHeader>
