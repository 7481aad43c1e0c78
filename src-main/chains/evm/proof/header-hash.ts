import { hexToBytes, keccak256, toRlp } from 'viem'
import { z } from 'zod'
import { hash, hexBig, hexBytes, hexNumber } from '../transaction/raw.ts'
import { toMinimalBytes } from './rlp-values.ts'

/** All fields of a header that its hash covers: https://ethereum.github.io/execution-apis/api-documentation. */
export const wholeHeader = z.object({
  number: hexNumber,
  hash,
  parentHash: hash,
  sha3Uncles: hash,
  miner: hexBytes,
  stateRoot: hash,
  transactionsRoot: hash,
  receiptsRoot: hash,
  logsBloom: hexBytes,
  difficulty: hexBig,
  gasLimit: hexBig,
  gasUsed: hexBig,
  timestamp: hexBig,
  extraData: hexBytes,
  mixHash: hash,
  nonce: hexBytes,
  /** https://eips.ethereum.org/EIPS/eip-1559 */
  baseFeePerGas: hexBig.nullish(),
  /** https://eips.ethereum.org/EIPS/eip-4895 */
  withdrawalsRoot: hash.nullish(),
  /** https://eips.ethereum.org/EIPS/eip-4844 */
  blobGasUsed: hexBig.nullish(),
  excessBlobGas: hexBig.nullish(),
  /** https://eips.ethereum.org/EIPS/eip-4788 */
  parentBeaconBlockRoot: hash.nullish(),
  /** https://eips.ethereum.org/EIPS/eip-7685 */
  requestsHash: hash.nullish(),
})
export type WholeHeader = z.infer<typeof wholeHeader>

/** Whether the fields hash to the block's hash. Also false if a later fork added fields, so false alone proves nothing. */
export function isHeaderOfHash(header: WholeHeader): boolean {
  const added = [
    header.baseFeePerGas,
    header.withdrawalsRoot,
    header.blobGasUsed,
    header.excessBlobGas,
    header.parentBeaconBlockRoot,
    header.requestsHash,
  ]
  const fields = [
    header.parentHash,
    header.sha3Uncles,
    header.miner,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.logsBloom,
    header.difficulty,
    header.number,
    header.gasLimit,
    header.gasUsed,
    header.timestamp,
    header.extraData,
    header.mixHash,
    header.nonce,
    ...added.filter((field) => field !== null && field !== undefined),
  ]
  return keccak256(toRlp(fields.map((field) => (typeof field === 'string' ? hexToBytes(field) : toMinimalBytes(field))))) === header.hash
}
