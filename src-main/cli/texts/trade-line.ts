import type { TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { shortAddress, timeText, unitsText } from '../../../src-shared/domain/shown.ts'
import { quoteSymbol } from '../../prices/quotes.ts'
import { terminalWidth } from '../table.ts'

/** A trade from the side of a token: 80 columns on a terminal, tabs and whole values in a pipe. */
export function tradeLine({ block_time, token_in, token_out, signer, tx_signature }: TradeRecord, { network, address }: TokenKey): string {
  const side = token_out.address === address ? 'buy' : token_in.address === address ? 'sell' : 'swap'
  const [own, other] = side === 'sell' ? [token_in, token_out] : [token_out, token_in]
  const usd = own.amount_usd ?? other.amount_usd
  if (terminalWidth() === null) return [block_time, side, own.amount, other.amount, other.address, usd ?? 'unknown', signer, tx_signature].join('\t')
  const time = timeText(Date.parse(block_time) / 1000)
  const quote = quoteSymbol(network, other.address) ?? shortAddress(other.address)
  const amounts = `${unitsText(own.amount).padStart(11)} for ${unitsText(other.amount).padStart(11)} ${quote.padEnd(9)}`
  return `${time} ${side.padEnd(4)} ${amounts} by ${shortAddress(signer)}`
}
