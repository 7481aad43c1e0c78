import type { Command } from 'commander'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { Context } from '../context.ts'
import { withContext, type CommonOptions } from './session.ts'
import { sourceFlags } from './source-option.ts'
import { ADDRESS_HELP, NETWORK_HELP, tokenArgument } from './token-argument.ts'

/** What a command does once the data folder is open. */
export type Work = (context: Context) => Promise<void>

/**
 * The action of a command on the data folder. Commander passes the arguments first, then the options and the command. `prepare` checks them before
 * the folder is opened.
 */
export const inContext =
  <Options extends CommonOptions, Arguments extends unknown[] = []>(prepare: (options: Options, ...args: Arguments) => Work) =>
  async (...passed: unknown[]): Promise<void> => {
    const options: Options = (passed.at(-1) as Command).optsWithGlobals()
    await withContext(options, prepare(options, ...(passed.slice(0, -2) as Arguments)))
  }

/** A command about one token, whose first arguments are its network and its address. */
export const tokenCommand = (program: Command, name: string, about: string): Command =>
  program.command(name).description(about).argument('<network>', NETWORK_HELP).argument('<address>', ADDRESS_HELP)

/** Like `inContext`, for such a command. Endpoints without a network are for that of the token. */
export const onToken =
  <Options extends CommonOptions, Rest extends unknown[] = []>(prepare: (options: Options, token: TokenKey, ...rest: Rest) => Work) =>
  async (network: string, address: string, ...passed: unknown[]): Promise<void> => {
    const options: Options = (passed.at(-1) as Command).optsWithGlobals()
    const token = tokenArgument(network, address)
    const work = prepare(options, token, ...(passed.slice(0, -2) as Rest))
    await withContext({ ...options, source: sourceFlags(token, options.source) }, work)
  }
