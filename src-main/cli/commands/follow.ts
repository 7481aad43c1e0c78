import { once } from 'node:events'
import type { Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { tradesToRecords } from '../../records/trade.ts'
import { printJson, print, printToStderr } from '../output.ts'
import { withSourceOption } from '../source-option.ts'
import { tradeLine } from '../texts/trade-line.ts'

export function addFollow(program: Command): void {
  const command = tokenCommand(program, 'follow', 'follow a token live and print its new trades, one per line, until interrupted')
  withSourceOption(command, 'following').action(
    onToken(
      ({ json }, token) =>
        (context) =>
          follow(context, token, json === true),
    ),
  )
}

async function follow({ follow: following, bus, config }: Context, token: TokenKey, json: boolean): Promise<void> {
  if (config.sources[token.network] === undefined) {
    throw new AppError('source_unavailable', {
      message: `No source is set for ${token.network}. Name one: holderscope follow ${token.network} ${token.address} --source URL`,
    })
  }
  const concerns = ({ tokenIn, tokenOut, pool }: Trade): boolean => [tokenIn.token, tokenOut.token, pool].includes(token.address)
  bus.subscribe('trades', ({ network }, { kind, trades }) => {
    if (kind === 'reverted' || network !== token.network) return
    for (const trade of tradesToRecords(trades.filter(concerns))) {
      if (json) printJson(trade)
      else print(tradeLine(trade, token))
    }
  })
  let last = ''
  const ended = new Promise<never>((_, reject) => {
    const only = { network: token.network, address: token.address }
    bus.subscribe(
      'follow',
      (_token, { state, message }) => {
        if (state === last) return
        last = state
        if (state !== 'off') return printToStderr(`Following: ${state}${message === null ? '' : `. ${message}`}`)
        reject(new AppError('source_unavailable', { message: message ?? 'The token cannot be followed: its first read failed. Read it to see why.' }))
      },
      only,
    )
  })
  const stop = following.watch(token)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ended])
  stop()
}
