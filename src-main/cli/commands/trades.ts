import { Option, type Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import type { TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { unlistedTradesText } from '../../../src-shared/domain/shown.ts'
import { LINE_FORMS, TRADE_HEADS, TRADE_LINES, type LineForm } from '../../records/trade-lines.ts'
import { tradesToRecords } from '../../records/trade.ts'
import { UserFault } from '../../lib/app-error.ts'
import type { Store, TradeCursor } from '../../store/interface.ts'
import { EXIT, printText, printToStderr } from '../output.ts'
import { terminalWidth } from '../table.ts'
import { tradeLine } from '../texts/trade-line.ts'
import type { CommonOptions } from '../session.ts'

interface TradesOptions extends CommonOptions {
  readonly format?: LineForm
}

const ROWS_PER_READ = 1_000

export function addTrades(program: Command): void {
  tokenCommand(program, 'trades', 'print the stored trades of a token in chain order, one per line')
    .addOption(new Option('--format <name>', 'format of a line').choices(LINE_FORMS).default(undefined, 'a table on a terminal, else ndjson'))
    .action(
      onToken<TradesOptions>(({ format: named, json }, token) => {
        const format = named ?? (json === true || terminalWidth() === null ? 'ndjson' : null)
        if (json && format !== 'ndjson') throw new UserFault(`--json cannot be combined with --format ${format}; leave one of them out.`, EXIT.usage)
        return ({ store }) => printTrades(store, token, format)
      }),
    )
}

async function printTrades(store: Store, token: TokenKey, format: LineForm | null): Promise<void> {
  let stored = 0
  let printed = 0
  const line = format === null ? (trade: TradeRecord) => `${tradeLine(trade, token)}\n` : TRADE_LINES[format]
  await printText(format === null ? '' : TRADE_HEADS[format])
  let after: TradeCursor | null = null
  do {
    const rows = await store.read.trades({ network: token.network, by: 'token', address: token.address, sort: 'asc', limit: ROWS_PER_READ, after })
    const records = tradesToRecords(rows.trades)
    await printText(records.map(line).join(''))
    stored += rows.trades.length
    printed += records.length
    after = rows.next
  } while (after !== null)
  if (stored === 0) printToStderr(`No trades of ${token.address} are stored.`)
  else if (printed < stored) printToStderr(unlistedTradesText(stored - printed))
}
