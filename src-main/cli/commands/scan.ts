import type { Command } from 'commander'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { print, printJson } from '../output.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { sourceFlags, withSourceOption, type SourceOption } from '../source-option.ts'
import { ADDRESS_HELP, NETWORK_HELP, tokenArgument } from '../token-argument.ts'

interface ScanOptions extends Omit<CommonOptions, 'source'> {
  readonly source?: SourceOption
}

export function addScan(program: Command): void {
  const command = program
    .command('scan')
    .description('scan a token, or print its stored report if no source is configured')
    .argument('<network>', NETWORK_HELP)
    .argument('<address>', ADDRESS_HELP)
  withSourceOption(command, 'this scan').action(async (network: string, address: string, _local, called: Command) => {
    const { source, ...options }: ScanOptions = called.optsWithGlobals()
    const token = tokenArgument(network, address)
    await withContext({ ...options, source: sourceFlags(token, source) }, async (context) => {
      const report = await readReport(context, token)
      const { score, message, reasons } = report.results.simple
      if (options.json) printJson(report)
      else print([`${report.token.symbol}: ${score} of 100, ${message}`, ...reasons.map((reason) => `- ${reason}`)].join('\n'))
    })
  })
}

async function readReport({ scanner, store }: Context, token: TokenKey): Promise<ScanReport> {
  if (scanner.canScan(token.network)) return (await scanner.scan(token)).report
  const stored = await store.read.scan({ token, back: 0 })
  if (stored === null)
    throw new AppError('token_not_found', {
      say: `No scan of ${token.address} is stored. Scan it from a node: holderscope scan ${token.network} ${token.address} --source URL`,
    })
  return JSON.parse(Buffer.from(stored.json).toString('utf8')) as ScanReport
}
