import type { Command } from 'commander'
import type { NeighbourList } from '../../../src-shared/contract/records/evidence.ts'
import { shortPercent } from '../../../src-shared/domain/shown.ts'
import { print, printJson } from '../output.ts'
import { inContext } from '../command.ts'
import type { CommonOptions } from '../session.ts'
import { paragraph, table } from '../table.ts'
import { edgeText } from '../texts/clusters.ts'
import { plainWords } from '../texts/plain-words.ts'
import { walletLines } from '../texts/wallet.ts'
import { NETWORK_HELP, tokenArgument, walletArgument } from '../token-argument.ts'
import { unknownToken } from './records.ts'
import { acrossTokens } from './wallet-across-tokens.ts'

/** Maximum neighbours printed and, with `--json`, read. */
const NEIGHBOURS = 20

export function addWallet(program: Command): void {
  program
    .command('wallet')
    .description('print a wallet: across all stored tokens, or in one with its classes, their evidence and its counterparties')
    .argument('<network>', NETWORK_HELP)
    .argument('<address>', 'address of the wallet, or of a token if a wallet follows')
    .argument('[wallet]', 'address of the wallet')
    .action(
      inContext<CommonOptions, [network: string, address: string, wallet?: string]>((options, network, address, walletText) => {
        if (walletText === undefined) return acrossTokens(options, network, address)
        const token = tokenArgument(network, address)
        const wallet = walletArgument(token.network, walletText)
        return async ({ engine }) => {
          const found = await engine.query(token, 'wallet', { wallet })
          if (found === null) throw unknownToken(token)
          const dealt = (await engine.query(token, 'neighbours', { wallet, limit: NEIGHBOURS }))?.value ?? null
          if (options.json) return printJson({ ...found.value, neighbours: dealt })
          const explained = (await engine.record(token, 'localClusters'))?.value
          const edges = explained?.clusters.flatMap(({ tree }) => tree.filter(({ a, b }) => a === wallet || b === wallet)) ?? []
          print(
            [...walletLines(found.value), ...edges.map((edge) => paragraph(edgeText(edge), { bullet: '- ' })), ...neighbourLines(dealt)].join('\n'),
          )
        }
      }),
    )
}

function neighbourLines(list: NeighbourList | null): string[] {
  if (list === null || list.neighbours.length === 0) return ['No transfer of this wallet with another is stored.']
  const rows = list.neighbours.map(({ address, label, tags, percentage, links }) => {
    const kinds = [...new Set(links.map(({ kind }) => plainWords(kind)))].join(', ')
    return [address, label ?? tags.filter((tag) => tag !== 'wallet').join(', '), shortPercent(percentage), kinds, links[0]?.evidence[0] ?? '—']
  })
  const more = list.total - rows.length
  return ['', table(['dealt with', 'label', 'percent', 'by', 'transaction'], rows), ...(more > 0 ? [`and ${more} more.`] : [])]
}
