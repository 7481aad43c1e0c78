import { ByteReader } from '../../encoding/byte-reader.ts'

/** What a transfer costs from an epoch on. */
export interface FeeStep {
  readonly epoch: number
  /** Maximum fee of one transfer, in raw units. */
  readonly maximum: bigint
  readonly basisPoints: number
}

/** A changed fee is the newer one. It applies from its epoch on, two epochs after the change; until then the older one does. */
export interface FeeSteps {
  readonly older: FeeStep
  readonly newer: FeeStep
}

/**
 * The fees of a mint's extension: two authorities and the withheld amount, then the older and the newer fee
 * (https://github.com/solana-program/token-2022/blob/main/interface/src/extension/transfer_fee/mod.rs, `TransferFeeConfig`).
 */
export function readFeeSteps(bytes: Uint8Array): FeeSteps | null {
  const older = feeAt(bytes, 72)
  const newer = feeAt(bytes, 90)
  return older === null || newer === null ? null : { older, newer }
}

function feeAt(bytes: Uint8Array, at: number): FeeStep | null {
  const reader = new ByteReader(bytes, at)
  const epoch = reader.u64()
  const maximum = reader.u64()
  const points = reader.raw(2)
  if (epoch === null || maximum === null || points === null) return null
  return { epoch: Number(epoch), maximum, basisPoints: (points[0] ?? 0) | ((points[1] ?? 0) << 8) }
}

/** The fee of an epoch. Without the epoch, it is known only if both are equal. */
export function feeInEpoch({ older, newer }: FeeSteps, epoch: number | null): FeeStep | null {
  if (epoch !== null) return epoch >= newer.epoch ? newer : older
  return older.basisPoints === newer.basisPoints && older.maximum === newer.maximum ? newer : null
}

/** Percent of a transfer below the cap; zero if the maximum is zero. */
export const feePercent = ({ basisPoints, maximum }: FeeStep): number => (maximum === 0n ? 0 : basisPoints / 100)

/** With a transfer fee, the sum of all balances is below the supply. Null without a fee, now and later. */
export function feeNote(fees: FeeSteps, epoch: number | null): string | null {
  const { older, newer } = fees
  const current = feeInEpoch(fees, epoch)
  const steps = current === newer || feePercent(older) === feePercent(newer) ? [newer] : [older, newer]
  if (steps.every((step) => feePercent(step) === 0)) return null
  const charged = steps.length === 1 ? formatFee(newer) : `${formatFee(older)} before epoch ${newer.epoch} and ${formatFee(newer)} from then on`
  return `Transfers are charged ${charged}; fees that are withheld and not yet collected belong to no holder.`
}

/** Mints without a cap set a maximum near the largest amount. */
const UNCAPPED = 2n ** 63n

/** The share of a transfer, and the most that one is charged if that is less for large transfers. */
export function formatFee(step: FeeStep): string {
  const isCapped = feePercent(step) > 0 && step.maximum < (UNCAPPED * BigInt(step.basisPoints)) / 10_000n
  return isCapped ? `${feePercent(step)} % (at most ${step.maximum} raw units)` : `${feePercent(step)} %`
}
