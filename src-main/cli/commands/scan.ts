import type { Command } from 'commander'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { AppError } from '../../lib/app-error.ts'
import { print, printJson } from '../output.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { tokenArgument } from '../token-argument.ts'

export function addScan(program: Command): void {
  program
    .command('scan')
    .description('print the stored security report of a token')
    .argument('<network>')
    .argument('<address>')
    .action(async (network: string, address: string, _local, command: Command) => {
      const options: CommonOptions = command.optsWithGlobals()
      const token = tokenArgument(network, address)
      await withContext(options, async ({ store }) => {
        const stored = await store.read.scan({ token, back: 0 })
        if (stored === null) throw new AppError('token_not_found', { say: `No scan of ${token.address} is stored.` })
        const report = JSON.parse(Buffer.from(stored.json).toString('utf8')) as ScanReport
        const { score, message, reasons } = report.results.simple
        if (options.json) printJson(report)
        else print([`${report.token.symbol}: ${score} of 100, ${message}`, ...reasons.map((reason) => `- ${reason}`)].join('\n'))
      })
    })
}
