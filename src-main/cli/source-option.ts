import type { Command } from 'commander'
import type { TokenKey } from '../../src-shared/domain/address.ts'

/** As the option leaves it: one, several, or none given. */
export type SourceOption = string | readonly string[] | undefined

/** Lets a command that asks a node about one token name its endpoints; `purpose` completes "endpoint for …". */
export const withSourceOption = (command: Command, purpose: string): Command =>
  command.option(
    '--source <url>',
    `endpoint for ${purpose}, repeat for more; without it the configured ones`,
    (entry: string, before: string[] = []) => [...before, entry],
  )

/** `--source URL` means the token's network; `NET=URL`, as `serve` takes it, is understood too. */
export function sourceFlags(token: TokenKey, source: SourceOption): readonly string[] {
  const list = source === undefined ? [] : typeof source === 'string' ? [source] : source
  return list.map((entry) => (/^[a-z]+=/.test(entry) ? entry : `${token.network}=${entry}`))
}
