import type { Command } from 'commander'
import type { ScanDetail, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Context } from '../../context.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { EXIT, print, printJson } from '../output.ts'
import { scanCodeFiles } from '../scan-code.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { sourceFlags, withSourceOption } from '../source-option.ts'
import { scanText } from '../texts/scan.ts'
import { ADDRESS_HELP, NETWORK_HELP, networkArgument, tokenArgument } from '../token-argument.ts'

interface ScanOptions extends CommonOptions {
  readonly code?: readonly string[]
}

export function addScan(program: Command): void {
  const command = program
    .command('scan')
    .description('scan a token, or print its stored report if no source is configured')
    .argument('<network>', NETWORK_HELP)
    .argument('[address]', ADDRESS_HELP)
    .option('--code <files...>', 'scan contract code in files (hexadecimal), without a node')
  withSourceOption(command, 'this scan').action(async (network: string, address: string | undefined, _local, called: Command) => {
    const options: ScanOptions = called.optsWithGlobals()
    if (options.code !== undefined) {
      if (address !== undefined) throw new UserFault('Give either an address or --code with files.', EXIT.usage)
      await scanCodeFiles(networkArgument(network), options.code, options.json === true)
      return
    }
    if (address === undefined) throw new UserFault('Give the address of the token, or --code with files.', EXIT.usage)
    const token = tokenArgument(network, address)
    await withContext({ ...options, source: sourceFlags(token, options.source) }, async (context) => {
      const { report, detail } = await readReport(context, token)
      if (options.json) printJson(report)
      else print(scanText(report, detail))
    })
  })
}

async function readReport({ scanner, store }: Context, token: TokenKey): Promise<{ report: ScanReport; detail: ScanDetail | null }> {
  if (scanner.canScan(token.network)) return scanner.scan(token)
  const stored = await store.read.scan({ token, back: 0 })
  if (stored === null)
    throw new AppError('token_not_found', {
      message: `No scan of ${token.address} is stored. Scan it from a node: holderscope scan ${token.network} ${token.address} --source URL`,
    })
  return { report: JSON.parse(Buffer.from(stored.json).toString('utf8')) as ScanReport, detail: stored.detail }
}
