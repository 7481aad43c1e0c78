import { execFileSync, spawnSync } from 'node:child_process'
import { Command, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { completionScript } from './completion.ts'

const program = new Command('holderscope')
program
  .command('clusters')
  .description("print groups: wallets that don't stand alone")
  .argument('<network>')
  .addOption(new Option('--json', 'only JSON'))
const keys = program.command('keys').description('manage keys')
keys.command('create').description('create a key').option('--name <name>', 'what for')

/** What bash offers for the last word. */
function completed(...words: string[]): string[] {
  const script = `${completionScript('bash', program)}
COMP_WORDS=(holderscope "$@"); COMP_CWORD=$#; _holderscope; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

describe('a completion script', () => {
  it('offers commands, networks, subcommands and options in bash', () => {
    expect(completed('cl')).toEqual(['clusters'])
    expect(completed('clusters', 's')).toEqual(['sol', 'sui'])
    expect(completed('clusters', '--j')).toEqual(['--json'])
    expect(completed('keys', '')).toEqual(['create'])
    expect(completed('keys', 'create', '--')).toEqual(['--name'])
  })

  it.skipIf(!has('fish'))('offers the same in fish', () => {
    const ask = (line: string): string =>
      execFileSync('fish', ['--no-config', '-c', `${completionScript('fish', program)}\ncomplete -C '${line}'`], { encoding: 'utf8' })
    expect(ask('holderscope cl')).toMatch(/^clusters\t/)
    expect(ask('holderscope clusters s').split('\n').filter(Boolean)).toEqual(['sol', 'sui'])
    expect(ask('holderscope keys create --')).toContain('--name')
  })

  it.skipIf(!has('zsh'))('is sourced by zsh without a complaint', () => {
    const { status, stderr } = spawnSync(
      'zsh',
      ['-f', '-c', `autoload -Uz compinit; compinit -u -D\n${completionScript('zsh', program)}\nwhence -w _holderscope`],
      {
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([0, ''])
  })
})
