import { toUnits } from '../../src-shared/domain/amount.ts'
import type { Address } from '../../src-shared/domain/address.ts'
import type { ChainEvent, Trade, TradeLeg } from '../../src-shared/domain/events.ts'
import { assertNever } from '../lib/assert-never.ts'

/** Decoded events as JSON lines (docs/cli.md#commands). A leg is the trade of docs/api/records.md#trade with its source. */

interface Side {
  readonly address: Address
  /** Token units; null if the decimals are unknown. */
  readonly amount: number | null
  readonly amount_usd: number | null
  /** Raw units. */
  readonly amount_raw: string
  /** Raw units that the token withheld as transfer fee, if any. */
  readonly transfer_fee_raw?: string
}

/** One event as a JSON value, discriminated by `kind`. */
export function decodeLine(event: ChainEvent): Readonly<Record<string, unknown>> {
  switch (event.kind) {
    case 'trade':
      return tradeLine(event)
    case 'transfer':
      return { kind: event.kind, ...locationOf(event), token: event.token, from: event.from, to: event.to, amount_raw: event.raw.toString() }
    case 'token_created':
      return { kind: event.kind, ...locationOf(event), token: event.token, creator: event.creator }
    case 'pool':
      return {
        kind: event.kind,
        block: event.createdBlock,
        tx_signature: event.createdTx,
        address: event.address,
        dex: event.dex,
        dex_version: event.dexVersion,
        tokens: [event.token0, event.token1],
      }
    case 'decode_warning':
      return { kind: event.kind, tx_signature: event.tx === '' ? null : event.tx, code: event.code, detail: event.detail }
    default:
      return assertNever(event)
  }
}

function tradeLine(trade: Trade): Readonly<Record<string, unknown>> {
  const withheld = trade.tokenOut.transferFeeRaw ?? trade.tokenIn.transferFeeRaw
  return {
    kind: trade.kind,
    ...locationOf(trade),
    dex: trade.dex,
    dex_version: trade.dexVersion,
    signer: trade.signer,
    receiver: trade.receiver,
    pool_address: trade.pool,
    token_in: sideOf(trade.tokenIn),
    token_out: sideOf(trade.tokenOut),
    fee_usd: trade.feeUsd,
    leg: trade.leg,
    ...(withheld === undefined ? {} : { transfer_fee_raw: withheld.toString() }),
    source: trade.source,
    confidence: trade.confidence,
  }
}

function locationOf({ time, position, tx }: { time: number | null; position: { block: number }; tx: string }): Readonly<Record<string, unknown>> {
  return { block_time: time === null ? null : new Date(time * 1000).toISOString(), block: position.block, tx_signature: tx }
}

function sideOf({ token, raw, decimals, usd, transferFeeRaw }: TradeLeg): Side {
  const side = { address: token, amount: decimals === null ? null : toUnits(raw, decimals), amount_usd: usd, amount_raw: raw.toString() }
  return transferFeeRaw === undefined ? side : { ...side, transfer_fee_raw: transferFeeRaw.toString() }
}
