import type { Command } from 'commander'
import { inContext } from '../command.ts'
import { toUnits } from '../../../src-shared/domain/amount.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import { UserFault } from '../../lib/app-error.ts'
import type { StoredToken } from '../../store/interface.ts'
import { EXIT, print, printJson } from '../output.ts'
import type { CommonOptions } from '../session.ts'
import { table } from '../table.ts'

interface TokensOptions extends CommonOptions {
  readonly limit: string
}

const MAX_TOKENS = 1_000

export function addTokens(program: Command): void {
  program
    .command('tokens')
    .description('list stored tokens, most recently opened first')
    .argument('[text]', 'part of a name or symbol, or an address')
    .option('--limit <n>', 'maximum number of tokens to list', '50')
    .action(
      inContext<TokensOptions, [text?: string]>((options, text) => {
        const limit = Number(options.limit)
        if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_TOKENS) {
          throw new UserFault(`--limit must be a number from 1 to ${MAX_TOKENS}.`, EXIT.usage)
        }
        return async ({ store }) => {
          const tokens = await store.read.tokens({ q: text ?? null, limit })
          if (options.json) printJson(tokens.map(tokenJson))
          else if (tokens.length === 0) print('No token is stored. Read one: holderscope read NET ADDRESS --source URL')
          else print(table(['network', 'symbol', 'holders', 'trades', 'snapshots', 'address'], tokens.map(tokenRow)))
        }
      }),
    )
}

function tokenRow({ network, symbol, holderCount, holdersKnown, tradeCount, snapshotCount, address }: StoredToken): string[] {
  const holders = holderCount === null ? `${grouped(holdersKnown)} of ?` : grouped(holderCount)
  return [network, symbol ?? '—', holders, grouped(tradeCount), String(snapshotCount), address]
}

const tokenJson = (token: StoredToken) => ({
  network: token.network,
  address: token.address,
  name: token.name,
  symbol: token.symbol,
  total_supply: toUnits(token.totalSupply, token.decimals),
  holder_count: token.holderCount,
  holders_known: token.holdersKnown,
  trades: token.tradeCount,
  snapshots: token.snapshotCount,
  as_of: token.asOf,
})
