import { Option, type Command } from 'commander'
import type { TokenKey } from '../../src-shared/domain/address.ts'

/** Collects the values of an option that may be repeated. */
export const collect = (entry: string, before: readonly string[] = []): string[] => [...before, entry]

/** Adds `--source` to a command that reads one token from a node. `purpose` completes "endpoint for …". */
export const withSourceOption = (command: Command, purpose: string): Command =>
  command.option('--source <url>', `endpoint for ${purpose}; repeat for more (default: the configured ones)`, collect)

/** `--source` of a command that reads from nodes of any network. */
export const sourcesOption = (): Option => new Option('--source <net=url>', 'endpoint of a network; repeat for more').argParser(collect)

/** `--source URL` is for the given network. `NET=URL`, the form of `serve`, also works. */
export const sourceFlags = ({ network }: Pick<TokenKey, 'network'>, source: readonly string[] = []): readonly string[] =>
  source.map((entry) => (/^[a-z]+=/.test(entry) ? entry : `${network}=${entry}`))
