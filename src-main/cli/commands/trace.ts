import { once } from 'node:events'
import { Option, type Command } from 'commander'
import { TRACE_CALLS_MAX } from '../../../src-shared/contract/limits.ts'
import { TRACE_HOPS_MAX, type TracedWallet, type TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import { countOf, shortAddress, unitsText } from '../../../src-shared/domain/shown.ts'
import { TRACE_STOP_TEXT } from '../../../src-shared/domain/trace-stops.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { UserFault } from '../../lib/app-error.ts'
import { EXIT, print, printJson, printToStderr } from '../output.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { sourceFlags, withSourceOption } from '../source-option.ts'
import { table } from '../table.ts'
import { NETWORK_HELP, networkArgument, tokenArgument, walletArgument } from '../token-argument.ts'

/** Maximum wallets printed. `--json` has more. */
const SHOWN = 50

interface TraceOptions extends CommonOptions {
  readonly in?: boolean
  readonly coin?: string
  readonly hops: number
  readonly days: number
  readonly calls: number
}

export function addTrace(program: Command): void {
  const command = program
    .command('trace')
    .description('trace what a wallet sent or received, hop by hop, up to services')
    .argument('<network>', NETWORK_HELP)
    .argument('<wallet>', 'address of the wallet')
    .option('--in', 'trace what it received back to its sources')
    .option('--coin <token>', 'a stored token or a listed stablecoin instead of the native coin')
    .addOption(new Option('--hops <n>', `up to ${TRACE_HOPS_MAX}`).argParser(Number).default(3))
    .addOption(new Option('--days <n>', 'number of past days to trace').argParser(Number).default(30))
    .addOption(new Option('--calls <n>', 'maximum number of calls to the endpoints').argParser(Number).default(2_000))
  withSourceOption(command, 'this network').action(async (networkText: string, address: string, _local, called: Command) => {
    const options: TraceOptions = called.optsWithGlobals()
    const network = networkArgument(networkText)
    const wallet = walletArgument(network, address)
    const coin = options.coin === undefined ? null : tokenArgument(networkText, options.coin).address
    const hops = numberWithin('--hops', options.hops, TRACE_HOPS_MAX)
    const calls = numberWithin('--calls', options.calls, TRACE_CALLS_MAX)
    const seconds = numberWithin('--days', options.days, 10_000) * 86_400
    await withContext({ ...options, source: sourceFlags({ network }, options.source) }, async ({ traces, clock }) => {
      const since = Math.max(0, Math.floor(clock.now() / 1_000) - seconds)
      const started = await traces.start({ network, wallet, coin, direction: options.in === true ? 'in' : 'out', since, hops, calls })
      const stop = new AbortController()
      void once(process, 'SIGINT', { signal: stop.signal }).then(
        () => traces.cancel(started.id),
        () => undefined,
      )
      const trace = await traces.ended(started.id)
      stop.abort()
      if (trace.error !== null) throw new UserFault(trace.error)
      if (options.json) return printJson(trace)
      print(textOf(trace))
      if (trace.out_of_calls) printToStderr('The budget of calls is used up. The data read so far is stored; a higher --calls goes further.')
    })
  })
}

function numberWithin(name: string, value: number, most: number): number {
  if (!Number.isInteger(value) || value < 1 || value > most) throw new UserFault(`${name} must be a whole number from 1 to ${most}.`, EXIT.usage)
  return value
}

function textOf(trace: TraceRecord): string {
  const unit = trace.symbol ?? NETWORKS[trace.network].native.symbol
  const verb = trace.direction === 'out' ? 'sent' : 'received'
  const root = trace.wallets.find(({ hop }) => hop === 0)
  // What it moved is unknown then, not nothing.
  if (root !== undefined && root.stop !== null) return `${trace.wallet} is not traced. ${root.note ?? TRACE_STOP_TEXT[root.stop].why}`
  const reached = trace.wallets.filter(({ hop }) => hop > 0)
  const rows = reached
    .slice(0, SHOWN)
    .map((one) => [String(one.hop), unitsText(one.arrived.fifo), unitsText(one.arrived.proportional), stateOf(one), one.label ?? '', one.address])
  const more = trace.wallets_total - 1 - rows.length
  return [
    `${trace.wallet} ${verb} ${unitsText(trace.traced)} ${unit}. ${countOf(trace.wallets_read, 'wallet')} read with ${countOf(trace.calls_made, 'call')}.`,
    ...(root?.note == null ? [] : [`Incomplete: ${root.note}`]),
    ...(rows.length === 0 ? [] : ['', table(['hop', 'first in first out', 'proportional', 'state', 'name', 'wallet'], rows)]),
    ...(more > 0 && rows.length > 0 ? [`and ${countOf(more, 'more wallet')}.`] : []),
    ...trace.exchanges.map(
      ({ address, label, shortest }) =>
        `Path to ${label ?? address}: ${shortest.wallets.map(shortAddress).join(' > ')}, ${unitsText(shortest.fifo)} ${unit}.`,
    ),
  ].join('\n')
}

function stateOf({ stop, read, at_most }: TracedWallet): string {
  if (stop !== null) return stop
  return read ? `followed${at_most ? ', at most' : ''}` : 'waiting'
}
