import { Option, type Command } from 'commander'
import type { TokenKey } from '../../src-shared/domain/address.ts'

/** The parsed option: one URL, several, or none. */
export type SourceOption = string | readonly string[] | undefined

/** Collects the values of an option that may be repeated. */
export const collect = (entry: string, before: readonly string[] = []): string[] => [...before, entry]

/** Adds `--source` to a command that reads one token from a node. `purpose` completes "endpoint for …". */
export const withSourceOption = (command: Command, purpose: string): Command =>
  command.option('--source <url>', `endpoint for ${purpose}; repeat for more (default: the configured ones)`, collect)

/** `--source` of a command that reads from nodes of any network. */
export const sourcesOption = (): Option => new Option('--source <net=url>', 'endpoint of a network; repeat for more').argParser(collect)

/** `--source URL` is for the token's network. `NET=URL`, the form of `serve`, also works. */
export function sourceFlags(token: Pick<TokenKey, 'network'>, source: SourceOption): readonly string[] {
  const list = source === undefined ? [] : typeof source === 'string' ? [source] : source
  return list.map((entry) => (/^[a-z]+=/.test(entry) ? entry : `${token.network}=${entry}`))
}
