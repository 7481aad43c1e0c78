import { Option, type Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import { holdersCsv } from '../../../src-shared/domain/holders-csv.ts'
import { shortPercent, unitsText } from '../../../src-shared/domain/shown.ts'
import { UserFault } from '../../lib/app-error.ts'
import { EXIT, printText } from '../output.ts'
import type { CommonOptions } from '../session.ts'
import { table } from '../table.ts'
import { clusterName } from '../texts/clusters.ts'
import { printJsonRecord, printRecord, printUnknown, unknownToken } from './records.ts'

interface HoldersOptions extends CommonOptions {
  readonly limit?: string
  readonly format?: 'csv'
}

export function addHolders(program: Command): void {
  tokenCommand(program, 'holders', 'print the holders of a stored token, largest first')
    .option('--limit <n>', 'maximum number of holders to print (default: all stored)')
    .addOption(new Option('--format <name>', 'print CSV with names, decimal and raw balances').choices(['csv']))
    .action(
      onToken<HoldersOptions>((options, token) => {
        const limit = options.limit === undefined ? Number.MAX_SAFE_INTEGER : Number(options.limit)
        if (!Number.isSafeInteger(limit) || limit < 1) throw new UserFault('--limit must be a number above 0.', EXIT.usage)
        if (options.json && options.format !== undefined)
          throw new UserFault('--json cannot be combined with --format csv; leave one of them out.', EXIT.usage)
        return async (context) => {
          const answer = await context.engine.record(token, 'localHolders')
          if (answer === null) throw unknownToken(token)
          const { total } = answer.value
          const holders = answer.value.holders.slice(0, limit)
          if (options.json) return printJsonRecord({ ...answer, value: { total, holders } })
          if (options.format === 'csv') {
            const stored = await context.store.read.token(token)
            if (stored === null) throw unknownToken(token)
            printUnknown(answer)
            return printText(holdersCsv(holders, stored.decimals))
          }
          const rows = holders.map(({ rank, address: wallet, percentage, balance, label, tags, cluster }) => [
            String(rank),
            shortPercent(percentage),
            unitsText(balance),
            cluster === null ? '—' : clusterName(cluster),
            label ?? tags.filter((tag) => tag !== 'wallet').join(', '),
            wallet,
          ])
          await printRecord(context, token, answer, () => table(['rank', 'percent', 'balance', 'cluster', 'label', 'address'], rows))
        }
      }),
    )
}
